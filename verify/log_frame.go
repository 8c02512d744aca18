package verify

import (
	"cmp"
	"slices"

	"ouro/battlesnake/wire"
)

// checkGame wants every frame to be of the same game as the first line.
func checkGame(l *logRun, f *frame) {
	if f.Game != *l.in.Game() {
		l.report.differ(f.Turn, "", "game: it is not that of the first line")
	}
}

// checkPlayers wants snakes to stay who they are.
func checkPlayers(l *logRun, f *frame) {
	for i := range f.Board.Snakes {
		l.checkPlayer(f, &f.Board.Snakes[i])
	}
}

func (l *logRun) checkPlayer(f *frame, sn *wire.Snake) {
	p := l.player(sn.ID)
	if p == nil {
		return // it comes from nowhere, which is found elsewhere
	}
	for _, c := range []struct{ what, was, is string }{
		{"name", p.Name, sn.Name},
		{"squad", p.Squad, sn.Squad},
		{"color", p.Customizations.Color, sn.Customizations.Color},
		{"head", p.Customizations.Head, sn.Customizations.Head},
		{"tail", p.Customizations.Tail, sn.Customizations.Tail},
	} {
		if c.was != c.is {
			l.report.differ(f.Turn, p.Name, "its %s is %q here and %q in the first frame", c.what, c.is, c.was)
		}
	}
}

// checkYou wants you to be a snake of the board, or one that is gone and lies
// where it may have died.
func checkYou(l *logRun, f *frame) {
	you := &f.You
	if i := f.Board.Seat(you.ID); i >= 0 {
		if !sameSnake(you, &f.Board.Snakes[i]) {
			l.report.differ(f.Turn, you.Name, "you: it is not as on the board")
		}
		return
	}
	l.checkPlayer(f, you)
	e := l.dead[you.ID]
	if e == nil {
		if l.follower != nil {
			l.report.differ(f.Turn, you.Name, "you: it is not on the board, and did not die")
		}
		return
	}
	for _, w := range e.ways {
		if w.health == you.Health && slices.Equal(w.body, you.Body) {
			e.ways = []way{w}
			return
		}
	}
	l.report.differ(f.Turn, you.Name, "you: it did not die at %v with health %d", you.Body[:min(len(you.Body), maxCellsTold)], you.Health)
}

// sameSnake compares all but latency and shout.
func sameSnake(a, b *wire.Snake) bool {
	return a.Name == b.Name && a.Health == b.Health && slices.Equal(a.Body, b.Body) && a.Head == b.Head && a.Length == b.Length &&
		a.Squad == b.Squad && a.Customizations == b.Customizations
}

// checkSnakes wants head and length to be those of the body.
func checkSnakes(l *logRun, f *frame) {
	for i := range f.Board.Snakes {
		l.checkBody(f, &f.Board.Snakes[i])
	}
	l.checkBody(f, &f.You)
}

func (l *logRun) checkBody(f *frame, sn *wire.Snake) {
	if len(sn.Body) > 0 && sn.Head != sn.Body[0] { // you may have none, which is found elsewhere
		l.report.differ(f.Turn, sn.Name, "its head is at %v, and its body begins at %v", sn.Head, sn.Body[0])
	}
	if sn.Length != len(sn.Body) {
		l.report.differ(f.Turn, sn.Name, "its length is %d, and its body has %d segments", sn.Length, len(sn.Body))
	}
}

func checkFoodOnce(l *logRun, f *frame) {
	for i, c := range f.Board.Food {
		if len(f.at.Food) < len(f.Board.Food) && slices.Contains(f.Board.Food[:i], c) {
			l.report.differ(f.Turn, "", "food at %v twice", c)
		}
	}
}

// checkNotes wants no hazards off the board but those that the official engine
// keeps on snail_mode to remember tails: as many as the snake is long, above the
// board. Other engines have none.
func checkNotes(l *logRun, f *frame) {
	var notes, want []wire.Coord
	for _, c := range f.Board.Hazards {
		if f.at.Grid.At(c.X, c.Y) < 0 {
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
	if l.notes = l.notes || len(notes) > 0; !l.notes {
		return
	}
	order := func(a, b wire.Coord) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }
	slices.SortFunc(notes, order)
	slices.SortFunc(want, order)
	if !slices.Equal(notes, want) {
		l.report.differ(f.Turn, "", "%d hazards off the board, and not those that the map keeps there", len(notes))
	}
}

// checkOver wants the game to be over.
func checkOver(l *logRun, _ wire.Result) {
	if living := len(l.last.Board.Snakes); l.follower != nil && !l.rules.Ended(living, len(l.players)) {
		l.report.differ(l.last.Turn, "", "the log ends, and the game does not: %d of %d snakes live", living, len(l.players))
	}
}

// checkDraw wants a draw where none of several is left.
func checkDraw(l *logRun, result wire.Result) {
	living := len(l.last.Board.Snakes)
	switch draw := living == 0 && len(l.players) > 1; {
	case result.IsDraw && living > 0:
		l.report.differ(l.last.Turn, "", "a draw, but %d snakes live", living)
	case result.IsDraw && !draw:
		l.report.differ(l.last.Turn, "", "a draw of one snake")
	case draw && !result.IsDraw && l.follower != nil:
		l.report.differ(l.last.Turn, "", "nobody lives, and it is no draw")
	}
}

// checkWinner wants the last of several snakes to be the winner, by id and name.
func checkWinner(l *logRun, result wire.Result) {
	var id, name string
	if len(l.last.Board.Snakes) == 1 {
		id, name = l.last.Board.Snakes[0].ID, l.last.Board.Snakes[0].Name
	}
	switch {
	case len(l.last.Board.Snakes) > 1 && l.last.Board.Seat(result.WinnerID) >= 0: // which checkOver does not let pass
	case result.WinnerID != "" && result.WinnerID != id:
		l.report.differ(l.last.Turn, result.WinnerName, "the winner is dead")
	case result.WinnerID != id:
		l.report.differ(l.last.Turn, name, "it is the last snake, and not named the winner")
	case result.WinnerName != name:
		l.report.differ(l.last.Turn, name, "the winner is called %q", result.WinnerName)
	}
}
