package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/studio"
	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/picture"
	"ouro/play"
	"ouro/roster"
	"ouro/saved"
	"ouro/tui"
	"ouro/tui/frame"

	screen "ouro/tui/battlesnake"
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

func NewReplay(stdio command.IO) *cobra.Command {
	o := replayOptions{turn: -1}
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Check a recorded game turn by turn, or show it",
		Long: `Replay reads a record, derives every position again from the seed and the moves, and
compares the positions with the digests in the record. If the record was changed, replay
names the turn, and the exit code is 3. It also reads records of Snake Hunter. It reads
game logs of the official Battlesnake engine (JSON lines), but does not derive their
positions. Files may be packed by gzip; the name "-" means standard input.`,
		Example: `  ouro bench --solver cell --games 3 --records games
  ouro replay games/cell-0.ouro
  ouro replay games/cell-0.ouro --turn 500       the board after 500 moves
  ouro replay games/cell-0.ouro --watch          in the terminal program
  ouro replay games/cell-0.ouro --web            in the browser
  ouro replay game.jsonl --viewer                on the board of Battlesnake`,
		Args: command.ExactArgs(1, "the record's FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args[0]) },
	}
	fs := cmd.Flags()
	o.given = fs.Changed
	fs.IntVar(&o.turn, "turn", -1, "print the board after turn `N`")
	flags.JSON(cmd, &o.json, "")
	fs.BoolVar(&o.watch, "watch", false, "show the game in the terminal")
	flags.Speed(cmd, &o.speed, defaultSpeed, flags.AsFast+"; a tick of Snake Hunter is a turn (default that of the game)")
	fs.Lookup("speed").DefValue = "0" // hides pflag's own default in the help
	studio.Flag(cmd, &o.web)
	o.viewer.add(cmd)
	flags.Exclusive(cmd, "turn", "json", "watch", "viewer", "web")
	return cmd
}

func (o *replayOptions) run(ctx context.Context, stdio command.IO, name string) error {
	if !(o.speed >= 0) { // rejects NaN too
		return command.Usagef("--speed %g: must not be negative", o.speed)
	}
	if o.given("turn") && o.turn < 0 {
		return command.Usagef("--turn %d: must not be negative", o.turn)
	}
	if o.web {
		return o.showWeb(ctx, stdio, name)
	}
	if o.watch {
		if err := command.NeedTerminal(stdio, "without --watch the replay is only checked"); err != nil {
			return err
		}
	}
	return command.OpenSaved(ctx, stdio.In, name, func(f *saved.File) error {
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
func (o *replayOptions) runRecord(ctx context.Context, stdio command.IO, r *ouro.Record) error {
	if o.turn > r.End() {
		return command.Usagef("--turn %d: the record has only %s", o.turn, english.Count(r.End(), "turn"))
	}
	if o.given("turn") && o.turn < r.Begin() {
		return command.Usagef("--turn %d: the record begins with turn %d", o.turn, r.Begin())
	}
	rules, err := roster.FindRules(r.Game.Rules.Name)
	if err != nil {
		return err
	}
	if o.viewer.isOn() && !rules.HasSeveralSnakes() {
		return command.Usagef("--viewer: supports only games of Battlesnake, not of %s", r.Game.Rules.Name)
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
		return command.Negative(err)
	}
	switch {
	case wanted != nil:
		_, err := io.WriteString(stdio.Out, picture.Of(wanted))
		return err
	case rules.HasSeveralSnakes():
		return o.runBattleRecord(ctx, stdio, r, deal)
	case o.watch:
		return tui.WatchRecord(ctx, command.OnScreen(stdio, frame.Options{Game: r.Game, Solvers: r.Seats, Speed: o.pace(0)}), r)
	case o.json:
		return command.WriteJSON(stdio.Out, replayFacts(r, "length", last.Snakes[0].Body.Len()))
	}
	return replayText(stdio.Out, r, &rules, last)
}

// defaultSpeed is the speed of Battlesnake, in turns a second.
const defaultSpeed = 8

// pace returns the speed of --speed or, without that flag, usual. It returns infinity for --speed 0.
func (o *replayOptions) pace(usual float64) float64 {
	switch {
	case !o.given("speed"):
		return usual
	case o.speed == 0:
		return math.Inf(1)
	}
	return o.speed
}

// derivedLine returns a text for a record without differences: its game, and the number of turns that
// were derived.
func derivedLine(r *ouro.Record, seats string) string {
	return fmt.Sprintf("%s %dx%d, %s: all of %s derived again", r.Game.Rules, r.Game.W, r.Game.H, seats, english.Count(r.Turns(), "turn"))
}

func replayText(w io.Writer, r *ouro.Record, rules *roster.RulesEntry, last *ouro.State) error {
	var b strings.Builder
	for _, in := range r.Incidents {
		fmt.Fprintf(&b, "turn %d: seat %d: %s (%s), %s\n", in.Turn, in.Seat, in.Fault, command.Detail(in.Detail), english.ReplacementText(in.Offered))
	}
	length := last.Snakes[0].Body.Len()
	fmt.Fprintf(&b, "%s; %s at length %d", derivedLine(r, r.Seats[0].String()), r.Outcome.Ending, length)
	if rules.EatsWalls() {
		fmt.Fprintf(&b, ", %s eaten and %d left\n", english.Count(length-r.Game.StartLength, "edible wall"), last.Hedges())
	} else {
		fmt.Fprintf(&b, " of %d\n", last.Room())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// replayFacts returns the facts of a record for JSON. kindFacts are keys and values that only its kind
// of game has.
func replayFacts(r *ouro.Record, kindFacts ...any) sheet.Facts {
	facts := sheet.FactsOf("schema", command.SchemaVersion{}, "rules", r.Game.Rules.String(), "board", fmt.Sprintf("%dx%d", r.Game.W, r.Game.H),
		"game_seed", r.Seed, "solvers", r.Seats, "turns", r.Turns(), "ending", r.Outcome.Ending)
	facts = append(facts, sheet.FactsOf(kindFacts...)...)
	return append(facts, sheet.FactsOf("incidents", incidentFacts(r.Incidents), "final", fmt.Sprintf("%016x", r.Final))...)
}

// savedBattle is a game of Battlesnake from a file.
type savedBattle struct {
	snakes
	positions play.Positions
	outcome   ouro.Outcome
	incidents []ouro.Incident
	took      func(turn, seat int) time.Duration // latency of an answer; nil if unknown

	title string      // title of the screen
	line  string      // summary for text
	doc   sheet.Facts // summary for JSON
	match *wire.Match // summary for the official board
}

func (o *replayOptions) runBattleRecord(ctx context.Context, stdio command.IO, r *ouro.Record, deal play.Deal) error {
	history, err := play.Rewind(ctx, r, deal)
	if err != nil {
		return err
	}
	last := history.At(history.Turns()).Clone()
	b := &savedBattle{
		snakes: snakesOfRecord(r), positions: history, outcome: r.Outcome, incidents: r.Incidents,
		title: screen.Title(r.Game.Rules, last.Grid) + " · a record",
	}
	b.line = fmt.Sprintf("%s; %s", derivedLine(r, english.Count(len(r.Seats), "snake")), b.Outcome(r.Outcome))
	winner := ""
	if r.Outcome.Winner >= 0 {
		winner = b.Snakes[r.Outcome.Winner]
	}
	addresses := make([]string, len(r.Seats))
	for seat, spec := range r.Seats {
		if addresses[seat] = spec.String(); r.Players != nil && r.Players[seat].Address != "" {
			addresses[seat] = r.Players[seat].Address
		}
	}
	b.doc = replayFacts(r, "winner", sheet.Sparse(winner), "snakes", b.docs(addresses, last))
	game, err := wire.NewGame(fmt.Sprintf("%016x", r.Final), r.Game.Rules, wire.DefaultTimeout)
	if err != nil {
		return err
	}
	b.match = &wire.Match{Game: game, Players: make([]wire.Player, len(b.Snakes))}
	for seat := range b.match.Players {
		p := &b.match.Players[seat]
		p.ID, p.Name, p.Customizations.Color = fmt.Sprintf("%s-%d", game.ID, seat+1), b.Snakes[seat], b.colors[seat]
	}
	return o.show(ctx, stdio, b, last)
}

func (o *replayOptions) runLog(ctx context.Context, stdio command.IO, r *wire.LogReader) error {
	l, err := wire.ReadLog(r)
	if err != nil {
		return err
	}
	first, last := l.At(0).Turn, l.At(l.Turns())
	if o.turn >= 0 {
		if o.turn < first || o.turn > last.Turn {
			return command.Usagef("--turn %d: the log has turns %d to %d", o.turn, first, last.Turn)
		}
		_, err := io.WriteString(stdio.Out, picture.Of(l.At(o.turn-first)))
		return err
	}
	b := &savedBattle{positions: l, outcome: l.Outcome(), took: l.Took, match: &wire.Match{Game: l.Game, Players: l.Players}}
	for _, p := range l.Players {
		b.add(p.Name, p.Customizations.Color)
	}
	title := screen.Title(l.Game.Spec(), last.Grid)
	b.title = title + " · a log"
	b.line = fmt.Sprintf("%s, game %s: %s after %s", title, command.Excerpt(l.Game.ID), b.Outcome(b.outcome), english.Count(last.Turn, "turn"))
	b.doc = sheet.FactsOf("schema", command.SchemaVersion{}, "rules", l.Game.Spec().String(), "board", last.Grid.String(), "id", l.Game.ID, "turns", last.Turn,
		"winner", l.Result.WinnerName, "draw", l.Result.IsDraw, "unfinished", sheet.Sparse(l.Cut), "snakes", b.docs(nil, last))
	return o.show(ctx, stdio, b, last)
}

// show shows or prints the game as the flags request.
func (o *replayOptions) show(ctx context.Context, stdio command.IO, b *savedBattle, last *ouro.State) error {
	switch {
	case o.watch:
		return screen.Show(ctx, command.OnScreen(stdio, frame.Options{}), screen.Options{
			Game: play.WatchPositions(b.positions, b.outcome, b.incidents, b.took), Silent: "a file does not contain what the snakes thought",
			Title: b.title, Names: b.Snakes, Colors: b.colors, Speed: o.speed,
		})
	case o.viewer.isOn():
		return o.serve(ctx, stdio, b, last.Grid)
	case o.json:
		return command.WriteJSON(stdio.Out, b.doc)
	}
	var text strings.Builder
	fmt.Fprintln(&text, b.line)
	b.table(&text, last)
	text.WriteString(b.faults(b.incidents))
	_, err := io.WriteString(stdio.Out, text.String())
	return err
}

// serve serves a game to the official board, until Ctrl-C.
func (o *replayOptions) serve(ctx context.Context, stdio command.IO, b *savedBattle, g *ouro.Grid) error {
	l, err := o.viewer.listen(ctx)
	if err != nil {
		return err
	}
	board := o.viewer.open(ctx, stdio.Err, l, b.match, g)
	for i := 0; err == nil && i <= b.positions.Turns(); i++ {
		s := b.positions.At(i)
		for seat := range b.Snakes {
			if b.took != nil {
				b.match.Report(seat, wire.Reply{Latency: b.took(i, seat), Status: 200})
			}
		}
		err = board.Show(b.match.FrameEvent(s))
	}
	if err == nil {
		err = board.Show(b.match.EndEvent(g))
	}
	if lingerErr := o.viewer.linger(ctx, stdio.Err, board, err == nil); err == nil {
		err = lingerErr
	}
	return err
}
