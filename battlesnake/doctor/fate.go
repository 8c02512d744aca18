package doctor

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/internal/english"
)

// judge returns a finding if move d can kill the snake although another move is safer. Otherwise it
// returns nil.
func judge(s *ouro.State, seat int, d ouro.Dir) *note {
	all := fates(s, seat)
	f := all[d]
	safe := listMoves(all, fate.lives)
	switch {
	case f.lives():
		return nil
	case f.sure && safe != "":
		return &note{deadly[f.cause], fmt.Sprintf("%s, which %s; %s", d, deathText(f), safe)}
	case f.sure:
		if chance := listMoves(all, func(f fate) bool { return !f.sure }); chance != "" {
			return &note{GaveUp, fmt.Sprintf("%s, which %s; %s", d, deathText(f), strings.Replace(chance, "would survive", "may survive", 1))}
		}
		return nil
	case safe != "":
		return &note{Gamble, fmt.Sprintf("%s, where %s may come; %s", d, string(english.Letter(f.by)), safe)}
	}
	return nil
}

// deadly has the kinds of findings about moves that always kill, by cause.
var deadly = map[ouro.Cause]Kind{
	ouro.HitWall: LeftBoard, ouro.HitSelf: HitItself, ouro.HitBody: HitOther, ouro.HeadOn: HitOther, ouro.Starved: StarvedBesideFood, ouro.Burnt: Burnt,
}

// deathText describes how a move kills. The text follows the word "which".
func deathText(f fate) string {
	switch f.cause {
	case ouro.HitWall:
		return "leaves the board"
	case ouro.HitSelf:
		return "hits its own body"
	case ouro.Starved:
		return "starves"
	case ouro.Burnt:
		return "burns to death"
	default:
		return "hits the body of " + string(english.Letter(f.by))
	}
}

// listMoves returns the accepted moves as a list that ends with "would survive", or "".
func listMoves(all [4]fate, accept func(fate) bool) string {
	var names []string
	for _, d := range ouro.Dirs {
		if accept(all[d]) {
			names = append(names, d.String())
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " would survive"
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1] + " would survive"
}

// fate is the immediate result of a move, over all possible moves of the other snakes in the same
// turn.
type fate struct {
	sure  bool       // the move always kills
	maybe bool       // the move kills for at least some moves of the others
	cause ouro.Cause // cause of the death; valid if maybe
	by    int        // seat of the snake that may kill, or NoSeat
}

// lives reports whether the snake survives for all moves of the others, dies whether it survives
// for none.
func (f fate) lives() bool { return !f.maybe }
func (f fate) dies() bool  { return f.sure }

// fates returns the fates of the four moves of a living snake. It assumes that the other snakes
// avoid leaving the board, starving and burning if they can: it is a mistake to move into a body in
// the hope that its owner dies.
//
// If a move can kill in several ways, the cause is the one that an author would check first.
func fates(s *ouro.State, seat int) (all [4]fate) {
	for _, d := range ouro.Dirs {
		all[d] = fateOf(s, seat, d)
	}
	return all
}

func fateOf(s *ouro.State, seat int, d ouro.Dir) fate {
	if cause := soloCause(s, seat, d); cause != ouro.Alive {
		return fate{sure: true, maybe: true, cause: cause, by: ouro.NoSeat}
	}
	me := &s.Snakes[seat].Body
	c := s.Grid.Next(me.Head(), d)
	if stays(me, c) {
		return fate{sure: true, maybe: true, cause: ouro.HitSelf, by: seat}
	}
	f := fate{by: ouro.NoSeat}
	for other := range s.Snakes {
		if other == seat || s.Snakes[other].Cause != ouro.Alive {
			continue
		}
		switch g := fateAgainst(s, seat, other, c); {
		case g.sure:
			return g
		case g.maybe && !f.maybe:
			f = g
		}
	}
	return f
}

// soloCause returns what kills a snake that makes this move on a board without bodies: the wall,
// hunger or hazards. It returns Alive if the snake survives.
func soloCause(s *ouro.State, seat int, d ouro.Dir) ouro.Cause {
	sn := &s.Snakes[seat]
	c := s.Grid.Next(sn.Body.Head(), d)
	switch {
	case c == ouro.NoCell:
		return ouro.HitWall
	case s.HasFood(c):
		return ouro.Alive
	}
	health := sn.Health - 1
	if layers := s.Hazard(c); layers > 0 {
		if health -= layers * s.HazardDamage; health <= 0 {
			return ouro.Burnt
		}
	}
	if health <= 0 {
		return ouro.Starved
	}
	return ouro.Alive
}

// stays reports whether a body, apart from its new head, still covers c after the next move. Only
// the tip of the tail leaves its cell.
func stays(b *ouro.Body, c ouro.Cell) bool {
	for i := range b.Len() - 1 {
		if b.At(i) == c {
			return true
		}
	}
	return false
}

// fateAgainst returns the fate of a move to c against only one other snake. It ignores moves with
// which the other snake dies before collisions are checked.
func fateAgainst(s *ouro.State, seat, other int, c ouro.Cell) fate {
	them := &s.Snakes[other].Body
	body := stays(them, c)
	kills, moves := 0, 0
	cause := ouro.HeadOn
	if body {
		cause = ouro.HitBody
	}
	for _, d := range ouro.Dirs {
		if soloCause(s, other, d) != ouro.Alive {
			continue
		}
		moves++
		if body || s.Grid.Next(them.Head(), d) == c && them.Len() >= s.Snakes[seat].Body.Len() {
			kills++
		}
	}
	return fate{sure: kills > 0 && kills == moves, maybe: kills > 0, cause: cause, by: other}
}
