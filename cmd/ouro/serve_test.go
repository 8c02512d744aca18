package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestServeUnreadLog: if no program reads the log, or the reader has closed it, the server neither
// delays moves nor ends. It counts the lines that it drops.
func TestServeUnreadLog(t *testing.T) {
	const games, rounds = 400, 50 // more lines than the pipe and its queue hold
	counted := regexp.MustCompile(`(?m)^ouro_log_dropped_total (\S+)$`)
	for _, gone := range []bool{false, true} {
		t.Run(fmt.Sprintf("gone=%v", gone), func(t *testing.T) {
			unread, log, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = unread.Close() }()
			cmd := exec.CommandContext(t.Context(), "ouro", "serve", "bfs", "--port", "0", "--log", "debug")
			cmd.Stderr = log
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			_ = log.Close()
			defer func() { _ = cmd.Process.Kill() }()
			line, err := bufio.NewReaderSize(unread, 16).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			url := regexp.MustCompile(`http://[^/]+`).FindString(line)
			if gone {
				_ = unread.Close()
			}
			client := new(http.Client)
			defer client.CloseIdleConnections()
			ask := func(method, page, body string) string {
				t.Helper()
				req, err := http.NewRequestWithContext(t.Context(), method, url+page, strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				resp, err := client.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = resp.Body.Close() }()
				text, err := io.ReadAll(resp.Body)
				if err != nil || resp.StatusCode != http.StatusOK {
					t.Fatalf("%s: %v: %s", resp.Status, err, text)
				}
				return string(text)
			}
			const snake = `{"id":"a","health":90,"body":[{"x":2,"y":2},{"x":2,"y":1}]}`
			var dropped []string
			for i := 0; i < games*rounds && (dropped == nil || dropped[1] == "0"); i++ {
				ask(http.MethodPost, "/move", fmt.Sprintf(`{"game":{"id":"g%d","timeout":20000},"board":{"width":5,"height":5,"snakes":[%s],"food":[{"x":4,"y":4}]},"you":%s}`, i, snake, snake))
				if i%games == games-1 {
					dropped = counted.FindStringSubmatch(ask(http.MethodGet, "/metrics", ""))
				}
			}
			if dropped == nil || dropped[1] == "0" {
				t.Errorf("dropped lines are counted as %q", dropped)
			}
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("the server ended with %v", err)
			}
		})
	}
}

// TestServePrintsTheLastLines: the server writes the lines that it logs just before it ends.
func TestServePrintsTheLastLines(t *testing.T) {
	var log bytes.Buffer
	read, write := io.Pipe()
	cmd := exec.CommandContext(t.Context(), "ouro", "serve", "bfs", "--port", "0")
	cmd.Stderr = io.MultiWriter(&log, write)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(read).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, read) }()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(log.String(), "msg=stopping") {
		t.Errorf("%v, log:\n%s", err, log.String())
	}
	_ = write.Close()
}
