package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"ouro/internal/english"
	"ouro/lab"
	"ouro/studio/session"
)

// command returns the command line of the same experiment, or "".
func (b *bench) command() string {
	c, err := b.request.CommandLine()
	if err != nil {
		return ""
	}
	c.Command, c.Snakes, c.Index = "bench", nil, 0
	for _, s := range b.solvers {
		c.Snakes = append(c.Snakes, s.String())
	}
	games := b.bank.groups
	if games == 0 {
		games = b.games
	}
	c.More = []string{"--games", strconv.Itoa(games)}
	if b.request.Index > 0 {
		c.More = append(c.More, "--first", strconv.Itoa(b.request.Index))
	}
	if b.bank.optimum > 0 {
		c.More = append(c.More, "--vs-optimum")
	}
	if b.bank.plan.Meals {
		c.More = append(c.More, "--vs-distance")
	}
	c.More = append(c.More, "--no-times")
	return c.String()
}

var files = map[string]struct {
	name, mime string
	write      func(*lab.Report, io.Writer) error
}{
	"csv":       {"bench.csv", "text/csv", (*lab.Report).WriteCSV},
	"games-csv": {"games.csv", "text/csv", (*lab.Report).WriteGamesCSV},
	"meals-csv": {"meals.csv", "text/csv", (*lab.Report).WriteMealsCSV},
	"json":      {"bench.json", "application/json", (*lab.Report).WriteJSON},
	"markdown":  {"bench.md", "text/markdown", (*lab.Report).WriteMarkdown},
}

// take sends a file with the results, as ouro bench writes it.
func (b *bench) take(ctx context.Context, what string) error {
	f, ok := files[what]
	if !ok {
		return fmt.Errorf("unknown file %q%s", what, english.Known(what, []string{"csv", "games-csv", "meals-csv", "json", "markdown"}))
	}
	r, err := b.bank.fullReport()
	if err != nil {
		return err
	}
	if r == nil {
		return errors.New("no game was played yet")
	}
	var text bytes.Buffer
	if err := f.write(r, &text); err != nil {
		return err
	}
	return b.ch.Send(ctx, "file", session.File{Name: f.name, MIME: f.mime, Base64: text.Bytes()})
}
