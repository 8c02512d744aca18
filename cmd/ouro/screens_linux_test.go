package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"ouro/internal/needs"
)

// openTerminal returns both ends of a terminal of 120x40: person is the user's end, program
// is the program's end.
func openTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		needs.Missing(t, fmt.Sprint("no terminals here: ", err))
	}
	t.Cleanup(func() { _ = person.Close() })
	control := func(request uintptr, arg unsafe.Pointer) {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, person.Fd(), request, uintptr(arg)); errno != 0 {
			t.Fatal(errno)
		}
	}
	var number, unlocked int32
	size := [4]uint16{40, 120}
	control(syscall.TIOCSPTLCK, unsafe.Pointer(&unlocked))
	control(syscall.TIOCGPTN, unsafe.Pointer(&number))
	control(syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	if program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = program.Close() })
	return person, program
}

// onScreen runs the program on a terminal, and types keys when its screen shows words. It returns the
// exit code, what the screen showed, and the text that the program prints after it has left the
// screen.
func onScreen(t *testing.T, dir, words, keys string, args ...string) (code int, screen, text string) {
	t.Helper()
	person, program := openTerminal(t)
	c := newChild(t, dir, args...)
	c.Stdin, c.Stdout, c.Stderr = program, program, program
	c.Env = append(c.Env, "TERM=xterm-256color", "HOME="+dir, "XDG_CONFIG_HOME="+dir)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if err := program.Close(); err != nil {
		t.Fatal(err)
	}
	var seen bytes.Buffer
	left := make(chan struct{})
	go func() {
		defer close(left)
		typed, part := false, make([]byte, 1<<16)
		for {
			n, err := person.Read(part)
			seen.Write(part[:n])
			if !typed && bytes.Contains(seen.Bytes(), []byte(words)) {
				typed = true
				_, _ = person.WriteString(keys)
			}
			if err != nil { // no process has the terminal open
				return
			}
		}
	}()
	code = c.end(t)
	<-left
	screen, text, restored := strings.Cut(seen.String(), "\x1b[?1049l")
	if !restored {
		t.Errorf("ouro %s: the program does not restore the terminal", strings.Join(args, " "))
	}
	return code, screen, text
}

// TestKeysThatEnd: on every screen, Ctrl-C acts as SIGINT and q leaves.
func TestKeysThatEnd(t *testing.T) {
	records := t.TempDir()
	mustOuro(t, records, "bench", "bfs", "--board", "6x6", "--games", "1", "--records", ".")
	mustOuro(t, records, "game", "greedy", "random", "--plain", "--record", "battle.ouro")
	mustOuro(t, records, "hunter", "--bots", "1", "--record", "hunter.ouro")
	const tournament = "arena run greedy floodfill --games 20000 --nodes 600 --store duel.db"
	cases := []struct {
		line, words string
		quit        int
		stopped     string // text printed after Ctrl-C
	}{
		{"", "menu", 0, ""},
		{"watch bfs", "bfs", 0, ""},
		{"watch bfs astar", "compare", 0, ""},
		{"maze", "maze", 0, ""},
		{"play", "Steer to start", 0, ""},
		{"hunter", "press a key to start", 0, ""},
		{"hunter --bots 1", "score", 0, ""},
		{"game greedy random --speed 1", "greedy", 0, "ouro: stopped after"},
		{"replay --watch " + filepath.Join(records, "bfs-0.ouro"), "record", 0, ""},
		{"replay --watch " + filepath.Join(records, "battle.ouro"), "greedy", 0, ""},
		{"replay --watch " + filepath.Join(records, "hunter.ouro"), "record", 0, ""},
		{tournament, "now playing", 0, "continue with: ouro arena run"},
		{tournament + " --format sprt", "now playing", 3, "continue with: ouro arena run"},
	}
	for _, c := range cases[:needs.Many(len(cases)-1, len(cases))] {
		for keys, want := range map[string]int{"q": c.quit, "\x03": 130} {
			t.Run(fmt.Sprintf("%s/%q", filepath.Base(c.line), keys), func(t *testing.T) {
				t.Parallel()
				code, _, text := onScreen(t, t.TempDir(), c.words, keys, strings.Fields(c.line)...)
				if code != want {
					t.Errorf("exit code %d, want %d: %s", code, want, text)
				}
				if keys == "\x03" && !strings.Contains(text, c.stopped) || strings.Contains(text, "canceled") {
					t.Errorf("the program prints %s", text)
				}
			})
		}
	}
}

// TestKeysAfterTheEnd: when the shown game is over, Ctrl-C leaves the screen as q does, and both
// print the result and the command that shows the game again.
func TestKeysAfterTheEnd(t *testing.T) {
	for line, result := range map[string]string{
		"game greedy random --speed 0":         "greedy wins",
		"watch cell --board 4x4 --speed 0":     "cell: won after \\d+ moves at length 16 of 16\r?\nagain: ouro watch cell --board 4x4 --seed 1\r?\n",
		"watch cell bfs --board 4x4 --speed 0": "(?s)cell: won after .*bfs: .*again: ouro watch cell bfs --board 4x4 --seed 1\r?\n",
		"maze --level orchard --speed 0":       "edible walls left\r?\nagain: ouro ",
	} {
		var texts []string
		for _, key := range []string{"q", "\x03"} {
			code, _, text := onScreen(t, t.TempDir(), "■ over", key, strings.Fields(line)...)
			if code != 0 || !regexp.MustCompile(result).MatchString(text) || strings.Contains(text, "stopped") {
				t.Errorf("ouro %s, key %q: exit code %d, the program prints %s", line, key, code, text)
			}
			texts = append(texts, text)
		}
		if texts[0] != texts[1] {
			t.Errorf("ouro %s: after q the program prints %s, after Ctrl-C %s", line, texts[0], texts[1])
		}
	}
}

// TestPaceOfRemoteSnakes: a screen shows games with remote snakes at the pace of other games.
func TestPaceOfRemoteSnakes(t *testing.T) {
	snake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := `{"apiversion":"1"}`
		if r.URL.Path == "/move" {
			text = `{"move":"up"}`
		}
		_, _ = io.WriteString(w, text)
	}))
	defer snake.Close()
	for _, opponent := range []string{"spot", snake.URL} {
		if _, screen, _ := onScreen(t, t.TempDir(), "seed 1", "q", "game", opponent, "greedy", "--guest-timeout", "1m"); !strings.Contains(screen, "8 moves/s") {
			t.Errorf("a game with %s is not shown at 8 moves/s: %s", opponent, screen)
		}
	}
}

// TestLeftGame: when the user leaves a game before its end, the program names the files that have
// the first turns.
func TestLeftGame(t *testing.T) {
	_, _, text := onScreen(t, t.TempDir(), "seed 1", "q", "game", "spot", "greedy", "--speed", "1", "--record", "game.ouro", "--output", "game.jsonl")
	if !regexp.MustCompile(`ouro: game\.ouro and game\.jsonl have the first \d+ turns?: the game was not finished\r?\n`).MatchString(text) {
		t.Errorf("the program prints %s", text)
	}
}
