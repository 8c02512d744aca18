//go:build ignore

// Notices prints the licenses of the code that is linked into programs: of Go and of all modules. It
// adds the notices that some licenses require. A module without a license is an error.
//
//	go run scripts/notices/main.go ouro ouro-hub >NOTICES
package main

import (
	"bytes"
	"cmp"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := errors.New("want the names of programs")
	if len(os.Args) > 1 {
		err = write(ctx, os.Stdout, os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// modules returns the modules of all programs, each once, in the order of their names.
func modules(programs []string) (all []debug.Module, err error) {
	for _, program := range programs {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return nil, err
		}
		for _, dep := range info.Deps {
			if dep.Replace != nil {
				dep = dep.Replace
			}
			all = append(all, debug.Module{Path: dep.Path, Version: dep.Version})
		}
	}
	slices.SortFunc(all, func(a, b debug.Module) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Version, b.Version))
	})
	return slices.Compact(all), nil
}

func write(ctx context.Context, out io.Writer, programs []string) error {
	deps, err := modules(programs)
	if err != nil {
		return err
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	var all bytes.Buffer
	fmt.Fprintf(&all, "The programs contain Go's library and the modules below, under these licenses.\n")
	if err := add(&all, "Go", strings.TrimSpace(string(root))); err != nil {
		return err
	}
	for _, dep := range deps {
		text, err := exec.CommandContext(ctx, "go", "mod", "download", "-json", dep.Path+"@"+dep.Version).Output()
		if err != nil {
			return fmt.Errorf("%s: %w", dep.Path, err)
		}
		var module struct{ Dir string }
		if err := json.Unmarshal(text, &module); err != nil {
			return fmt.Errorf("%s: %w", dep.Path, err)
		}
		if err := add(&all, dep.Path+" "+dep.Version, module.Dir); err != nil {
			return err
		}
	}
	_, err = all.WriteTo(out)
	return err
}

var (
	license = regexp.MustCompile(`(?i)^(license|licence|copying|unlicense)`)
	notice  = regexp.MustCompile(`(?i)^(notice|patents|authors|copyright)`)
)

// add adds the licenses and notices in the folder of a module.
func add(all *bytes.Buffer, name, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	licensed := false
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) == ".go" || !license.MatchString(e.Name()) && !notice.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		licensed = licensed || license.MatchString(e.Name())
		fmt.Fprintf(all, "\n%s\n%s, %s\n%s\n\n%s\n", strings.Repeat("=", 80), name, e.Name(), strings.Repeat("=", 80), bytes.TrimSpace(text))
	}
	if !licensed {
		return fmt.Errorf("%s: no license in %s", name, dir)
	}
	return nil
}
