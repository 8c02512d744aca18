package buildinfo

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"ouro/internal/printable"
)

// TestOwn: the sum is that of the running program's file.
func TestOwn(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	id, err := Current()
	sum := sha256.Sum256(program)
	if err != nil || id.Sum != hex.EncodeToString(sum[:]) {
		t.Errorf("%+v, %v; the file's sum is %x", id, err, sum)
	}
	if again, err := Current(); err != nil || again != id {
		t.Errorf("%+v, then %+v, %v", id, again, err)
	}
}

// TestIdentify: a commit identifies a build only if the working tree was clean. A program that
// cannot be read is an error.
func TestIdentify(t *testing.T) {
	for _, c := range []struct {
		info      Info
		key, text string
	}{
		{Info{Version: "v1.2.3", Commit: strings.Repeat("0123456789", 4), Time: "2026-11-22T01:02:03Z"}, strings.Repeat("0123456789", 4), "v1.2.3, commit 012345678901 of 2026-11-22"},
		{Info{Version: "devel", Commit: strings.Repeat("0123456789", 4), Dirty: true, Time: "2026-11-22T01:02:03Z"}, "sum-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "devel, program ba7816bf8f01 of 2026-11-22"},
		{Info{}, "sum-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "devel, program ba7816bf8f01"},
	} {
		id, err := identify(c.info, strings.NewReader("abc"))
		if err != nil || id.Key() != c.key || id.String() != c.text {
			t.Errorf("%+v: %q, %q, %v; want %q, %q", c.info, id.Key(), id.String(), err, c.key, c.text)
		}
	}
	broken := errors.New("broken")
	if _, err := identify(Info{}, iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b Identity
		want bool
	}{
		{Identity{Commit: "a", Sum: "1"}, Identity{Commit: "a", Sum: "2"}, true},
		{Identity{Commit: "a", Sum: "1"}, Identity{Commit: "b", Sum: "2"}, false},
		{Identity{Sum: "1"}, Identity{Sum: "1"}, true},
		{Identity{Sum: "1"}, Identity{Sum: "2"}, false},
		{Identity{Commit: "a", Sum: "1"}, Identity{Sum: "1"}, true},
		{Identity{Commit: "a", Sum: "1"}, Identity{Sum: "2"}, false},
		{Identity{}, Identity{}, false},
	} {
		if Same(c.a, c.b) != c.want || Same(c.b, c.a) != c.want {
			t.Errorf("%+v and %+v: want %v", c.a, c.b, c.want)
		}
	}
}

// TestIdentityIsPrintable: an identity from another machine is printed in short form,
// without control characters.
func TestIdentityIsPrintable(t *testing.T) {
	evil := "\x1b]0;a\a\u202e\n"
	id := Identity{Commit: evil, Sum: evil, Version: evil + strings.Repeat("x", 1<<20), Time: evil + "T"}
	for _, text := range []string{id.Short(), id.String(), Identity{Sum: evil}.Short(), Identity{Sum: evil}.String()} {
		if printable.Line(text) != text || len(text) > 400 {
			t.Errorf("%.500q", text)
		}
	}
}
