//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// withoutEnd is a line of a script. With it, the script's standard input never ends, because the
// script keeps the writing end of the pipe open. Only Linux can open a pipe in this way, and only on
// Linux does Ouro kill an engine whose input has not ended.
const withoutEnd = "[ -e /proc/$$/fd/0 ] && exec 3<>/proc/$$/fd/0\n"

// TestEnginesEnd: when the program ends for any reason except that it is killed, no process of
// an engine survives, nor any process that an engine has started.
func TestEnginesEnd(t *testing.T) {
	for _, c := range []struct {
		signal syscall.Signal
		code   int
		forks  string
	}{
		{syscall.SIGINT, 130, "sleep 1000 & echo $! >>pids\n"},
		{syscall.SIGTERM, 143, "sleep 1000 & echo $! >>pids\n"},
		{syscall.SIGKILL, -1, withoutEnd},
	} {
		t.Run(fmt.Sprint(c.signal), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			exe, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			script := c.forks + "echo $$ >>pids\nexec '" + exe + "' engine cell\n"
			if err := os.WriteFile(filepath.Join(dir, "snake.sh"), []byte(script), 0o600); err != nil {
				t.Fatal(err)
			}
			child := newChild(t, dir, "bench", "--solver", "exec:sh snake.sh", "--games", "100000", "--workers", "2")
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			started := func() []int { return pidsOf(t, filepath.Join(dir, "pids")) }
			t.Cleanup(func() { // after a failure, engines may still run
				for _, pid := range started() {
					if !ended(pid) {
						_ = syscall.Kill(pid, syscall.SIGKILL)
					}
				}
			})
			eventually(t, "two engines start", func() bool { return len(started()) >= 2*(1+strings.Count(c.forks, "$!")) })
			time.Sleep(100 * time.Millisecond) // long enough for a game or two
			if err := child.Process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			if code := child.end(t); code != c.code {
				t.Errorf("exit code %d, want %d: %s", code, c.code, child.errs.String())
			}
			for _, pid := range started() {
				eventually(t, fmt.Sprintf("process %d ends", pid), func() bool { return ended(pid) })
			}
		})
	}
}

// TestMuteEnginesEnd: a signal ends a command that waits for a program that is not an engine.
func TestMuteEnginesEnd(t *testing.T) {
	for _, args := range []string{"bench SOLVER --games 2", "bench cell SOLVER", "watch SOLVER", "game SOLVER spot", "export --solver SOLVER --svg a.svg", "arena run SOLVER spot --games 2"} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			words := strings.Fields(args)
			words[slices.Index(words, "SOLVER")] = "exec:sleep 1000"
			child := newChild(t, t.TempDir(), words...)
			child.Stderr = nil
			pipe, err := child.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			text := bufio.NewReader(pipe)
			if line, _ := text.ReadString('\n'); line != "ouro: waiting for sleep 1000\n" {
				t.Errorf("the first message is %q", line)
			}
			if err := child.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			// If the command waited until the engine's timeout, it would end with an error and another
			// exit code.
			rest, _ := io.ReadAll(text)
			if code := child.end(t); code != 130 || len(rest) > 0 {
				t.Errorf("exit code %d: %s", code, rest)
			}
		})
	}
}

// pidsOf returns the process IDs in a file that has one on each line.
func pidsOf(t *testing.T, file string) (pids []int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if pid, err := strconv.Atoi(strings.TrimSuffix(line, "\n")); err == nil && strings.HasSuffix(line, "\n") {
			pids = append(pids, pid)
		}
	}
	return pids
}

// ended reports whether a process is gone or a zombie.
func ended(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := strings.Cut(string(stat), ") ")
	return err == nil && strings.HasPrefix(state, "Z")
}

// eventually waits until condition returns true.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	t.Log("waiting until " + what)
	for !condition() {
		time.Sleep(10 * time.Millisecond)
	}
}
