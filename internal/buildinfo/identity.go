package buildinfo

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"ouro/internal/printable"
)

// Identity says which build made a result. Two programs that are the same build play
// the same games.
type Identity struct {
	Commit string `json:"commit,omitempty"` // "" unless it was built from a clean one
	Sum    string `json:"sum"`              // SHA-256 of the program's file, in hex
	// For people, and to put builds in order:
	Version string `json:"version,omitempty"`
	Time    string `json:"commit_time,omitempty"` // of the commit, clean or not, as RFC 3339
}

// Own is the identity of this program. It is read once.
var Own = sync.OnceValues(func() (Identity, error) {
	info, _ := debug.ReadBuildInfo()
	in, err := openProgram()
	if err != nil {
		return Identity{}, fmt.Errorf("which build this is: %w", err)
	}
	id, err := identify(Of(info), in)
	if err := errors.Join(err, in.Close()); err != nil {
		return Identity{}, fmt.Errorf("which build this is: %w", err)
	}
	return id, nil
})

// openProgram opens the file of this program, also where another one has its name by
// now.
func openProgram() (*os.File, error) {
	if runtime.GOOS == "linux" {
		if f, err := os.Open("/proc/self/exe"); err == nil {
			return f, nil
		}
	}
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(name)
}

func identify(b Info, program io.Reader) (Identity, error) {
	id := Identity{Version: b.Version, Time: b.Time}
	if !b.Dirty {
		id.Commit = b.Commit
	}
	sum := sha256.New()
	_, err := io.Copy(sum, program)
	id.Sum = hex.EncodeToString(sum.Sum(nil))
	return id, err
}

// Same tells whether two programs are the same build: of the same commit, or the same
// file. Identities that say nothing are of no build.
func Same(a, b Identity) bool {
	return a.Commit != "" && a.Commit == b.Commit || a.Sum != "" && a.Sum == b.Sum
}

// Key names the build in one word: its commit, or "sum-" and the sum.
func (id Identity) Key() string {
	if id.Commit != "" || id.Sum == "" {
		return id.Commit
	}
	return "sum-" + id.Sum
}

// Short is the beginning of the commit, or of the sum: what a build is called in a table.
func (id Identity) Short() string {
	return Short(id.Key())
}

// Short is what the build of a Key is called in a table.
func Short(key string) string {
	name := strings.TrimPrefix(key, "sum-")
	return printable.Line(name[:min(7, len(name))])
}

// String is the build in a few words: devel, commit 0123456789ab of 2026-11-22.
func (id Identity) String() string {
	text := cmp.Or(id.Version, "devel")
	if id.Commit != "" {
		text += ", commit " + short(id.Commit)
	} else {
		text += ", program " + short(id.Sum)
	}
	if day, _, ok := strings.Cut(id.Time, "T"); ok {
		text += " of " + day
	}
	return printable.Short(text, 100) // an Identity may have come from elsewhere
}

// short is as much of a commit or sum as people compare.
func short(hex string) string { return hex[:min(12, len(hex))] }
