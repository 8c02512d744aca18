package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	root "ouro"
	"ouro/engine/wire"
)

// protocolPage returns the text of docs/protocol.md.
func protocolPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestProtocolShowsASession: the session in docs/protocol.md equals, line by line, the transcript of
// the command on that page.
func TestProtocolShowsASession(t *testing.T) {
	page := protocolPage(t)
	_, rest, _ := strings.Cut(page, "## A session\n")
	command := regexp.MustCompile(`(?m)^    (ouro bench .*)$`).FindStringSubmatch(rest)
	_, want, _ := strings.Cut(rest, "```text said.txt\n")
	want, _, closed := strings.Cut(want, "```")
	if command == nil || !closed {
		t.Fatal("the page shows no session")
	}
	dir := t.TempDir()
	if out, code, err := shell(t.Context(), dir, command[1]); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v: %s", code, err, out)
	}
	got, err := os.ReadFile(filepath.Join(dir, "said.txt"))
	got = regexp.MustCompile(`"host":"ouro[^"]*"`).ReplaceAll(got, []byte(`"host":"ouro 1.0"`))
	if err != nil || string(got) != want {
		t.Errorf("%v; the session is\n%s\nand the page shows\n%s", err, got, want)
	}
}

// TestProtocolShowsMessages: every message in docs/protocol.md is valid, and the page shows every kind
// of message.
func TestProtocolShowsMessages(t *testing.T) {
	seen := map[string]bool{}
	g := root.MustGrid(10, 10)
	for _, match := range regexp.MustCompile(`(?m)^    (\{"type":"(\w+)".*)$`).FindAllStringSubmatch(protocolPage(t), -1) {
		line, kind := match[1], match[2]
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
		var a wire.Answer
		q, questionErr := wire.ParseQuestion([]byte(line), g)
		answerErr := a.Parse([]byte(line), g)
		side := "answer "
		switch {
		case questionErr == nil && q.Kind != wire.Unknown && (strings.Contains(line, `"host"`) || kind == "new" || kind == "turn" || kind == "stop" || kind == "end" || kind == "quit"):
			side = "question "
		case answerErr == nil && a.Kind != wire.Unknown && a.Wrong == nil:
		default:
			t.Errorf("%v, %v: %s", questionErr, answerErr, line)
		}
		seen[side+kind] = true
	}
	for _, want := range []string{"question hello", "question new", "question turn", "question stop", "question end", "question quit", "answer hello", "answer ready", "answer move", "answer best", "answer error"} {
		if !seen[want] {
			t.Errorf("the page shows no %s", want)
		}
	}
}

// TestProtocolReportsLimits: the limits in docs/protocol.md equal those of the code.
func TestProtocolReportsLimits(t *testing.T) {
	page := protocolPage(t)
	for _, want := range []string{
		fmt.Sprintf("(%s bytes)", regexp.MustCompile(`(\d)(\d{3})(\d{3})$`).ReplaceAllString(fmt.Sprint(wire.MaxLine), "$1,$2,$3")),
		fmt.Sprintf("%d to %d columns and rows", root.MinSide, root.MaxSide),
		fmt.Sprintf("This page describes version %d.", wire.Version),
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not contain %q", want)
		}
	}
}
