package store_test

import (
	"bytes"
	"os"
	"testing"
)

// TestCompact: after Forget and Compact the file is smaller and has nothing of the
// experiment; the rest is unchanged.
func TestCompact(t *testing.T) {
	file := newFile(t)
	s := open(t, file)
	secret := experiment("hamilton:order=secret")
	sh := shelf(t, s, secret)
	for i := range 300 {
		keep(t, sh, finished(i, 0))
	}
	left := shelf(t, s, experiment("cell"))
	keep(t, left, finished(5, 0))
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	size := func() int64 {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	if err := s.Forget(t.Context(), sh.Experiment().ID); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := size(); after >= before/2 {
		t.Errorf("%d bytes of %d are left", after, before)
	}
	for _, name := range []string{file, file + "-wal"} {
		if text, err := os.ReadFile(name); err == nil && bytes.Contains(text, []byte("order=secret")) {
			t.Errorf("%s still tells of what was forgotten", name)
		}
	}
	if g, err := s.Game(t.Context(), left.Experiment().ID, 5, 0); err != nil || g == nil {
		t.Errorf("what was kept is %v, %v", g, err)
	}
}
