package games_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"ouro/internal/needs"
	"ouro/studio/games"
)

// peakVariable is an environment variable that is set in the process in which
// TestMemoryOfDroppedFiles opens the files.
const peakVariable = "OURO_TEST_PEAK"

// TestMemoryOfDroppedFiles: if eight pages send packed files at the same time, the process needs at most
// 400 MB, because only two files are opened at a time. The test measures the peak memory of a process.
func TestMemoryOfDroppedFiles(t *testing.T) {
	needs.Trial(t)
	const pages, most = 8, 400 // MB
	if os.Getenv(peakVariable) == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMemoryOfDroppedFiles$", "-test.v")
		cmd.Env = append(os.Environ(), peakVariable+"=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Logf("%s", out)
		return
	}
	data := packedRecord(t)
	kinds := games.Kinds(games.Limits{})
	var all []*page
	for range pages {
		p := openKinds(t, kinds, "replay", map[string]any{"name": "large"})
		p.send("chunk", map[string]any{"base64": data, "last": true})
		all = append(all, p)
	}
	for _, p := range all {
		for len(p.all("error")) == 0 {
			time.Sleep(time.Millisecond)
		}
		if e := p.failed(); !strings.Contains(e.Message, "line 10") {
			t.Errorf("the file is refused with %+v", e)
		}
		p.s.Close()
	}
	peak := 0
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		_, _ = fmt.Sscanf(line, "VmHWM: %d kB", &peak)
	}
	t.Logf("%d pages with files of %d KB took %d MB", pages, len(data)>>10, peak>>10)
	if peak == 0 || peak>>10 > most {
		t.Errorf("%d MB, want at most %d", peak>>10, most)
	}
}

// packedRecord returns a packed text of 22 MiB. It looks like a record up to the end of a long line, where
// the error is.
func packedRecord(t *testing.T) []byte {
	t.Helper()
	text := recorded(t, soloGame, 1, "bfs")
	head, _, _ := bytes.Cut(text, []byte("turn 1 "))
	_, tail, _ := bytes.Cut(text, []byte("\nend "))
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for _, part := range [][]byte{head, []byte("turn 1 "), bytes.Repeat([]byte("R"), 11<<20), []byte(" "), bytes.Repeat([]byte("A"), 11<<20), []byte("\nend "), tail} {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
