package saved_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"ouro"
	"ouro/hunter"
	"ouro/roster"
	"ouro/saved"
)

func read(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func pack(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text) // a Buffer never fails
	_ = w.Close()
	return b.String()
}

// hunterRecord returns the text of a short game of Snake Hunter.
func hunterRecord(t testing.TB) string {
	t.Helper()
	cfg := hunter.Config{Seed: 1, Hunters: 1, Levels: hunter.Levels()[:1], Keep: true}
	bfs, err := roster.FindSolver("bfs")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Drivers = append(cfg.Drivers, hunter.Driver{Spec: ouro.Spec{Name: "bfs"}, Make: bfs.Make})
	_, r, err := hunter.Run(t.Context(), cfg, hunter.Bots(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const transitions = `{"type":"game","ruleset":"solo","width":5,"height":5,"settings":{}}` + "\n"

const positions = "# two\r\n7x7/s1.1UU,h9 4 : 4\r\n\n  7x7/s1.1,h100\t\n"

// TestPositions: a list has one position on each line, and can have remarks. The error about an
// invalid line names its number.
func TestPositions(t *testing.T) {
	f, err := saved.Open(strings.NewReader(positions))
	if err != nil || fmt.Sprint(f.Positions) != "[{2 7x7/s1.1U2,h9} {4 7x7/s1.1,h100}]" {
		t.Errorf("%v, %v", f, err)
	}
	for text, want := range map[string]string{
		"# one\n7x7/s9.9\n":                 "line 2: field \"s9.9\"",
		"7x7/s1.1 x\n\n1234\n":              "line 3: ",
		strings.Repeat("2x2\n", 100_001):    "line 100001: more than 100000 positions",
		"# \n" + strings.Repeat("1", 1<<18): "line 2: ",
	} {
		if _, err := saved.Open(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
}

// TestKinds: each kind is recognised and read, plain and compressed.
func TestKinds(t *testing.T) {
	for text, want := range map[string]saved.Kind{
		read(t, "../testdata/game.record"):                          saved.Record,
		hunterRecord(t):                                             saved.Hunter,
		read(t, "../battlesnake/wire/testdata/game.jsonl"):          saved.Log,
		"\n\n" + read(t, "../battlesnake/wire/testdata/game.jsonl"): saved.Log,
		transitions:        saved.Transitions,
		"\n" + transitions: saved.Transitions,
		positions:          saved.Positions,
		"\n" + positions:   saved.Positions,
	} {
		for _, text := range []string{text, pack(text)} {
			f, err := saved.Open(iotest.OneByteReader(strings.NewReader(text)))
			if err != nil || f.Kind != want {
				t.Fatalf("%.20q: %+v, %v, want %s", text, f, err, want)
			}
			if (f.Record != nil) != (want == saved.Record) || (f.Hunter != nil) != (want == saved.Hunter) ||
				(f.Log != nil) != (want == saved.Log) || (f.Lines != nil) != (want == saved.Transitions) ||
				(f.Positions != nil) != (want == saved.Positions) {
				t.Errorf("%s: holds %+v", want, f)
			}
			switch want {
			case saved.Log:
				if frame, err := f.Log.Next(); err != nil || frame.Turn != 0 {
					t.Errorf("first frame: %v, %v", frame, err)
				}
			case saved.Transitions:
				if line, err := f.Lines.Next(); err != nil || string(line) != strings.TrimSpace(transitions) {
					t.Errorf("first line: %q, %v", line, err)
				}
			default: // a record was already read
			}
		}
	}
}

func TestNoGames(t *testing.T) {
	const unknown = `not a game record, which begins with "ouro record" or "ouro hunter record", nor a game log, transitions (JSON lines) or a list of positions`
	record := read(t, "../testdata/game.record")
	for text, want := range map[string]string{
		"":                                   "the file is empty",
		pack(""):                             "the file is empty",
		"\n\n":                               unknown,
		"hello":                              unknown,
		"[1]":                                unknown,
		pack("hello"):                        unknown,
		pack(pack(record)):                   unknown,
		"ouro record 2\n":                    `record line 1: not a record (want "ouro record 1")`,
		"{\n":                                "game log: line 1: not JSON: unexpected end of JSON input at byte 1",
		"\x1f\x8bnot gzip":                   "gzip: invalid header",
		"ouro hunter record":                 unknown,
		"ouro hunter record 2\n":             `hunter record line 1: not a hunter record (want "ouro hunter record 1")`,
		pack(record)[:len(pack(record))-200]: "the gzip file is truncated",
		pack(record)[:5]:                     "the gzip file is truncated",
	} {
		if f, err := saved.Open(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.20q: %+v, %v, want %s", text, f, err, want)
		}
	}
	onFire := errors.New("disk on fire")
	for _, before := range []string{"", "ouro record 1\n", transitions[:5]} {
		f, err := saved.Open(io.MultiReader(strings.NewReader(before), iotest.ErrReader(onFire)))
		if f != nil && f.Lines != nil {
			_, err = f.Lines.Next()
		}
		if !errors.Is(err, onFire) {
			t.Errorf("after %q: %v", before, err)
		}
	}
}

// TestTooLarge: a file that is larger than the limit when unpacked is rejected.
func TestTooLarge(t *testing.T) {
	f, err := saved.Open(io.MultiReader(strings.NewReader(transitions), &endless{left: 1<<30 + 1}))
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for ; err == nil; lines++ {
		_, err = f.Lines.Next()
	}
	if want := "larger than 1073741824 bytes"; lines < 1<<14 || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%d lines, %v, want %s", lines, err, want)
	}
}

// endless is a reader of long lines, which has left bytes in all.
type endless struct{ left int }

var longLine = append(bytes.Repeat([]byte("x"), 1<<16-1), '\n')

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), e.left)], longLine)
	e.left -= n
	return n, nil
}

// Open recognises the kind of a file.
func ExampleOpen() {
	in, err := os.Open("../battlesnake/wire/testdata/game.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer in.Close()
	f, err := saved.Open(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	switch f.Kind {
	case saved.Record:
		fmt.Println("a record of", f.Record.Game.Rules)
	case saved.Log:
		fmt.Println("a log of a game of", f.Log.Game().Ruleset.Name)
	default:
		fmt.Println("a file of", f.Kind)
	}
	// Output:
	// a log of a game of standard
}
