package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the files in docs that are made from tables in the code")

// checkDoc compares a file of docs with what it is made from.
func checkDoc(t *testing.T, name, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Errorf("%s is not what the code says; write it anew with: go test ./cli -run '^%s$' -update", name, t.Name())
	}
}

// TestExitCodesDoc: docs and help have the one table.
func TestExitCodesDoc(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Exit codes\n\nAll commands of Ouro end with one of these codes; `ouro help exit-codes` prints the\nsame table. An error is one line on standard error that begins with `ouro: `.\n\n| code | meaning |\n|---:|---|\n")
	code, help, _ := run(t, "help", "exit-codes")
	help = strings.Join(strings.Fields(help), " ")
	for _, e := range exits {
		fmt.Fprintf(&b, "| %d | %s |\n", e.code, e.meaning)
		if code != exitDone || !strings.Contains(help, fmt.Sprintf("%d %s", e.code, e.meaning)) {
			t.Errorf("help lacks %d, %s", e.code, e.meaning)
		}
	}
	checkDoc(t, "../docs/exit-codes.md", b.String())
}

// run runs a command line in this process.
func run(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = Main(t.Context(), args, IO{In: strings.NewReader(""), Out: &o, Err: &e})
	return code, o.String(), e.String()
}

// TestExitCode: every kind of end has its code, and every code stands in the table.
func TestExitCode(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	by := func(s syscall.Signal) context.Context {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(Stopped{s})
		return ctx
	}
	full := &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
	for _, c := range []struct {
		what string
		ctx  context.Context
		err  error
		want int
	}{
		{"nothing", t.Context(), nil, 0},
		{"an answer", t.Context(), runError{errNo}, 3},
		{"an answer with a reason", t.Context(), runError{negativef("turn 3 differs")}, 3},
		{"an error of cobra", t.Context(), errors.New("unknown"), 2},
		{"an error of usage", t.Context(), runError{fmt.Errorf("x: %w", usagef("y"))}, 2},
		{"an error of the work", t.Context(), runError{full}, 1},
		{"a timeout", t.Context(), runError{context.DeadlineExceeded}, 124},
		{"an end without a signal", canceled, runError{canceled.Err()}, 130},
		{"SIGINT", by(syscall.SIGINT), runError{context.Canceled}, 130},
		{"SIGTERM", by(syscall.SIGTERM), runError{context.Canceled}, 143},
		{"SIGHUP", by(syscall.SIGHUP), runError{context.Canceled}, 129},
		{"a closed pipe", t.Context(), runError{&os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}}, 141},
	} {
		got := exitCode(c.ctx, c.err)
		if got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
		known := false
		for _, e := range exits {
			known = known || e.code == got
		}
		if !known {
			t.Errorf("%s: %d is not in the table", c.what, got)
		}
	}
}

// TestWhoseTimeIsUp: that of the command is told as such, and that of a guest who
// never answers is a failure like any other.
func TestWhoseTimeIsUp(t *testing.T) {
	code, _, errs := run(t, "perft", "--board", "6x6", "--depth", "60", "--timeout", "1ms")
	if code != exitOutOfTime || !strings.HasSuffix(errs, "ouro: stopped by --timeout\n") || strings.Contains(errs, "deadline") {
		t.Errorf("code %d, %s", code, errs)
	}
	deaf, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	code, _, errs = run(t, "game", "greedy", "me="+deaf.Addr().String(), "--guest-timeout", "10ms")
	if code != exitFailed || errs != "ouro: snake me does not answer GET /: http://"+deaf.Addr().String()+": timed out\n" {
		t.Errorf("code %d, %s", code, errs)
	}
}

// TestHelpTopics: what is unknown is an error that suggests the nearest.
func TestHelpTopics(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"help", "bench"}, {"help", "exit-codes"}, {"exit-codes"}, {"--help"}, {"bench", "--help"}, {"bench", "-h"}} {
		if code, out, errs := run(t, args...); code != exitDone || out == "" || errs != "" {
			t.Errorf("%q: code %d, %d bytes, %q", args, code, len(out), errs)
		}
	}
	code, _, errs := run(t, "help", "bnech")
	if code != exitUsage || !strings.HasPrefix(errs, `ouro: unknown command "bnech"; did you mean bench? (known: arena, `) || !strings.Contains(errs, "exit-codes") {
		t.Errorf("code %d, %s", code, errs)
	}
}

// TestChangedRecord: replay and verify end with the same code on a record that was
// changed, and on one that is as it was.
func TestChangedRecord(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{} // by what was played
	for what, args := range map[string][]string{
		"classic":     {"bench", "lookahead", "--board", "6x6", "--games", "1", "--records", filepath.Join(dir, "classic")},
		"battlesnake": {"game", "greedy", "random", "--record", filepath.Join(dir, "game.ouro")},
		"hunter":      {"hunter", "--bots", "2", "--start-level", "7", "--solver", "bfs", "--record", filepath.Join(dir, "hunter.ouro")},
	} {
		if code, _, errs := run(t, args...); code != exitDone {
			t.Fatalf("%q: %s", args, errs)
		}
		files[what] = args[len(args)-1]
	}
	files["classic"] = filepath.Join(files["classic"], "lookahead-0.ouro")
	for what, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		seed := regexp.MustCompile(`(?m)^seed .*$`)
		if !seed.Match(text) {
			t.Fatalf("%s: no seed in %.200s", what, text)
		}
		changed := name + ".changed"
		if err := os.WriteFile(changed, seed.ReplaceAll(text, []byte("seed 99")), 0o600); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]int{name: exitDone, changed: exitNo} {
			for _, command := range []string{"replay", "verify"} {
				code, out, errs := run(t, command, name)
				if code != want || want == exitNo && !strings.Contains(out+errs, "differs from the record") {
					t.Errorf("ouro %s on the %s record: code %d, want %d: %s%s", command, what, code, want, out, errs)
				}
			}
		}
	}
}

// TestTimeoutHidesItsDeadline: solvers do not see a --timeout coming, for which they would
// hurry; it ends what is below as a deadline does.
func TestTimeoutHidesItsDeadline(t *testing.T) {
	ctx, cancel := timeoutFlag(time.Millisecond).limit(t.Context())
	defer cancel()
	below, cancel := context.WithCancel(ctx)
	defer cancel()
	if at, ok := below.Deadline(); ok {
		t.Errorf("it is seen to end at %v", at)
	}
	<-below.Done()
	if !errors.Is(below.Err(), context.DeadlineExceeded) || exitCode(ctx, below.Err()) != exitOutOfTime {
		t.Errorf("it ends with %v", below.Err())
	}
}
