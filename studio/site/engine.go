package site

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Engine is the engine for browsers: the WebAssembly module, packed by gzip, and Go's
// script that runs the module.
type Engine struct {
	Module []byte
	Script []byte
}

// Names of the engine's files, in a site and in the folder studio/site/made.
const (
	moduleName = "engine.wasm.gz"
	scriptName = "wasm_exec.js"
)

// builtIn contains the engine if `make engine` made it before this program was built.
//
//go:embed all:made
var builtIn embed.FS

// ErrNoEngine is the error if the program has no built-in engine and cannot make one.
var ErrNoEngine = errors.New("this program was built without the engine for browsers; the programs of releases have it, and " +
	`in a clone with Go "go generate ./studio/engine && go install ./cmd/ouro" builds it in`)

// FindEngine returns the first of these engines that is available:
//
//  1. an engine made from the clone of the repository that contains the current folder;
//  2. the built-in engine;
//  3. an engine made from the clone from which the program was built.
//
// Making an engine needs Go. FindEngine writes a line about each slow step to log.
func FindEngine(ctx context.Context, log io.Writer) (*Engine, error) {
	if root, err := findClone(ctx, ""); err == nil {
		return Make(ctx, root, log)
	}
	e, err := builtInEngine()
	if !errors.Is(err, ErrNoEngine) {
		return e, err
	}
	if source := sourceFolder(); source != "" {
		if root, err := findClone(ctx, source); err == nil {
			fmt.Fprintf(log, "this program was built without the engine for browsers; using the clone %s\n", root)
			return Make(ctx, root, log)
		}
	}
	return nil, cmp.Or(ctx.Err(), err)
}

func builtInEngine() (e *Engine, err error) {
	e = &Engine{}
	for _, f := range []struct {
		name string
		to   *[]byte
	}{{moduleName, &e.Module}, {scriptName, &e.Script}} {
		*f.to, err = builtIn.ReadFile("made/" + f.name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, ErrNoEngine
		} else if err != nil {
			return nil, err
		}
	}
	return e, nil
}

// sourceFolder returns the folder in which this source file was when the program was built. It
// returns "" if the program was built with -trimpath.
func sourceFolder() string {
	_, file, _, ok := runtime.Caller(0)
	if !ok || !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Dir(file)
}

// findClone returns the root of the clone of the repository that contains the folder dir; "" means
// the current folder. It fails if the folder is in no clone or if Go is not installed.
func findClone(ctx context.Context, dir string) (root string, err error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}} {{.Dir}}")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", err
	}
	path, root, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if path != "ouro" || root == "" {
		return "", fmt.Errorf("this folder is in module %q, not in module ouro", path)
	}
	return root, nil
}

// hotPackages are the packages in which solvers spend their time. All other packages are built
// without inlining. That makes the module 10 % smaller, and no slower as far as can be measured.
var hotPackages = []string{
	"ouro", "ouro/cycle", "ouro/field", "ouro/rule/classic", "ouro/rule/maze", "ouro/search", "ouro/sim",
	"ouro/solve/backtrack", "ouro/solve/look", "ouro/solve/ouroboros", "ouro/solve/path", "ouro/solve/spot", "ouro/solve/tour",
	"math/...", "slices",
}

// Make builds the engine from the repository in the folder clone.
func Make(ctx context.Context, clone string, log io.Writer) (*Engine, error) {
	fmt.Fprintln(log, "making the engine for browsers: go build for js/wasm, a minute or so the first time")
	temp, err := os.MkdirTemp("", "ouro-engine-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	module := filepath.Join(temp, "engine.wasm")
	args := []string{"build", "-trimpath", "-ldflags", "-s -w", "-gcflags=all=-l"}
	for _, p := range hotPackages {
		args = append(args, "-gcflags="+p+"=")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "-o", module, "./studio/engine")...)
	cmd.Dir, cmd.Env = clone, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("making the engine: go build: %w\n%s", err, out)
	}
	text, err := os.ReadFile(module)
	if err != nil {
		return nil, err
	}
	e := &Engine{}
	if e.Module, err = gzipped(text); err != nil {
		return nil, err
	}
	if e.Script, err = goScript(ctx, clone); err != nil {
		return nil, err
	}
	fmt.Fprintf(log, "the engine has %.1f MB, packed %.1f MB\n", float64(len(text))/1e6, float64(len(e.Module))/1e6)
	return e, nil
}

func gzipped(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	return b.Bytes(), err
}

// goScript returns the script with which the installed version of Go runs WebAssembly
// modules.
func goScript(ctx context.Context, root string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "GOROOT")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("making the engine: go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", scriptName))
}

// MakeAndSave makes the engine and writes it to the folder studio/site/made, from which the next
// build of the program embeds it.
func MakeAndSave(ctx context.Context, log io.Writer) error {
	root, err := findClone(ctx, "")
	if err != nil {
		return fmt.Errorf("making the engine needs a clone of the repository and Go: %w", err)
	}
	e, err := Make(ctx, root, log)
	if err != nil {
		return err
	}
	dir := filepath.Join(root, "studio", "site", "made")
	return cmp.Or(put(dir, moduleName, e.Module), put(dir, scriptName, e.Script))
}
