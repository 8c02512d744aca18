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
	"strings"
)

// Engine is the engine for browsers: the module, packed by gzip, and Go's script that
// runs it. Neither is in the repository: both are made of it.
type Engine struct {
	Module []byte
	Script []byte
}

// The names of its files, in a site and where they are made.
const (
	moduleName = "engine.wasm.gz"
	scriptName = "wasm_exec.js"
)

// built has the files that had been made when this program was built, if they had.
//
//go:embed all:made
var built embed.FS

// ErrNoEngine is returned where the engine was neither built in nor can be made.
var ErrNoEngine = errors.New("this program was built without the engine for browsers, and it can be made only in a clone of the repository, with Go")

// FindEngine makes the engine, in a clone of the repository where Go is installed;
// elsewhere it takes the one that is built in. It tells what takes its time.
func FindEngine(ctx context.Context, talk io.Writer) (*Engine, error) {
	root, err := clone(ctx)
	if err == nil {
		return Make(ctx, root, talk)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	e := &Engine{}
	for _, f := range []struct {
		name string
		to   *[]byte
	}{{moduleName, &e.Module}, {scriptName, &e.Script}} {
		*f.to, err = built.ReadFile("made/" + f.name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, ErrNoEngine
		} else if err != nil {
			return nil, err
		}
	}
	return e, nil
}

// clone is the folder of the repository, if the program runs in it and Go is there.
func clone(ctx context.Context) (root string, err error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}} {{.Dir}}").Output()
	if err != nil {
		return "", err
	}
	path, dir, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if path != "ouro" || dir == "" {
		return "", fmt.Errorf("this is module %s", path)
	}
	return dir, nil
}

// hot are the packages in which solvers spend their time. Elsewhere, even in Go's
// runtime, the module is built without inlining, which takes a tenth off it and no
// time that can be measured.
var hot = []string{
	"ouro", "ouro/cycle", "ouro/field", "ouro/rule/classic", "ouro/rule/maze", "ouro/search", "ouro/sim",
	"ouro/solve/backtrack", "ouro/solve/look", "ouro/solve/ouroboros", "ouro/solve/path", "ouro/solve/spot", "ouro/solve/tour",
	"math/...", "slices",
}

// Make builds the engine from the clone in root.
func Make(ctx context.Context, root string, talk io.Writer) (*Engine, error) {
	fmt.Fprintln(talk, "making the engine for browsers: go build for js/wasm, a minute or so the first time")
	temp, err := os.MkdirTemp("", "ouro-engine-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	module := filepath.Join(temp, "engine.wasm")
	args := []string{"build", "-trimpath", "-ldflags", "-s -w", "-gcflags=all=-l"}
	for _, p := range hot {
		args = append(args, "-gcflags="+p+"=")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "-o", module, "./studio/engine")...)
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("making the engine: go build: %w\n%s", err, out)
	}
	text, err := os.ReadFile(module)
	if err != nil {
		return nil, err
	}
	e := &Engine{}
	if e.Module, err = packed(text); err != nil {
		return nil, err
	}
	if e.Script, err = goScript(ctx, root); err != nil {
		return nil, err
	}
	fmt.Fprintf(talk, "the engine has %.1f MB, packed %.1f MB\n", float64(len(text))/1e6, float64(len(e.Module))/1e6)
	return e, nil
}

func packed(text []byte) ([]byte, error) {
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

// goScript is Go's script for modules of this version of Go.
func goScript(ctx context.Context, root string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "GOROOT")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("making the engine: go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", scriptName))
}

// MakeAndKeep makes the engine and puts it where the next build of the program finds it.
func MakeAndKeep(ctx context.Context, talk io.Writer) error {
	root, err := clone(ctx)
	if err != nil {
		return fmt.Errorf("the engine is made in a clone of the repository, with Go: %w", err)
	}
	e, err := Make(ctx, root, talk)
	if err != nil {
		return err
	}
	dir := filepath.Join(root, "studio", "site", "made")
	return cmp.Or(put(dir, moduleName, e.Module), put(dir, scriptName, e.Script))
}
