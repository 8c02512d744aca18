// Package buildinfo reads how Go built a program.
package buildinfo

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Info describes a build.
type Info struct {
	Version string `json:"version"` // or devel
	Commit  string `json:"commit"`  // "" if not built from a repository
	Dirty   bool   `json:"dirty"`   // the working tree differed from the commit
	Time    string `json:"commit_time"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// Of returns the Info of a build; info may be nil.
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

// String returns the build as one line.
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
