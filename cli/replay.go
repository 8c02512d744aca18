package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/tui"
)

type replayOptions struct {
	turn  int
	json  bool
	watch bool
}

func newReplay(stdio IO) *cobra.Command {
	o := replayOptions{turn: -1}
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Derive a recorded game again and compare every turn",
		Long: `Replay reads a record, derives every position again from the seed and the moves,
and compares it with the digests in the record. A record that was changed is an
error that names the turn. It takes records of Snake Hunter as well. "-" reads
standard input.`,
		Example: `  ouro bench --solver cell --games 3 --records games
  ouro replay games/cell-0.ouro
  ouro replay games/cell-0.ouro --turn 500       the board after 500 moves
  ouro replay games/cell-0.ouro --watch          in the terminal program`,
		Args: exactArgs(1, "the record's FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args[0]) },
	}
	cmd.Flags().IntVar(&o.turn, "turn", -1, "print the board after turn `N`")
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&o.watch, "watch", false, "watch it in the terminal program")
	cmd.MarkFlagsMutuallyExclusive("turn", "json", "watch")
	return cmd
}

func (o *replayOptions) run(ctx context.Context, stdio IO, name string) error {
	text, err := readFile(name, maxRecordSize)
	if err != nil {
		return err
	}
	if isHunterRecord(text) {
		return o.runHunter(ctx, stdio, name, text)
	}
	var r ouro.Record
	if err := r.UnmarshalText(text); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if o.turn > r.Turns() {
		return usagef("--turn %d: the record has %d turns", o.turn, r.Turns())
	}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var shown *ouro.State
	last := deal.Start
	err = play.Replay(&r, deal, func(s *ouro.State) {
		if s.Turn == o.turn {
			shown = s.Clone()
		}
		last = s
	})
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case ctx.Err() != nil:
		return ctx.Err()
	case o.watch:
		if err := needTerminal(stdio, "without --watch the replay is only checked"); err != nil {
			return err
		}
		return tui.WatchRecord(ctx, tui.Options{Game: r.Game, Solvers: r.Seats, In: stdio.In, Out: stdio.Out}, &r)
	case shown != nil:
		_, err := io.WriteString(stdio.Out, drawBoard(shown))
		return err
	case o.json:
		return replayJSON(stdio.Out, &r, last)
	}
	return replayText(stdio.Out, &r, last)
}

func replayText(w io.Writer, r *ouro.Record, last *ouro.State) error {
	for _, in := range r.Incidents {
		fmt.Fprintf(w, "turn %d: seat %d: %s (%s), a fallback moved\n", in.Turn, in.Seat, in.Mishap, in.Detail)
	}
	_, err := fmt.Fprintf(w, "%s %dx%d, %s: every one of %d turns derived again; %s at length %d of %d\n",
		r.Game.Rules, r.Game.W, r.Game.H, r.Seats[0], r.Turns(), r.Outcome.Ending, last.Snakes[0].Body.Len(), last.Room())
	return err
}

// incident is a mishap in JSON.
type incident struct {
	Turn   int         `json:"turn"`
	Seat   int         `json:"seat"`
	Mishap ouro.Mishap `json:"mishap"`
	Detail string      `json:"detail"`
}

// incidents never is nil, so that none is an empty list.
func incidents(list []ouro.Incident) []incident {
	all := make([]incident, len(list))
	for i, in := range list {
		all[i] = incident(in)
	}
	return all
}

func replayJSON(w io.Writer, r *ouro.Record, last *ouro.State) error {
	doc := struct {
		Schema    int         `json:"schema"`
		Rules     string      `json:"rules"`
		Board     string      `json:"board"`
		Seed      uint64      `json:"game_seed"`
		Solvers   []ouro.Spec `json:"solvers"`
		Turns     int         `json:"turns"`
		Ending    ouro.Ending `json:"ending"`
		Length    int         `json:"length"`
		Incidents []incident  `json:"incidents"`
		Final     string      `json:"final"`
	}{
		Schema: 1, Rules: r.Game.Rules.String(), Board: fmt.Sprintf("%dx%d", r.Game.W, r.Game.H), Seed: r.Seed, Solvers: r.Seats,
		Turns: r.Turns(), Ending: r.Outcome.Ending, Length: last.Snakes[0].Body.Len(), Incidents: incidents(r.Incidents), Final: fmt.Sprintf("%016x", r.Final),
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}
