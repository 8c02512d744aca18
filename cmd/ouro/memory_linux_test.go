package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ouro/internal/needs"
)

// memoryCeiling is the largest amount of memory that verify and replay use for any file, in bytes.
// docs/verify.md promises this limit.
const memoryCeiling = 256 << 20

// packed writes a small gzip file that unpacks to the output of write and this many copies of block.
// It never holds the whole unpacked text, because the peak memory of a child process begins with that
// of its parent.
func packed(t *testing.T, write func(io.Writer), block string, copies int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "hostile.gz")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	member := func(w io.Writer, write func(io.Writer)) {
		z := gzip.NewWriter(w)
		write(z)
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	member(f, write)
	var b bytes.Buffer
	member(&b, text(block))
	for range copies {
		if _, err := f.Write(b.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

func text(s string) func(io.Writer) {
	return func(w io.Writer) { _, _ = io.WriteString(w, s) }
}

// separateProcess marks a separate test process that runs this test alone.
const separateProcess = "OURO_TEST_SEPARATE"

// TestMemoryIsBounded: verify and replay use at most memoryCeiling to read or refuse a file. The files
// are the largest valid logs, and files of a megabyte that unpack to a gigabyte.
//
// The peak memory of a process begins with that of its parent. Therefore the test runs in a
// separate small process.
func TestMemoryIsBounded(t *testing.T) {
	needs.Trial(t)
	if os.Getenv(separateProcess) == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMemoryIsBounded$", "-test.v")
		cmd.Env = append(os.Environ(), separateProcess+"=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Logf("%s", out)
		return
	}
	block := func(text string) string { return strings.Repeat(text, (256<<10)/len(text)) }
	game := `{"id":"g","ruleset":{"name":"solo","version":"x","settings":{"foodSpawnChance":0,"minimumFood":0,"hazardDamagePerTurn":0,"hazardMap":"","hazardMapAuthor":"","royale":{"shrinkEveryNTurns":0},"squad":{"allowBodyCollisions":false,"sharedElimination":false,"sharedHealth":false,"sharedLength":false}}},"map":"empty","timeout":500,"source":""}`
	record := "ouro record 1\nrules classic\nboard 64x64\nstart-length 1\nseed 1\nnodes 0\ntime 0s\nsolver bfs\nstart 0123456789abcdef\n"
	hunt := "ouro hunter record 1\nseed 1\nhunters 1\nsnakes 0\nnodes 0\ndriver bfs\n"
	const gigabyte = 4096 // blocks
	transitions := `{"type":"game","ruleset":"solo","width":5,"height":5,"settings":{}}` + "\n"
	for _, c := range []struct {
		what   string
		start  func(io.Writer)
		block  string
		copies int
	}{
		{"a record of turns", text(record), turnLines(), gigabyte},
		{"a record of the largest size", func(w io.Writer) { longRecord(w, record) }, "", 0},
		{"a record of solvers", text(record[:strings.Index(record, "start 0")]), block("solver bfs\n"), gigabyte},
		{"a record of Snake Hunter", text(hunt), block("level |X|\n"), gigabyte},
		{"a log of one line", text(game + "\n" + `{"board":{"snakes":[`), block("{},"), gigabyte},
		{"a log that begins with one line", text(`{"id":[`), block("[],"), gigabyte},
		{"transitions of one line", text(transitions + `{"before":{"snakes":[`), block("{},"), gigabyte},
		{"transitions of long lines", func(w io.Writer) {
			fmt.Fprint(w, transitions)
			for range 5 {
				fmt.Fprintf(w, `{"type":"turn","after":{"turn":0.5},"before":{"snakes":[%s{}]}}`+"\n", strings.Repeat("{},", 340<<10))
			}
		}, "", 0},
		{"only white space", text(""), block(" \n"), gigabyte},
		{"a log of large frames", func(w io.Writer) { largeFrames(w, game, 100) }, "", 0},
	} {
		name := packed(t, c.start, c.block, c.copies)
		for _, command := range []string{"verify", "replay"} {
			cmd := exec.CommandContext(t.Context(), os.Args[0], command, name)
			cmd.Env = append(os.Environ(), asOuro+"=1", "GORACE=atexit_sleep_ms=0")
			out, err := cmd.CombinedOutput()
			usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
			if !ok {
				t.Fatal("no usage")
			}
			if peak := usage.Maxrss << 10; peak > memoryCeiling*raceFactor {
				t.Errorf("%s: %s takes %d MiB, at most %d", c.what, command, peak>>20, memoryCeiling>>20)
			} else {
				t.Logf("%s: %s takes %d MiB: %.100s", c.what, command, peak>>20, out)
			}
			if err == nil && !strings.HasPrefix(c.what, "a log of large") {
				t.Errorf("%s: %s accepts it: %.100s", c.what, command, out)
			}
		}
	}
}

// turnLines are lines of a record whose numbers are invalid.
func turnLines() string {
	return strings.Repeat("turn 1 "+strings.Repeat("U", 64)+" "+strings.Repeat("a", 64)+"\n", 2<<10)
}

// largeFrames writes frames of one snake among as many hazards as possible. The hazards
// change with each frame.
func largeFrames(w io.Writer, game string, n int) {
	fmt.Fprintln(w, game)
	cells := func(x int) string {
		return strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`{"x":%d,"y":63},`, x), 1<<15), ",")
	}
	hazards := [2]string{cells(1), cells(2)}
	for turn := range n {
		x := 1 + turn%2
		snake := fmt.Sprintf(`{"id":"a","name":"a","latency":"0","health":%d,"body":[{"x":%d,"y":0},{"x":%d,"y":0},{"x":%d,"y":0}],"head":{"x":%d,"y":0},"length":3,"shout":"","squad":"","customizations":{"color":"","head":"","tail":""}}`,
			100-turn%100, x, 3-x, x, x)
		fmt.Fprintf(w, `{"game":%s,"turn":%d,"board":{"height":64,"width":64,"snakes":[%s],"food":[],"hazards":[%s]},"you":%s}`+"\n", game, turn, snake, hazards[turn%2], snake)
	}
	fmt.Fprintln(w, `{"winnerId":"","winnerName":"","isDraw":false}`)
}

// longRecord writes a record of 23 MiB. Only at its end can a reader see that it is wrong.
func longRecord(w io.Writer, start string) {
	fmt.Fprint(w, start)
	turns := 0
	for n := 0; n < 23<<20; turns += 60 {
		k, _ := fmt.Fprintf(w, "turn %d %s %s\n", turns+1, strings.Repeat("U", 60), strings.Repeat("a", 60))
		n += k
	}
	fmt.Fprintf(w, "end won 0 %d 0123456789abcdef\nsum 0123456789abcdef\n", turns)
}
