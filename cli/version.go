package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ouro/internal/buildinfo"
)

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
	b := buildinfo.Read()
	if json {
		return encodeJSON(w, struct {
			Schema schema `json:"schema"`
			buildinfo.Info
		}{Info: b})
	}
	_, err := fmt.Fprintln(w, b)
	return err
}
