package cli

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"ouro/internal/buildinfo"
)

func readBuild() buildinfo.Info {
	info, _ := debug.ReadBuildInfo()
	return buildinfo.Of(info)
}

// version returns only the version, as snakes report it.
func version() string { return readBuild().Version }

func newVersion(stdio IO) *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version and build of Ouro",
		Args:  exactArgs(0, ""),
		RunE:  func(*cobra.Command, []string) error { return printVersion(stdio.Out, json) },
	}
	jsonFlag(cmd, &json, "")
	return cmd
}

func printVersion(w io.Writer, json bool) error {
	b := readBuild()
	if json {
		return encodeJSON(w, struct {
			Schema schema `json:"schema"`
			buildinfo.Info
		}{Info: b})
	}
	_, err := fmt.Fprintln(w, b)
	return err
}
