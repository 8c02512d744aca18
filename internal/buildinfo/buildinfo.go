// Package buildinfo reads how Go built a program.
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

type Info struct {
	Version string `json:"version"` // version of the program, or "devel"
	Commit  string `json:"commit"`  // "" if the program was not built in a repository
	Dirty   bool   `json:"dirty"`   // the working tree differed from the commit
	Time    string `json:"commit_time"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

func Read() Info {
	info, _ := debug.ReadBuildInfo()
	return Of(info)
}

// Of converts the information that Go stores in a program; info may be nil.
func Of(info *debug.BuildInfo) Info {
	b := Info{Version: "devel", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info == nil {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Dirty = s.Value == "true"
		}
	}
	return b
}

func (b Info) String() string {
	text := "ouro " + b.Version
	if b.Commit != "" {
		text += ", commit " + short(b.Commit)
		if b.Dirty {
			text += " with changes"
		}
	}
	if day, _, ok := strings.Cut(b.Time, "T"); ok {
		text += " of " + day
	}
	return fmt.Sprintf("%s, %s, %s/%s", text, b.Go, b.OS, b.Arch)
}

// Identity identifies the build that made a result. Programs with the same identity play the same
// games.
type Identity struct {
	Commit string `json:"commit,omitempty"` // "" unless built from a clean working tree
	Sum    string `json:"sum"`              // SHA-256 of the program's file, in hex
	// For display and for the order of builds:
	Version string `json:"version,omitempty"`
	Time    string `json:"commit_time,omitempty"` // time of the commit, in the form of RFC 3339, also for an unclean working tree
}

// Current returns the identity of this program. It reads the program's file once.
var Current = sync.OnceValues(func() (Identity, error) {
	info, _ := debug.ReadBuildInfo()
	in, err := openProgram()
	if err != nil {
		return Identity{}, fmt.Errorf("cannot identify this build: %w", err)
	}
	id, err := identify(Of(info), in)
	if err := errors.Join(err, in.Close()); err != nil {
		return Identity{}, fmt.Errorf("cannot identify this build: %w", err)
	}
	return id, nil
})

// openProgram opens the file of the running program, even if another file now has its name.
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

// Same reports whether a and b have the same commit or the same sum. An empty identity equals no
// other.
func Same(a, b Identity) bool {
	return a.Commit != "" && a.Commit == b.Commit || a.Sum != "" && a.Sum == b.Sum
}

// Key returns a word that identifies the build: the commit, or "sum-" and the sum.
func (id Identity) Key() string {
	if id.Commit != "" || id.Sum == "" {
		return id.Commit
	}
	return "sum-" + id.Sum
}

// Short returns the beginning of the commit or of the sum, for tables.
func (id Identity) Short() string {
	return Short(id.Key())
}

// Short returns the beginning of the commit or of the sum in a Key.
func Short(key string) string {
	name := strings.TrimPrefix(key, "sum-")
	return printable.Line(name[:min(7, len(name))])
}

// String returns a description such as "devel, commit 0123456789ab of 2026-11-22".
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
	return printable.Short(text, 100) // an Identity may come from another machine
}

func short(hex string) string { return hex[:min(12, len(hex))] }
