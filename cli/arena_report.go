package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ouro/arena"
	"ouro/internal/english"
	"ouro/internal/printable"
)

type arenaReportOptions struct {
	arenaOutput
	verify bool
}

func newArenaReport(stdio IO) *cobra.Command {
	var o arenaReportOptions
	cmd := &cobra.Command{
		Use:   "report DIRECTORY",
		Short: "Print all tables of a tournament again, from its games",
		Long: `Report reads the games that a tournament has kept in its directory, also while it is
being played, and prints the same tables as ouro arena run. With --verify it first
derives every game again from its record and compares that with what was counted; each
difference is said on standard error, and the exit code is 3 then.`,
		Example: `  ouro arena report arena-1f0c9a3b
  ouro arena report arena-1f0c9a3b --html page.html --json >tables.json
  ouro arena report arena-1f0c9a3b --verify`,
		Args: exactArgs(1, "DIRECTORY of a tournament"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args[0]) },
	}
	o.add(cmd)
	cmd.Flags().BoolVar(&o.verify, "verify", false, "derive every game again from its record and compare")
	return cmd
}

func (o *arenaReportOptions) run(ctx context.Context, stdio IO, dir string) error {
	places, err := stdio.outputs(ctx, arena.FolderFiles(dir), o.files()...)
	if err != nil {
		return err
	}
	course, err := readCourse(dir)
	if err != nil {
		return errors.Join(err, closeAll(places))
	}
	verified := o.verifyGames(ctx, stdio.Err, dir)
	if verified != nil && !errors.Is(verified, errNo) {
		return errors.Join(verified, closeAll(places))
	}
	return cmp.Or(o.write(stdio.Out, places, course.Report()), verified)
}

// verifyGames derives the games again if it is asked to, and says what differs.
func (o *arenaReportOptions) verifyGames(ctx context.Context, talk io.Writer, dir string) error {
	if !o.verify {
		return nil
	}
	differ := 0
	games, err := arena.VerifyFolder(ctx, dir, func(line int, what string) {
		differ++
		fmt.Fprintf(talk, "ouro: %s\n", printable.Short(fmt.Sprintf("%s line %d: %s", arena.IndexName(dir), line, what), maxDetail))
	})
	switch {
	case err != nil:
		return err
	case differ > 0:
		return errNo
	}
	_, err = fmt.Fprintf(talk, "ouro: verified: %s derived again from their records, all as they were counted\n", english.Count(games, "game"))
	return err
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
