package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/picture"
	"ouro/play"
	"ouro/roster"
	"ouro/saved"
	"ouro/tui"
	"ouro/tui/frame"
)

type replayOptions struct {
	turn   int
	json   bool
	watch  bool
	web    bool
	speed  float64
	viewer viewerFlags

	given func(flag string) bool
}

func newReplay(stdio IO) *cobra.Command {
	o := replayOptions{turn: -1}
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Check a recorded game turn by turn, or show it",
		Long: `Replay reads a record, derives every position again from the seed and the moves, and
compares it with the digests in the record. If the record was changed, it names the turn,
and the exit code is 3. It also reads records of Snake Hunter, and game logs of the
official Battlesnake engine (JSON lines), which it does not derive. Files may be packed
by gzip; "-" reads standard input.`,
		Example: `  ouro bench --solver cell --games 3 --records games
  ouro replay games/cell-0.ouro
  ouro replay games/cell-0.ouro --turn 500       the board after 500 moves
  ouro replay games/cell-0.ouro --watch          in the terminal program
  ouro replay games/cell-0.ouro --web            in the browser
  ouro replay game.jsonl --viewer                on the board of Battlesnake`,
		Args: exactArgs(1, "the record's FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args[0]) },
	}
	fs := cmd.Flags()
	o.given = fs.Changed
	fs.IntVar(&o.turn, "turn", -1, "print the board after turn `N`")
	jsonFlag(cmd, &o.json, "")
	fs.BoolVar(&o.watch, "watch", false, "show the game in the terminal")
	speedFlag(cmd, &o.speed, defaultSpeed, asFast+"; a tick of Snake Hunter is a turn (default that of the game)")
	fs.Lookup("speed").DefValue = "0" // hides pflag's own default in the help
	webFlag(cmd, &o.web)
	o.viewer.add(cmd)
	exclusive(cmd, "turn", "json", "watch", "viewer", "web")
	return cmd
}

func (o *replayOptions) run(ctx context.Context, stdio IO, name string) error {
	if !(o.speed >= 0) { // not even NaN
		return usagef("--speed %g: must not be negative", o.speed)
	}
	if o.given("turn") && o.turn < 0 {
		return usagef("--turn %d: must not be negative", o.turn)
	}
	if o.web {
		return o.showWeb(ctx, stdio, name)
	}
	if o.watch {
		if err := needTerminal(stdio, "without --watch the replay is only checked"); err != nil {
			return err
		}
	}
	return openSaved(ctx, stdio.In, name, func(f *saved.File) error {
		switch f.Kind {
		case saved.Record:
			return o.runRecord(ctx, stdio, f.Record)
		case saved.Hunter:
			return o.runHunter(ctx, stdio, f.Hunter)
		case saved.Log:
			return o.runLog(ctx, stdio, f.Log)
		case saved.Positions:
			return errors.New("the file holds positions, not a game; want a record or a log")
		default:
			return fmt.Errorf("the file holds %s, not a game; ouro verify checks them", f.Kind)
		}
	})
}

// runRecord replays a record of any game except Snake Hunter.
func (o *replayOptions) runRecord(ctx context.Context, stdio IO, r *ouro.Record) error {
	if o.turn > r.End() {
		return usagef("--turn %d: the record has %s", o.turn, english.Count(r.End(), "turn"))
	}
	if o.given("turn") && o.turn < r.Begin() {
		return usagef("--turn %d: the record begins with turn %d", o.turn, r.Begin())
	}
	rules, err := roster.FindRules(r.Game.Rules.Name)
	if err != nil {
		return err
	}
	if o.viewer.on() && !rules.Several() {
		return usagef("--viewer: supports games of Battlesnake, not of %s", r.Game.Rules.Name)
	}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return err
	}
	var wanted, last *ouro.State
	if err := play.Replay(ctx, r, deal, func(s *ouro.State) {
		if s.Turn == o.turn {
			wanted = s.Clone()
		}
		last = s
	}); ctx.Err() != nil {
		return ctx.Err()
	} else if err != nil {
		return negative(err)
	}
	switch {
	case wanted != nil:
		_, err := io.WriteString(stdio.Out, picture.Of(wanted))
		return err
	case rules.Several():
		return o.runBattleRecord(ctx, stdio, r, deal)
	case o.watch:
		return tui.WatchRecord(ctx, onScreen(stdio, frame.Options{Game: r.Game, Solvers: r.Seats, Speed: o.pace(0)}), r)
	case o.json:
		return encodeJSON(stdio.Out, replayFacts(r, "length", last.Snakes[0].Body.Len()))
	}
	return replayText(stdio.Out, r, &rules, last)
}

// defaultSpeed is the speed of Battlesnake, in turns a second.
const defaultSpeed = 8

// pace returns the requested speed, in which 0 means unlimited, or else the default of the
// game.
func (o *replayOptions) pace(usual float64) float64 {
	switch {
	case !o.given("speed"):
		return usual
	case o.speed == 0:
		return math.Inf(1)
	}
	return o.speed
}

// derived returns the first line about a record that was derived without a difference.
func derived(r *ouro.Record, seats string) string {
	return fmt.Sprintf("%s %dx%d, %s: all of %s derived again", r.Game.Rules, r.Game.W, r.Game.H, seats, english.Count(r.Turns(), "turn"))
}

func replayText(w io.Writer, r *ouro.Record, rules *roster.RulesEntry, last *ouro.State) error {
	var b strings.Builder
	for _, in := range r.Incidents {
		fmt.Fprintf(&b, "turn %d: seat %d: %s (%s), %s\n", in.Turn, in.Seat, in.Fault, detail(in.Detail), english.Made(in.Offered))
	}
	length := last.Snakes[0].Body.Len()
	fmt.Fprintf(&b, "%s; %s at length %d", derived(r, r.Seats[0].String()), r.Outcome.Ending, length)
	if rules.EatsWalls() {
		fmt.Fprintf(&b, ", %s eaten and %d left\n", english.Count(length-r.Game.StartLength, "edible wall"), last.Hedges())
	} else {
		fmt.Fprintf(&b, " of %d\n", last.Room())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// replayFacts returns the facts of a record for JSON; own are those of its kind of game.
func replayFacts(r *ouro.Record, own ...any) sheet.Facts {
	facts := sheet.FactsOf("schema", schema{}, "rules", r.Game.Rules.String(), "board", fmt.Sprintf("%dx%d", r.Game.W, r.Game.H),
		"game_seed", r.Seed, "solvers", r.Seats, "turns", r.Turns(), "ending", r.Outcome.Ending)
	facts = append(facts, sheet.FactsOf(own...)...)
	return append(facts, sheet.FactsOf("incidents", incidents(r.Incidents), "final", fmt.Sprintf("%016x", r.Final))...)
}
