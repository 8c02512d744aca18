package arena_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ouro"
	"ouro/cli"
	"ouro/cli/clitest"
	"ouro/cli/command"
)

// TestArenaOpenings: the list does not depend on the number of workers. The command can
// read the list that it prints.
func TestArenaOpenings(t *testing.T) {
	search := []string{"arena", "openings", "balanced:turns=4,nodes=5,games=4,snake=floodfill", "--count", "4", "--board", "7x7"}
	code, list, errs := clitest.Run(t, append(search, "--workers", "1")...)
	if code != 0 {
		t.Fatal(errs)
	}
	if _, again, _ := clitest.Run(t, append(search, "--workers", "3")...); again != list {
		t.Errorf("three workers print\n%s\none\n%s", again, list)
	}
	lines := strings.Split(strings.TrimSpace(list), "\n")
	if len(lines) != 5 || lines[0] != "# "+search[2]+": standard 7x7, 2 snakes, seed 1" {
		t.Fatalf("printed\n%s", list)
	}
	want := map[string]bool{}
	for _, line := range lines[1:] {
		text, judged, _ := strings.Cut(line, " ")
		if s, err := ouro.ParseState(text); err != nil || s.Turn != 4 || !strings.HasSuffix(judged, " in 4 games") {
			t.Errorf("%v in %s", err, line)
		}
		want[text] = true
	}
	name := filepath.Join(t.TempDir(), "list.txt")
	if err := os.WriteFile(name, []byte(list), 0o666); err != nil {
		t.Fatal(err)
	}
	code, again, errs := clitest.Run(t, "arena", "openings", name, "--count", "9")
	have := strings.Split(strings.TrimSpace(again), "\n")[1:]
	if code != 0 || len(have) != len(want) {
		t.Fatalf("exit code %d\n%s%s", code, again, errs)
	}
	for _, line := range have {
		if !want[line] {
			t.Errorf("%s is not in the list", line)
		}
	}
	for _, c := range []struct{ args, want string }{
		{name + " --seats 4", "the position has 2 living snakes, and the game 4"},
		{name + " --board 11x11", "the position has the board 7x7, and the game 11x11"},
		{"rules", "the starts of the rules cannot be listed"},
		{"--rules maze", "missing --board"},
		{"--rules nosuch", "unknown rules"},
		{"--count 0", "--count 0: must be at least 1"},
		{"--count 100001", "a list has at most 100000 positions"},
	} {
		if code, out, errs := clitest.Run(t, append([]string{"arena", "openings"}, strings.Fields(c.args)...)...); code == 0 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit code %d, %s%s, want %s", c.args, code, out, errs, c.want)
		}
	}
}

// stopAfter is a writer that interrupts the command after this many lines.
type stopAfter struct {
	bytes.Buffer
	lines int
	stop  context.CancelFunc
}

func (w *stopAfter) Write(b []byte) (int, error) {
	if n, err := w.Buffer.Write(b); err != nil || bytes.Count(w.Bytes(), []byte("\n")) < w.lines {
		return n, err
	}
	w.stop()
	return len(b), nil
}

// TestArenaOpeningsStopped: a stopped command marks its list as partial, and the list can
// still be read.
func TestArenaOpeningsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out, errs := stopAfter{lines: 3, stop: cancel}, bytes.Buffer{}
	code := cli.Main(ctx, []string{"arena", "openings", "balanced:turns=4,nodes=5,games=4,snake=floodfill", "--count", "2000", "--board", "7x7"}, command.IO{Out: &out, Err: &errs})
	list := out.String()
	lines := strings.Split(strings.TrimSpace(list), "\n")
	end := "# PARTIAL: " + strconv.Itoa(len(lines)-2) + " of 2000 positions"
	if code != command.ExitSignal+int(syscall.SIGINT) || len(lines) < 4 || lines[len(lines)-1] != end {
		t.Errorf("exit code %d, printed\n%s", code, list)
	}
	if want := "ouro: partial, " + strconv.Itoa(len(lines)-2) + " of 2000 positions; "; !strings.Contains(errs.String(), want) {
		t.Errorf("the messages are %s, want %s", &errs, want)
	}
	name := filepath.Join(t.TempDir(), "list.txt")
	if err := os.WriteFile(name, []byte(list), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, again, errs := clitest.Run(t, "arena", "openings", name); code != 0 || strings.Count(again, "\n") != len(lines)-1 || strings.Contains(again, "PARTIAL") {
		t.Errorf("reading the partial list: exit code %d, want all its positions\n%s%s", code, again, errs)
	}
}
