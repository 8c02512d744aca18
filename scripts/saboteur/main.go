// Saboteur checks that the tests of docs/promises.md can fail. A saboteur is a small
// change of the source that breaks a promise; the promise's test must fail with it.
//
//	go run ./scripts/saboteur [--list] [--timeout 5m] [pattern...]
//
// It runs the saboteurs whose test or text contains one of the patterns, or all if there is no
// pattern. It exits with 1 if a test passes in spite of its saboteur. The source does not change:
// Go receives the changed files as an overlay.
//
// The saboteurs are in *.txt beside this file:
//
//	lab.TestAddTwice         the test, by package and name
//	in lab                   the folder of the change, if it is not the test's package
//	only deep                the subtest, if one is enough
//	with OURO_TRIALS=1       the environment that the test needs
//	-	if known[i] {         the lines that go, once in the folder; remarks do not matter
//	+	if false {            the lines that come
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A saboteur is one change and the test that must find it.
type saboteur struct {
	at       string // file:line where the saboteur is defined
	test     string // package.TestName
	folder   string
	only     string // subtest; empty means all
	env      []string
	old, new string
}

func (s saboteur) split() (folder, name string) {
	folder, name, _ = strings.Cut(s.test, ".")
	if folder == "ouro" {
		folder = "."
	}
	return folder, name
}

func main() {
	list := flag.Bool("list", false, "print the saboteurs and run nothing")
	timeout := flag.Duration("timeout", 5*time.Minute, "time for one test")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *list, *timeout, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "saboteur:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, list bool, timeout time.Duration, patterns []string) error {
	all, err := read("scripts/saboteur")
	if err != nil {
		return err
	}
	ran, survived := 0, 0
	for _, s := range all {
		if len(patterns) > 0 && !slices.ContainsFunc(patterns, func(p string) bool { return strings.Contains(s.test+s.old, p) }) {
			continue
		}
		ran++
		if list {
			fmt.Println(s.test)
			continue
		}
		began := time.Now()
		killed, err := s.run(ctx, timeout)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", s.at, s.test, err)
		}
		verdict := "killed  "
		if !killed {
			verdict = "SURVIVED"
			survived++
		}
		fmt.Printf("%s %5.1f s  %s\n", verdict, time.Since(began).Seconds(), s.test)
	}
	switch {
	case ran == 0:
		return fmt.Errorf("no saboteur matches %q", patterns)
	case survived > 0:
		return fmt.Errorf("%d of %d saboteurs survived", survived, ran)
	case !list:
		fmt.Printf("all %d saboteurs were killed\n", ran)
	}
	return nil
}

// read returns the saboteurs that are defined in the files of a folder.
func read(dir string) (all []saboteur, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var s saboteur
		for i, line := range append(strings.Split(string(text), "\n"), "") {
			switch {
			case line == "":
				if s.test != "" {
					if s.old == "" {
						return nil, fmt.Errorf("%s: a saboteur without lines that go", s.at)
					}
					all = append(all, s)
				}
				s = saboteur{}
			case line[0] == '#':
			case line[0] == '-':
				s.old += line[1:] + "\n"
			case line[0] == '+':
				s.new += line[1:] + "\n"
			case strings.HasPrefix(line, "in "):
				s.folder = line[len("in "):]
			case strings.HasPrefix(line, "only "):
				s.only = line[len("only "):]
			case strings.HasPrefix(line, "with "):
				s.env = append(s.env, strings.Fields(line)[1:]...)
			case s.test == "":
				s.at, s.test = fmt.Sprintf("%s:%d", file, i+1), line
				s.folder, _ = s.split()
			default:
				return nil, fmt.Errorf("%s:%d: %q is neither in, only, with, - nor +", file, i+1, line)
			}
		}
	}
	return all, nil
}

// code returns a line without the comment at its end.
func code(line string) string {
	line, _, _ = strings.Cut(line, " // ")
	return strings.TrimRight(line, "\n")
}

// changed returns the file below root that the saboteur changes, and its changed text.
func (s saboteur) changed(root string) (file, text string, err error) {
	files, err := filepath.Glob(filepath.Join(root, s.folder, "*"))
	if err != nil {
		return "", "", err
	}
	found, old := 0, strings.SplitAfter(strings.TrimSuffix(s.old, "\n"), "\n")
	for _, name := range files {
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() || strings.HasSuffix(name, "_test.go") {
			continue
		}
		whole, err := os.ReadFile(name)
		if err != nil {
			return "", "", err
		}
		lines := strings.SplitAfter(string(whole), "\n")
		for i := range len(lines) - len(old) + 1 {
			if slices.EqualFunc(lines[i:i+len(old)], old, func(a, b string) bool { return code(a) == code(b) }) {
				found++
				file, text = name, strings.Join(slices.Concat(lines[:i], []string{s.new}, lines[i+len(old):]), "")
			}
		}
	}
	if found != 1 {
		return "", "", fmt.Errorf("the lines that go occur %d times in %s, not once:\n%s", found, s.folder, s.old)
	}
	return file, text, nil
}

// run reports whether the test fails with the changed file.
func (s saboteur) run(ctx context.Context, timeout time.Duration) (killed bool, err error) {
	file, text, err := s.changed(".")
	if err != nil {
		return false, err
	}
	if file, err = filepath.Abs(file); err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "saboteur")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	copied, overlay := filepath.Join(dir, filepath.Base(file)), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: copied}})
	if err := errors.Join(err, os.WriteFile(copied, []byte(text), 0o600), os.WriteFile(overlay, replace, 0o600)); err != nil {
		return false, err
	}
	folder, name := s.split()
	tests := "^" + name + "$"
	if s.only != "" {
		tests += "/^" + regexp.QuoteMeta(s.only) + "$"
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-vet=off", "-count=1", "-timeout", timeout.String(), "-run", tests, "./"+folder)
	cmd.Env = append(append(os.Environ(), "GOFLAGS=-overlay="+overlay), s.env...)
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err == nil && strings.Contains(string(out), "no tests to run"):
		return false, errors.New("the test does not exist")
	case err == nil:
		return false, nil
	case strings.Contains(string(out), "[build failed]"), strings.Contains(string(out), "[setup failed]"):
		return false, fmt.Errorf("the change does not compile:\n%s", out)
	case strings.Contains(string(out), "panic: test timed out"):
		return false, errors.New("the test took too long")
	}
	return true, nil
}
