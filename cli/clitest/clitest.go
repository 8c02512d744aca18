// Package clitest runs command lines for tests of commands.
package clitest

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
	"ouro/cli"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/roster"
)

// Words splits a command line as a shell does. It knows only single quotes and backslashes.
func Words(line string) []string {
	var all []string
	word, quoted := "", false
	flush := func() {
		all, word = append(all, word), ""
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'':
			quoted = !quoted
		case c == '\\' && !quoted:
			i++
			word += line[i : i+1]
		case c == ' ' && !quoted:
			flush()
		default:
			word += line[i : i+1]
		}
	}
	flush()
	return slices.DeleteFunc(all, func(w string) bool { return w == "" })
}

// Main runs the tests of a package. The tests cannot create the user's default results file, so
// they store results only in files that they name.
func Main(m *testing.M) {
	nowhere := filepath.Join(os.DevNull, "results") // a directory that cannot exist
	for name, value := range map[string]string{flags.StoreVariable: experiment.NoStore, "XDG_DATA_HOME": nowhere, "LocalAppData": nowhere} {
		if err := os.Setenv(name, value); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	debug.SetGCPercent(400) // with the default, the garbage collector would run every few milliseconds
	os.Exit(m.Run())
}

// WithOwnStore moves the default results file to a temporary folder, and returns its name.
func WithOwnStore(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"HOME", "LocalAppData", "XDG_DATA_HOME"} {
		t.Setenv(name, home)
	}
	t.Setenv(flags.StoreVariable, "")
	file := experiment.OwnStore()
	if inside, err := filepath.Rel(home, file); err != nil || !filepath.IsLocal(inside) {
		t.Fatalf("the results file is %s, which is not in %s", file, home)
	}
	return file
}

// waiting is the message about an engine that has not answered within a second. Whether a command
// prints it depends on the load of the machine.
var waiting = regexp.MustCompile(`(?m)^ouro: waiting for .*\n`)

// Run runs a command line in this process. It omits messages about slow engines.
func Run(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = cli.Main(t.Context(), args, command.IO{In: strings.NewReader(""), Out: &o, Err: &e})
	return code, o.String(), waiting.ReplaceAllString(e.String(), "")
}

// RunOK runs a command that must succeed, and returns both outputs.
func RunOK(t *testing.T, line string) (out, errs string) {
	t.Helper()
	code, out, errs := Run(t, strings.Fields(line)...)
	if code != command.ExitDone {
		t.Fatalf("ouro %s: exit code %d: %s", line, code, errs)
	}
	return out, errs
}

// Results runs ouro results, which must end with exit code want, and returns all output.
func Results(t *testing.T, want int, args string) string {
	t.Helper()
	code, out, errs := Run(t, append([]string{"results"}, strings.Fields(args)...)...)
	if code != want {
		t.Fatalf("ouro results %s: code %d, want %d\n%s%s", args, code, want, out, errs)
	}
	return out + errs
}

// RunStored runs a command that must succeed, and returns its output. lines are the lines about
// stored games that the command must print on standard error.
func RunStored(t *testing.T, lines, line string) string {
	t.Helper()
	code, out, errs := Run(t, strings.Fields(line)...)
	if known := strings.Join(knownLines.FindAllString(errs, -1), ""); code != command.ExitDone || known != lines {
		t.Errorf("ouro %s: exit code %d; standard error is\n%swant these lines about stored games:\n%s", line, code, errs, lines)
	}
	return out
}

// WantParts fails the test unless text contains all parts. It ignores the line breaks of text.
func WantParts(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) && !strings.Contains(strings.Join(strings.Fields(text), " "), p) { // ignores line breaks
			t.Errorf("the text lacks %q:\n%s", p, text)
		}
	}
}

func Read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func Write(t *testing.T, name, text string) {
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// ServeSnake serves a solver as a remote snake and returns its URL.
func ServeSnake(t *testing.T, solver string) string {
	t.Helper()
	s, err := server.New(server.Config{Snakes: []server.Snake{{
		Name: solver, Info: wire.Info{Author: "me", Color: "#336699"},
		Make: func(setup ouro.Setup) (ouro.Solver, error) { return roster.Make(ouro.Spec{Name: solver}, setup) },
	}}})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(s)
	t.Cleanup(func() {
		srv.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv.URL
}

// ServeHealthy serves a snake that answers without faults, and returns its URL.
func ServeHealthy(t *testing.T) string { return ServeSnake(t, "floodfill") }

// FlawedEngine is the shell script of an engine that exits on its first turn.
const FlawedEngine = "while read -r line; do case $line in *hello*) echo '{\"type\":\"hello\",\"version\":1,\"name\":\"flawed\",\"author\":\"me\",\"games\":[\"classic\"],\"options\":[{\"name\":\"depth\",\"type\":\"int\"}]}' ;; *new*) echo '{\"type\":\"ready\"}' ;; *turn*) echo no idea >&2; exit 3 ;; esac; done\n"
