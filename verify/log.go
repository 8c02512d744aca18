package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/rule/battlesnake"
)

// logRun derives a game log, frame by frame.
type logRun struct {
	report   *Report
	in       *wire.LogReader
	rules    battlesnake.Rules
	follower *battlesnake.Follower // tracks which food and hazards the map must add and which it can add; nil if turns cannot be derived
	form     lineForm

	players  []wire.Snake    // the snakes of the first frame
	dead     map[string]*end // dead snakes, by id
	hasNotes bool            // whether an earlier frame had hazards off the board; see checkNotes
	last     *frame
}

type frame struct {
	*wire.Request
	state *ouro.State // the position, with the snakes in the order of the board
}

// frameChecks are the checks of a single frame. They include checks of values that stay the same
// during a game.
var frameChecks = []func(l *logRun, f *frame){checkGame, checkPlayers, checkYou, checkSnakes, checkFoodOnce, checkNotes}

var endChecks = []func(l *logRun, result wire.Result){checkOver, checkDraw, checkWinner}

// log derives the turns of a game log. A log has no moves. So log derives the moves of surviving
// snakes from their heads, and searches for the moves of snakes that die.
func log(ctx context.Context, report *Report, in *wire.LogReader) error {
	game := in.Game()
	spec := game.Spec()
	rules, err := battlesnake.New(spec.Name, spec.Options)
	if err != nil {
		return fmt.Errorf("line 1: %w", err) // games with other rules cannot be derived
	}
	l := &logRun{report: report, in: in, rules: rules, follower: rules.Follow(), dead: map[string]*end{}}
	l.form.report = report
	if err := l.form.check(0, "game.", in.Text(), game); err != nil {
		return err
	}
	for {
		r, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if err := l.frame(r); err != nil {
			return fmt.Errorf("line %d: %w", in.Line(), err)
		}
	}
	result, ended := in.Result()
	if !ended {
		report.differ(l.last.Turn, "", "the log ends here without a result: the game or the log was cut short")
		return nil
	}
	for _, c := range endChecks {
		c(l, result)
	}
	return l.form.check(l.last.Turn, "result.", in.Text(), &result)
}

func (l *logRun) frame(r *wire.Request) error {
	s, err := boardState(r)
	if err != nil {
		return err
	}
	f := &frame{r, s}
	if err := l.form.check(r.Turn, "", l.in.Text(), r); err != nil {
		return err
	}
	switch {
	case l.last == nil:
		l.players = r.Board.Snakes
		l.begin(f)
	case l.follower != nil:
		if err := l.turn(f); err != nil {
			return err
		}
		l.report.Turns++
	}
	for _, c := range frameChecks {
		c(l, f)
	}
	l.last = f
	return nil
}

// begin checks the first frame. It must be a start by the rules or, if the source of the log is
// "position", any valid position.
func (l *logRun) begin(f *frame) {
	if l.in.Game().Source == wire.FromPosition {
		if err := l.follower.Resume(f.state); err != nil {
			l.report.differ(f.Turn, "", "not a position of such a game: %v", err)
		}
		return
	}
	if f.Turn != 0 {
		l.report.differ(f.Turn, "", "the log begins here: the turns before it are missing, and those after it are not derived")
		l.follower = nil
		return
	}
	if err := l.follower.Start(f.state); err != nil {
		l.report.differ(0, "", "not a start by the rules: %v", err)
	}
}

// player returns a snake of the first frame, or nil.
func (l *logRun) player(id string) *wire.Snake {
	for i := range l.players {
		if l.players[i].ID == id {
			return &l.players[i]
		}
	}
	return nil
}

// checkGame reports a frame whose game differs from that of the first line.
func checkGame(l *logRun, f *frame) {
	if f.Game != *l.in.Game() {
		l.report.differ(f.Turn, "", "game: differs from the game of the first line")
	}
}

// checkPlayers reports changes of names, squads and looks of snakes.
func checkPlayers(l *logRun, f *frame) {
	for i := range f.Board.Snakes {
		l.checkPlayer(f, &f.Board.Snakes[i])
	}
}

func (l *logRun) checkPlayer(f *frame, sn *wire.Snake) {
	p := l.player(sn.ID)
	if p == nil {
		return // joint reports unknown snakes
	}
	for _, c := range []struct{ field, first, now string }{
		{"name", p.Name, sn.Name},
		{"squad", p.Squad, sn.Squad},
		{"color", p.Customizations.Color, sn.Customizations.Color},
		{"head", p.Customizations.Head, sn.Customizations.Head},
		{"tail", p.Customizations.Tail, sn.Customizations.Tail},
	} {
		if c.first != c.now {
			l.report.differ(f.Turn, p.Name, "its %s is %q here and %q in the first frame", c.field, c.now, c.first)
		}
	}
}

// checkYou checks the field you. It must be a snake on the board, or a dead snake with a body with
// which it can have died.
func checkYou(l *logRun, f *frame) {
	you := &f.You
	if i := f.Board.Seat(you.ID); i >= 0 {
		if !sameSnake(you, &f.Board.Snakes[i]) {
			l.report.differ(f.Turn, you.Name, "you: differs from the same snake in board.snakes")
		}
		return
	}
	l.checkPlayer(f, you)
	e := l.dead[you.ID]
	if e == nil {
		if l.follower != nil {
			l.report.differ(f.Turn, you.Name, "you: this snake is not in board.snakes and did not die")
		}
		return
	}
	for _, d := range e.deaths {
		if d.health == you.Health && slices.Equal(d.body, you.Body) {
			e.deaths = []death{d}
			return
		}
	}
	l.report.differ(f.Turn, you.Name, "you: this snake did not die at %v with health %d", you.Body[:min(len(you.Body), maxCells)], you.Health)
}

// sameSnake compares all fields of two snakes except latency and shout.
func sameSnake(a, b *wire.Snake) bool {
	return a.Name == b.Name && a.Health == b.Health && slices.Equal(a.Body, b.Body) && a.Head == b.Head && a.Length == b.Length &&
		a.Squad == b.Squad && a.Customizations == b.Customizations
}

// checkSnakes checks that head and length agree with the body.
func checkSnakes(l *logRun, f *frame) {
	for i := range f.Board.Snakes {
		l.checkBody(f, &f.Board.Snakes[i])
	}
	l.checkBody(f, &f.You)
}

func (l *logRun) checkBody(f *frame, sn *wire.Snake) {
	if len(sn.Body) > 0 && sn.Head != sn.Body[0] { // checkYou reports a missing body
		l.report.differ(f.Turn, sn.Name, "its head is at %v, and its body begins at %v", sn.Head, sn.Body[0])
	}
	if sn.Length != len(sn.Body) {
		l.report.differ(f.Turn, sn.Name, "its length is %d, and its body has %d segments", sn.Length, len(sn.Body))
	}
}

func checkFoodOnce(l *logRun, f *frame) {
	for i, c := range f.Board.Food {
		if len(f.state.Food) < len(f.Board.Food) && slices.Contains(f.Board.Food[:i], c) {
			l.report.differ(f.Turn, "", "food at %v twice", c)
		}
	}
}

// checkNotes checks hazards off the board. On the map snail_mode, the official engine puts hazards
// above the board as notes: for each tail that will move, one hazard for each segment of the snake.
// Other engines have none.
func checkNotes(l *logRun, f *frame) {
	var notes, want []wire.Coord
	for _, c := range f.Board.Hazards {
		if f.state.Grid.At(c.X, c.Y) < 0 {
			notes = append(notes, c)
		}
	}
	if l.rules.Map() == "snail_mode" && l.last != nil {
		for i := range f.Board.Snakes {
			body := f.Board.Snakes[i].Body
			if tail := body[len(body)-1]; len(body) > 1 && body[len(body)-2] != tail {
				want = append(want, slices.Repeat([]wire.Coord{{X: tail.X, Y: tail.Y + f.Board.Height}}, len(body))...)
			}
		}
	}
	if l.hasNotes = l.hasNotes || len(notes) > 0; !l.hasNotes {
		return
	}
	order := func(a, b wire.Coord) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }
	slices.SortFunc(notes, order)
	slices.SortFunc(want, order)
	if !slices.Equal(notes, want) {
		l.report.differ(f.Turn, "", "%d hazards off the board differ from those that the map puts there", len(notes))
	}
}

func checkOver(l *logRun, _ wire.Result) {
	if living := len(l.last.Board.Snakes); l.follower != nil && !l.rules.Ended(living, len(l.players)) {
		l.report.differ(l.last.Turn, "", "the log ends before the game is over: %d of %d snakes are alive", living, len(l.players))
	}
}

// checkDraw checks that a draw is a game of several snakes without a survivor.
func checkDraw(l *logRun, result wire.Result) {
	living := len(l.last.Board.Snakes)
	switch draw := living == 0 && len(l.players) > 1; {
	case result.IsDraw && living > 0:
		l.report.differ(l.last.Turn, "", "the result is a draw, but %d snakes are alive", living)
	case result.IsDraw && !draw:
		l.report.differ(l.last.Turn, "", "the result is a draw, but the game has one snake")
	case draw && !result.IsDraw && l.follower != nil:
		l.report.differ(l.last.Turn, "", "no snake is alive, but the result is not a draw")
	}
}

// checkWinner checks that the winner, by id and by name, is the last of several snakes.
func checkWinner(l *logRun, result wire.Result) {
	var id, name string
	if len(l.last.Board.Snakes) == 1 {
		id, name = l.last.Board.Snakes[0].ID, l.last.Board.Snakes[0].Name
	}
	switch {
	case len(l.last.Board.Snakes) > 1 && l.last.Board.Seat(result.WinnerID) >= 0: // checkOver reports this
	case result.WinnerID != "" && result.WinnerID != id:
		l.report.differ(l.last.Turn, result.WinnerName, "the winner is dead")
	case result.WinnerID != id:
		l.report.differ(l.last.Turn, name, "this snake is the last alive, but the result names another winner")
	case result.WinnerName != name:
		l.report.differ(l.last.Turn, name, "the result calls the winner %q", result.WinnerName)
	}
}
