// Package share writes a game as a file that plays in any browser, without Ouro and without a
// network. [Play] plays a game; [OfRecord], [OfLog] and [OfHunter] read a recorded game. Each
// returns a [Page]. The pages of Play and OfRecord have overlays, which show what the solvers
// think. The JavaScript that shows a game is in studio/web/share; [ouro/studio/web.Share] returns
// the parts of the file that are equal for all games.
package share

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/internal/printable"
	"ouro/play"
	"ouro/roster"
	"ouro/saved"
	"ouro/studio/frames"
	"ouro/verify"
)

// Default speeds in turns a second, for games with one snake and with several snakes.
const (
	speedAlone   = 20
	speedSeveral = 8
)

// Options select what a page has.
type Options struct {
	Budget ouro.Budget       // for each move; only Play uses it
	Labels []string          // labels of the overlays to keep; nil keeps all
	None   bool              // keep no overlays; OfRecord then asks no solver
	See    func(*ouro.State) // called with each position, for progress; may be nil
}

func (o *Options) see(s *ouro.State) {
	if o.See != nil {
		o.See(s)
	}
}

// Play plays a game to its end and returns its page.
func Play(ctx context.Context, spec ouro.GameSpec, seed uint64, solvers []ouro.Spec, o Options) (*Page, error) {
	t := NewTape(SeatsOf(solvers, nil))
	t.selectOverlays(o)
	notes := make([][]ouro.Note, len(solvers))
	cfg := play.Config{Budget: o.Budget, Keep: true}
	if !o.None {
		cfg.Trace = func(seat int) *ouro.Trace {
			notes[seat] = nil
			return ouro.TraceFor(&notes[seat])
		}
	}
	g, err := roster.NewGame(spec, seed, solvers, cfg)
	if err != nil {
		return nil, err
	}
	err = t.play(ctx, g, notes, o)
	if err = errors.Join(err, g.Close()); err != nil {
		return nil, err
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = spec, seed, solvers
	return RecordPage(ctx, t, r)
}

// play plays g to its end and adds each turn to the tape. The solvers' traces of g write their
// notes about the current move into notes, by seat.
func (t *Tape) play(ctx context.Context, g *play.Game, notes [][]ouro.Note, o Options) error {
	s := g.State()
	outcome, over := g.Over()
	t.Add(s, t.End(s, outcome, over))
	for !over {
		o.see(s)
		clear(notes)
		turn := s.Turn
		if err := g.Move(ctx); err != nil {
			return err
		}
		for seat := range notes {
			t.AddNotes(turn, seat, notes[seat])
		}
		s = g.State()
		outcome, over = g.Over()
		t.Add(s, t.End(s, outcome, over))
	}
	t.endNotes(s)
	return nil
}

// endNotes adds empty notes for all seats at s, the last position, because notes stay visible until
// the seat's next notes.
func (t *Tape) endNotes(s *ouro.State) {
	for seat := range s.Snakes {
		t.AddNotes(s.Turn, seat, nil)
	}
}

// End returns the end of the game for a page, or nil if the game is not over.
func (t *Tape) End(s *ouro.State, o ouro.Outcome, over bool) *frames.Ended {
	if !over {
		return nil
	}
	winner := -1
	if o.Ending == ouro.Won {
		winner = o.Winner
	}
	return &frames.Ended{Ending: o.Ending, Winner: winner, Words: t.ending(s, o)}
}

func (t *Tape) ending(s *ouro.State, o ouro.Outcome) string {
	words := o.Ending.String()
	switch {
	case t.names != nil:
		words = t.names.Outcome(o)
	case o.Ending == ouro.Died && len(s.Snakes) == 1 && s.Snakes[0].Cause != ouro.Alive:
		words = t.names.Death(&s.Snakes[0])
	}
	return fmt.Sprintf("%s after %s", words, english.Count(s.Turn, "move"))
}

// SeatsOf returns the name, the solver and the colour of each snake of a game.
func SeatsOf(seats []ouro.Spec, players []ouro.Player) (all []Seat) {
	for i, name := range english.NamesOf(seats, players) {
		all = append(all, Seat{Name: printable.Short(name, ouro.MaxName), Spec: seats[i].String(), Color: palette.Snake(i).String()})
	}
	return all
}

func (t *Tape) selectOverlays(o Options) {
	if t.Speed = speedAlone; len(t.seats) > 1 {
		t.Speed = speedSeveral
	}
	if o.Labels != nil {
		t.KeepOverlays(o.Labels)
	}
}

// A DifferentError means that the moves of a record lead to another game than the record
// claims.
type DifferentError struct{ error }

func (e DifferentError) Unwrap() error { return e.error }

// OfRecord derives the game of a record and returns its page. For the overlays, it asks the
// solvers of the record again about each position.
func OfRecord(ctx context.Context, r *ouro.Record, o Options) (*Page, error) {
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return nil, err
	}
	t := NewTape(SeatsOf(r.Seats, r.Players))
	t.selectOverlays(o)
	var solvers panel
	if !o.None {
		if solvers, err = newPanel(r); err != nil {
			return nil, err
		}
	}
	var failed error
	err = play.Replay(ctx, r, deal, func(s *ouro.State) {
		o.see(s)
		outcome, over := r.Outcome, s.Turn == r.End()
		t.Add(s, t.End(s, outcome, over))
		if failed == nil && !over {
			failed = solvers.think(ctx, s, func(seat int, notes []ouro.Note) { t.AddNotes(s.Turn, seat, notes) })
		}
		if over {
			t.endNotes(s)
		}
	})
	if err != nil && ctx.Err() == nil {
		err = DifferentError{err}
	}
	if err = errors.Join(err, failed, solvers.close()); err != nil {
		return nil, err
	}
	p, err := RecordPage(ctx, t, r)
	if err == nil && solvers.answers > 0 {
		p.Facts = append(p.Facts, Fact{"Overlays", solvers.words()})
	}
	return p, err
}

// RecordPage returns the page of a record whose turns are on tape t. It verifies the record and adds
// the verdict to the page.
func RecordPage(ctx context.Context, t *Tape, r *ouro.Record) (*Page, error) {
	text, err := r.MarshalText()
	if err != nil {
		return nil, err
	}
	p := &Page{Tape: t, Title: title(t.seats, r.Game), Result: english.Capital(t.result()) + "."}
	p.Record = &File{Name: fmt.Sprintf("ouro-%s-%d.ouro", r.Game.Rules.Name, r.Seed), Data: base64.StdEncoding.EncodeToString(text)}
	p.addPlayers(r)
	p.add("Rules", rulesWords(r.Game.Rules))
	p.add("Board", boardWords(&r.Game, t.board))
	p.add("Seed", fmt.Sprintf("%d, which determines the start and all random food", r.Seed))
	p.add("Limit", budgetWords(r.Budget))
	parsed := new(ouro.Record)
	if err := parsed.UnmarshalText(text); err != nil {
		return nil, err
	}
	v, err := verify.Check(ctx, &saved.File{Kind: saved.Record, Record: parsed})
	if err != nil {
		return nil, err
	}
	p.SetVerdict(v)
	t.Title = p.Title
	return p, nil
}

// OfLog returns the page of a game log, without a verdict.
func OfLog(ctx context.Context, l *wire.Log, o Options) (*Page, error) {
	var seats []Seat
	for i, player := range l.Players {
		color := palette.Snake(i)
		if own, ok := palette.Parse(player.Customizations.Color); ok {
			color = own
		}
		seats = append(seats, Seat{Name: printable.Short(player.Name, ouro.MaxName), Color: color.String()})
	}
	t := NewTape(seats)
	t.selectOverlays(o)
	for i := range l.Turns() + 1 {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s := l.At(i)
		o.see(s)
		t.Add(s, t.End(s, l.Outcome(), i == l.Turns()))
	}
	p := &Page{Tape: t, Result: english.Capital(t.result()) + "."}
	rules := l.Game.Spec()
	p.Title = title(seats, ouro.GameSpec{Rules: rules, W: t.board.W, H: t.board.H})
	for i, s := range seats {
		p.add(fmt.Sprintf("Snake %c", english.Letter(i)), s.Name)
	}
	p.add("Rules", rulesWords(rules))
	p.add("Board", boardWords(&ouro.GameSpec{Rules: rules}, t.board))
	p.add("Game", printable.Short(l.Game.ID, maxID))
	t.Title = p.Title
	return p, nil
}

const maxID = 80 // most bytes that a page shows of a game's id

func (t *Tape) result() string {
	if t.end == nil {
		return ouro.Unfinished.String()
	}
	return t.end.Words
}

func (p *Page) add(name, text string) {
	if text != "" {
		p.Facts = append(p.Facts, Fact{name, text})
	}
}

func (p *Page) addPlayers(r *ouro.Record) {
	for i, s := range p.Tape.seats {
		name, words := "Player", s.Spec
		if len(r.Seats) > 1 {
			name = fmt.Sprintf("Snake %c", english.Letter(i))
		}
		if s.Name != s.Spec {
			words = fmt.Sprintf("%s (%s)", s.Name, s.Spec)
		}
		if idea := ideaOf(r.Seats[i]); idea != "" {
			words += ": " + idea
		}
		if r.Players != nil && r.Players[i].Address != "" {
			words += ", at " + r.Players[i].Address
		}
		p.add(name, words)
	}
}

// ideaOf returns the idea of a solver, or "".
func ideaOf(spec ouro.Spec) string {
	e, err := roster.FindSolver(spec.Name)
	if err != nil {
		return ""
	}
	return e.Idea
}

func title(seats []Seat, game ouro.GameSpec) string {
	var names []string
	for _, s := range seats {
		names = append(names, s.Name)
	}
	return printable.Line(fmt.Sprintf("%s on %dx%d, %s", strings.Join(names, ", "), game.W, game.H, game.Rules.Name))
}

func rulesWords(rules ouro.Spec) string {
	if e, err := roster.RulesEntryOf(rules); err == nil {
		return fmt.Sprintf("%s: %s", e.WithoutDefaults(rules), e.Idea)
	}
	return rules.String()
}

func boardWords(game *ouro.GameSpec, b frames.Board) string {
	words := fmt.Sprintf("%d columns by %d rows", b.W, b.H)
	if b.Wraps {
		words += ", with opposite edges joined"
	}
	if name, ok := roster.LevelName(game.Level); ok {
		words += ", level " + name
	}
	if name, ok := game.Rules.Options.Get("map"); ok {
		words += ", map " + name
	}
	if game.Position != nil {
		words += ", from a position"
	}
	return words
}

func budgetWords(b ouro.Budget) string {
	var all []string
	if b.Nodes > 0 {
		all = append(all, english.Count(int(b.Nodes), "node"))
	}
	if b.Time > 0 {
		all = append(all, b.Time.String())
	}
	if b.CPU > 0 {
		all = append(all, b.CPU.String()+" of processor time")
	}
	if len(all) == 0 {
		return ""
	}
	return strings.Join(all, ", ") + " for each move"
}
