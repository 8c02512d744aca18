// Package saboteur checks that the tests of docs/promises.md can fail. A saboteur is a small
// change of the source that breaks a promise; the promise's test must fail with it.
//
//	OURO_SABOTEURS=1 go test ./scripts/saboteur -run TestSaboteurs/lab -v -timeout 3h
//
// runs the saboteurs of the tests whose package or name contains lab. The source does not
// change: Go reads the changed files from an overlay.
//
// The saboteurs are in *.txt beside this file:
//
//	lab.TestAddTwice         the test, by package and name
//	in lab                   the folder of the change, if it is not the test's package
//	only deep                the subtest, if one is enough
//	with OURO_TRIALS=1       the environment that the test needs
//	hangs                    the broken test waits for ever, so its timeout is its failure
//	-	if known[i] {         the removed lines, once in the folder; comments are ignored
//	+	if false {            the added lines
package saboteur

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the module.
const root = "../.."

// TestSaboteurs applies each saboteur and runs its test, which must fail.
func TestSaboteurs(t *testing.T) {
	if os.Getenv("OURO_SABOTEURS") == "" {
		t.Skip("OURO_SABOTEURS is not set; all saboteurs take an hour")
	}
	all, _ := inputs(t)
	for _, s := range all {
		t.Run(s.test, func(t *testing.T) {
			found, err := s.run(t.Context(), t.TempDir())
			if err != nil {
				t.Fatalf("%s: %v", s.at, err)
			}
			if !found {
				t.Errorf("%s: the test passes although its promise is broken", s.at)
			}
		})
	}
}

// TestSaboteursApply: the lines that a saboteur removes occur exactly once in the source.
// docs/promises.md names its test with the package, or docs/deploy.md names it without the
// package.
func TestSaboteursApply(t *testing.T) {
	all, promises := inputs(t)
	for _, s := range all {
		if _, _, err := s.changed(root); err != nil {
			t.Errorf("%s: %s: %v", s.at, s.test, err)
		}
		if _, name := s.split(); !strings.Contains(promises[0], "`"+s.test+"`") && !strings.Contains(promises[1], "`"+name+"`") {
			t.Errorf("%s: neither docs/promises.md nor docs/deploy.md names %s", s.at, s.test)
		}
	}
}

var named = regexp.MustCompile("`([a-z/]+\\.Test\\w+)`")

// TestPromisesHaveSaboteurs: each row of docs/promises.md has a test with a saboteur, and
// names each test with its package.
func TestPromisesHaveSaboteurs(t *testing.T) {
	all, texts := inputs(t)
	rows := 0
	for line := range strings.Lines(texts[0]) {
		if !strings.Contains(line, "Test") || line[0] != '|' {
			continue
		}
		rows++
		tests := named.FindAllStringSubmatch(line, -1)
		if len(tests) != strings.Count(line, "Test") {
			t.Errorf("a test without its package: %s", line)
		}
		if !slices.ContainsFunc(all, func(s saboteur) bool {
			return slices.ContainsFunc(tests, func(m []string) bool { return m[1] == s.test })
		}) {
			t.Errorf("no saboteur: %s", line)
		}
	}
	if rows < 90 {
		t.Errorf("docs/promises.md has %d rows with tests; at least 90 are expected", rows)
	}
}

// inputs returns the saboteurs, and the texts of docs/promises.md and docs/deploy.md.
func inputs(t *testing.T) (all []saboteur, promises [2]string) {
	t.Helper()
	all, err := read(".")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"promises", "deploy"} {
		text, err := os.ReadFile(filepath.Join(root, "docs", name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		promises[i] = string(text)
	}
	return all, promises
}

// A saboteur is one change and the test that must find it.
type saboteur struct {
	at       string // file:line where the saboteur is defined
	test     string // package.TestName
	folder   string
	only     string // subtest; empty means all
	hangs    bool   // a timeout counts as a failure of the test
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

// read returns the saboteurs in the files of a folder.
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
						return nil, fmt.Errorf("%s: a saboteur without removed lines", s.at)
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
			case line == "hangs":
				s.hangs = true
			case strings.HasPrefix(line, "with "):
				s.env = append(s.env, strings.Fields(line)[1:]...)
			case s.test == "":
				s.at, s.test = fmt.Sprintf("%s:%d", file, i+1), line
				s.folder, _ = s.split()
			default:
				return nil, fmt.Errorf("%s:%d: %q is neither in, only, with, hangs, - nor +", file, i+1, line)
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

// changed returns the file below root that the saboteur changes, and the changed text.
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
		return "", "", fmt.Errorf("the removed lines occur %d times in %s; want once:\n%s", found, s.folder, s.old)
	}
	return file, text, nil
}

// run reports whether the test fails with the changed file. dir must be an empty folder.
func (s saboteur) run(ctx context.Context, dir string) (found bool, err error) {
	file, text, err := s.changed(root)
	if err != nil {
		return false, err
	}
	if file, err = filepath.Abs(file); err != nil {
		return false, err
	}
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
	timeout := "5m"
	if s.hangs {
		timeout = "1m"
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-vet=off", "-count=1", "-timeout", timeout, "-run", tests, "./"+folder)
	cmd.Dir = root
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
	case strings.Contains(string(out), "panic: test timed out") && !s.hangs:
		return false, errors.New("the test took too long")
	}
	return true, nil
}
