package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ouro/arena"
)

type arenaReportOptions struct{ arenaOutput }

func newArenaReport(stdio IO) *cobra.Command {
	var o arenaReportOptions
	cmd := &cobra.Command{
		Use:   "report DIRECTORY",
		Short: "Print all tables of a tournament again, from its games",
		Long: `Report reads the games that a tournament has kept in its directory, also while it is
being played, and prints the same tables as ouro arena run.`,
		Example: `  ouro arena report arena-1f0c9a3b
  ouro arena report arena-1f0c9a3b --html page.html --json >tables.json`,
		Args: exactArgs(1, "DIRECTORY of a tournament"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args[0]) },
	}
	o.add(cmd)
	return cmd
}

func (o *arenaReportOptions) run(ctx context.Context, stdio IO, dir string) error {
	places, err := stdio.outputs(ctx, o.files()...)
	if err != nil {
		return err
	}
	course, err := readCourse(dir)
	if err != nil {
		return errors.Join(err, closeAll(places))
	}
	return o.write(stdio.Out, places, course.Report())
}

// readCourse reads the tournament of a directory.
func readCourse(dir string) (*arena.Course, error) {
	t, games, err := arena.ReadFolder(dir)
	if err != nil {
		return nil, err
	}
	s, err := t.Setting()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return arena.NewCourse(s, arena.Finished(games))
}
