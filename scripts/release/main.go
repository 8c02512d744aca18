//go:build ignore

// Release builds an archive of the programs for every system, with licenses, the first documents
// to read, and checksums. The same commit and the same version of Go always give the same bytes, on
// any machine: files have the time of the commit, and owners and paths are omitted. The work tree
// must be clean, because the version names only the commit.
//
//	go run scripts/release/main.go -out dist
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouro/studio/site"
)

var targets = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// programs are the programs in an archive. Each is a package in cmd.
var programs = []string{"ouro", "ouro-hub"}

var documents = []string{"CHANGELOG.md", "LICENSE", "README.md"}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	out := flag.String("out", "dist", "create the archives in this `DIRECTORY`")
	only := flag.String("targets", strings.Join(targets, ","), "`LIST` of systems")
	dirty := flag.Bool("dirty", false, "allow a work tree that differs from its commit")
	flag.Parse()
	if err := release(ctx, *out, strings.Split(*only, ","), *dirty); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(ctx context.Context, out string, systems []string, dirty bool) error {
	for _, target := range systems {
		if !slices.Contains(targets, target) {
			return fmt.Errorf("unknown system %q (known: %s)", target, strings.Join(targets, ", "))
		}
	}
	changed, err := output(ctx, "git", "status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" && !dirty {
		return fmt.Errorf("the tree differs from its commit:\n%s\ncommit first, or use -dirty", changed)
	}
	stamp, err := output(ctx, "git", "show", "-s", "--format=%ct", "HEAD")
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return err
	}
	if err := site.MakeAndSave(ctx, os.Stderr); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "ouro-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	var sums bytes.Buffer
	for _, target := range systems {
		name, archive, err := build(ctx, temp, target, time.Unix(seconds, 0).UTC())
		if err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
		if err := os.WriteFile(filepath.Join(out, name), archive, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s  %.1f MB\n", name, float64(len(archive))/1e6)
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(archive), name)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), sums.Bytes(), 0o644)
}

func output(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		err = fmt.Errorf("%s %s: %w\n%s", name, args[0], err, failed.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

func build(ctx context.Context, temp, target string, at time.Time) (name string, archive []byte, err error) {
	system, processor, _ := strings.Cut(target, "/")
	var built []string
	for _, program := range programs {
		path := filepath.Join(temp, program)
		if system == "windows" {
			path += ".exe"
		}
		cmd := exec.CommandContext(ctx, "go", "build", "-buildvcs=true", "-trimpath", "-ldflags", "-s -w", "-o", path, "./cmd/"+program)
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1")
		if text, err := cmd.CombinedOutput(); err != nil {
			return "", nil, fmt.Errorf("go build: %w\n%s", err, text)
		}
		built = append(built, path)
	}
	info, err := buildinfo.ReadFile(built[0])
	if err != nil {
		return "", nil, err
	}
	name = fmt.Sprintf("ouro-%s-%s-%s", info.Main.Version, system, processor)
	files, err := contents(ctx, name, built)
	if err != nil {
		return "", nil, err
	}
	if system == "windows" {
		archive, err = zipped(files, at)
		return name + ".zip", archive, err
	}
	archive, err = tarred(files, at)
	return name + ".tar.gz", archive, err
}

// contents returns the files of an archive, in a folder of this name.
func contents(ctx context.Context, name string, built []string) ([]file, error) {
	notices, err := output(ctx, "go", append([]string{"run", "scripts/notices/main.go"}, built...)...)
	if err != nil {
		return nil, err
	}
	files := []file{{path.Join(name, "NOTICES"), 0o644, []byte(notices + "\n")}}
	for _, from := range slices.Concat(documents, built) {
		text, err := os.ReadFile(from)
		if err != nil {
			return nil, err
		}
		mode := int64(0o644)
		if slices.Contains(built, from) {
			mode = 0o755
		}
		files = append(files, file{path.Join(name, filepath.Base(from)), mode, text})
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	return files, nil
}

type file struct {
	name string
	mode int64
	text []byte
}

func tarred(files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	packed, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(packed)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.text)), ModTime: at, Format: tar.FormatUSTAR})
		if err == nil {
			_, err = w.Write(f.text)
		}
		if err != nil {
			return nil, err
		}
	}
	err = cmp.Or(w.Close(), packed.Close())
	return b.Bytes(), err
}

func zipped(files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(os.FileMode(f.mode))
		to, err := w.CreateHeader(h)
		if err == nil {
			_, err = io.Copy(to, bytes.NewReader(f.text))
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
