//go:build unix

package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endless has command lines, by command, that do not end by themselves. They read standard input,
// which is an open and empty pipe; or they send a request to SILENT, a server that does not answer;
// or their work does not end.
var endless = map[string][]string{
	"":       {"--level -"},
	"arena":  {"openings --count 100000", "run greedy random --games 1000000", "run greedy random --games 1000000 --store results.db", "tune floodfill --param hungry=0..100 --steps 500000 --games 2"},
	"bench":  {"--solver bfs --games 1000000 --fleet nats://SILENT", "--solver bfs --games 1000000", "bfs --rules hunter --games 1000000", "--solver bfs --games 1000000 --store results.db", "--solver bfs --level -"},
	"boggle": {"-", "--words -", "--grid aaaaaaaa/aaaaaaaa/aaaaaaaa/aaaaaacc/aaaaaacb --path aaaaaaaaaaaaaaaaaaaaaaaaab"},
	"doctor": {"SILENT --guest-timeout 1h"},
	"engine": {"spot", "--check tail"},
	"env":    {"", "--socket s"},
	"exact":  {"--board 5x7", "--position -"},
	"export": {"- --svg x.svg", "fifo --png x.png"},
	"fleet":  {"serve --port 0"},
	"game": {
		"--snake spot --time 300ms --rules solo --plain --output game.jsonl --record game.ouro",
		"--snake greedy --snake random --plain --output fifo",
	},
	"hunter":  {"--bots 1 --levels -"},
	"maze":    {"--moves 1000000 --regrow floor --json", "--level -"},
	"perft":   {"--board 20x20 --depth 60", "--positions -"},
	"play":    {"--level -"},
	"replay":  {"-", "fifo"},
	"report":  {"1 --store missing.db --out fifo"},
	"results": {"import - --store x.db", "import fifo --store x.db"},
	"serve":   {"--snake spot --port 0"},
	"share":   {"- --out x.html", "fifo --out x.html"},
	"studio":  {"--port 0"},
	"verify":  {"-", "fifo"},
	"worker":  {"--fleet nats://SILENT"},
	"watch":   {"hamilton --moves 1000000 --json", "hamilton --moves 1000000", "cell --level -"},
}

// prompt lists the commands that end at once and read no input.
var prompt = []string{"completion", "help", "list", "version"}

// stops are the signals that stop a command, with its exit code. Servers exit with 0.
var stops = []struct {
	signal syscall.Signal
	code   int
}{{syscall.SIGINT, 130}, {syscall.SIGTERM, 143}, {syscall.SIGHUP, 129}}

// TestSignals sends each signal to every command. The command stops its work and exits with
// the signal's code.
func TestSignals(t *testing.T) {
	for line := range strings.Lines(mustOuro(t, t.TempDir(), "__complete", "")) {
		name, _, isCommand := strings.Cut(line, "\t")
		if _, known := endless[name]; isCommand && !known && !strings.Contains(strings.Join(prompt, " "), name) {
			t.Errorf("no row of endless tests signals to ouro %s", name)
		}
	}
	silent, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0") // accepts no connection
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	for name, lines := range endless {
		for i, line := range lines {
			for j, stop := range stops {
				if works := !strings.HasSuffix(line, "-") && !strings.HasSuffix(line, "fifo"); works && (i+j+len(name))%len(stops) > 0 {
					continue // commands that compute are slow to test: one signal each
				}
				args := strings.Fields(strings.ReplaceAll(name+" "+line, "SILENT", silent.Addr().String()))
				t.Run(fmt.Sprintf("%s/%v", strings.Join(args, " "), stop.signal), func(t *testing.T) {
					t.Parallel()
					code := stop.code
					if slices.Contains([]string{"env", "fleet", "serve", "studio", "worker"}, name) {
						code = 0
					}
					testStop(t, args, stop.signal, code)
				})
			}
		}
	}
}

// testStop stops the program by a signal at some moment after it has begun to handle signals.
// The verdict does not depend on the moment.
func testStop(t *testing.T, args []string, signal syscall.Signal, want int) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newChild(t, dir, args...)
	c.Stdin = openPipe(t)
	c.startListening(t, thatListens)
	time.Sleep(100 * time.Millisecond)
	before := processorTime(c.Process.Pid)
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	if code := c.end(t); code != want {
		t.Errorf("exit code %d, want %d: %s", code, want, c.errs.String())
	}
	if after := c.ProcessState.UserTime() + c.ProcessState.SystemTime(); before > 0 && after-before > 10*time.Second {
		t.Errorf("after the signal the command used %v of processor time", after-before)
	}
	if strings.Contains(c.errs.String(), "canceled") {
		t.Errorf("the messages are %s", c.errs.String())
	}
}

// processorTime returns the processor time that a process has used so far. If the system
// does not report it, it returns 0.
func processorTime(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	var user, system int64
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	_, _ = fmt.Sscan(fields[11], &user)
	_, _ = fmt.Sscan(fields[12], &system)
	return time.Duration(user+system) * (time.Second / 100)
}

// TestWatchStopped: watch prints moves while the game is played. When it is stopped,
// the printed moves remain.
func TestWatchStopped(t *testing.T) {
	t.Parallel()
	c := newChild(t, t.TempDir(), "watch", "hamilton", "--board", "30x30", "--moves", "1000000")
	c.Stdout = nil
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 30)
	if _, err := io.ReadFull(out, first); err != nil || !regexp.MustCompile("^[URDL]+$").Match(first) {
		t.Errorf("%q, %v", first, err)
	}
	_ = c.Process.Signal(syscall.SIGINT)
	rest, err := io.ReadAll(out)
	if err != nil {
		t.Error(err)
	}
	moves, left, partial := strings.Cut(string(first)+string(rest), "\nPARTIAL: interrupted before the end\nhamilton on 30x30, seed 1: unfinished after ")
	made := strings.Count(moves, "") - 1 - strings.Count(moves, "\n")
	if code := c.end(t); code != 130 || !partial || !strings.HasPrefix(left, fmt.Sprint(made, " moves ")) ||
		!strings.Contains(c.errs.String(), fmt.Sprintf("ouro: stopped after %d moves; the moves so far are printed\n", made)) {
		t.Errorf("exit code %d, %d moves, %s\n%s", code, made, left, c.errs.String())
	}
}

// TestSecondSignalKills: if a first signal does not end the program, a second one kills it.
func TestSecondSignalKills(t *testing.T) {
	t.Parallel()
	for _, stop := range stops {
		c := newChild(t, t.TempDir())
		signs := c.startListening(t, thatStays)
		if err := c.Process.Signal(stop.signal); err != nil {
			t.Fatal(err)
		}
		if line, err := signs.ReadString('\n'); line != "stopping\n" {
			t.Errorf("after the first %v the child writes %q, %v", stop.signal, line, err)
		}
		if err := c.Process.Signal(stop.signal); err != nil {
			t.Fatal(err)
		}
		code := c.end(t)
		if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != stop.signal {
			t.Fatalf("the second %v does not kill: exit code %d", stop.signal, code)
		}
	}
}

// TestUnreadOutput: a signal ends a command even if no program reads its output. The command prints
// more than the pipe can hold, so it does not end by itself.
func TestUnreadOutput(t *testing.T) {
	t.Parallel()
	c := newChild(t, t.TempDir(), "game", "--snake", "greedy", "--snake", "hungry", "--output", "-")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = r.Close(), w.Close() }()
	c.Stdout = w
	c.startListening(t, thatListens)
	if _, err := r.Read(make([]byte, 1)); err != nil { // returns when the command has begun to print
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // by then the command usually waits for the reader; no verdict depends on this
	_ = c.Process.Signal(syscall.SIGTERM)
	if code := c.end(t); code != 143 {
		t.Errorf("exit code %d: %s", code, c.errs.String())
	}
}

// TestClosedOutput: if the program that reads a command's output closes it, the command writes the
// requested files and ends without a message.
func TestClosedOutput(t *testing.T) {
	for _, line := range []string{
		"game --snake greedy --snake hungry --output -",
		"game --snake greedy --snake hungry --output /dev/stdout --record file",
		"bench --solver bfs --games 5 --games-csv file",
		"list", "help", "completion bash", "watch cell --json",
	} {
		c := newChild(t, t.TempDir(), strings.Fields(line)...)
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		c.Stdout = w
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if code := c.end(t); code != 141 || strings.Contains(c.errs.String(), "ouro:") {
			t.Errorf("ouro %s: exit code %d, want 141: %s", line, code, c.errs.String())
		}
		_ = w.Close()
		if _, err := os.Stat(filepath.Join(c.Dir, "file")); err != nil && strings.Contains(line, "file") {
			t.Errorf("ouro %s: %v", line, err)
		}
	}
}
