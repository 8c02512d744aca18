package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// build is what is known of how this program was built.
type build struct {
	Schema  schema `json:"schema"`
	Version string `json:"version"` // devel where nobody gave one
	Commit  string `json:"commit"`  // "" where it was not built from a repository
	Dirty   bool   `json:"dirty"`   // the working tree differed from the commit
	Time    string `json:"commit_time"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// readBuild reads what Go wrote into the program.
func readBuild() build {
	info, _ := debug.ReadBuildInfo()
	return buildOf(info)
}

// buildOf is the same of any program; info may be nil.
func buildOf(info *debug.BuildInfo) build {
	b := build{Version: "devel", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
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

// String is the build in a line.
func (b build) String() string {
	text := "ouro " + b.Version
	if b.Commit != "" {
		text += ", commit " + b.Commit[:min(12, len(b.Commit))]
		if b.Dirty {
			text += " with changes"
		}
	}
	if day, _, ok := strings.Cut(b.Time, "T"); ok {
		text += " of " + day
	}
	return fmt.Sprintf("%s, %s, %s/%s", text, b.Go, b.OS, b.Arch)
}

// version is the version alone, as snakes tell it.
func version() string { return readBuild().Version }

func newVersion(stdio IO) *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Which build of Ouro this is",
		Args:  exactArgs(0, ""),
		RunE:  func(*cobra.Command, []string) error { return printVersion(stdio.Out, json) },
	}
	jsonFlag(cmd, &json, "")
	return cmd
}

func printVersion(w io.Writer, json bool) error {
	b := readBuild()
	if json {
		return encodeJSON(w, b)
	}
	_, err := fmt.Fprintln(w, b)
	return err
}
