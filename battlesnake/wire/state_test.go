package wire_test

import (
	"slices"
	"testing"

	"ouro"
	"ouro/battlesnake/wire"
)

// TestRoundTrip: Match and State restore the position, for any seat.
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(100) {
		m, s := position(seed)
		for seat, r := range m.Requests(s) {
			read, err := wire.ParseRequest([]byte(marshal(t, &r)))
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			got, gotSeat, err := read.State()
			if err != nil || gotSeat != seat || !got.Equal(s) {
				t.Fatalf("seed %d: seat %d for %d, %v", seed, gotSeat, seat, err)
			}
			if one := m.Request(s, seat); marshal(t, one) != marshal(t, &r) {
				t.Fatalf("seed %d: Request and Requests differ", seed)
			}
		}
	}
}

// TestDeadYou: the request to a dead snake has its last body; the requests to others do not.
func TestDeadYou(t *testing.T) {
	grid := ouro.MustGrid(5, 5)
	at := func(x, y int) ouro.Cell { return grid.At(x, y) }
	for _, c := range []struct {
		name   string
		cells  []ouro.Cell
		off    ouro.Dir
		health int
		cause  ouro.Cause
		head   wire.Coord
	}{
		{"above", []ouro.Cell{ouro.NoCell, at(2, 4), at(2, 3)}, ouro.Up, 90, ouro.HitWall, wire.Coord{X: 2, Y: 5}},
		{"below", []ouro.Cell{ouro.NoCell, at(2, 0), at(2, 0)}, ouro.Down, 90, ouro.HitWall, wire.Coord{X: 2, Y: -1}},
		{"left", []ouro.Cell{ouro.NoCell, at(0, 3), at(1, 3)}, ouro.Left, 90, ouro.HitWall, wire.Coord{X: -1, Y: 3}},
		{"right", []ouro.Cell{ouro.NoCell, at(4, 0), at(3, 0)}, ouro.Right, 90, ouro.HitWall, wire.Coord{X: 5, Y: 0}},
		{"hungry", []ouro.Cell{at(1, 1), at(1, 2), at(1, 3)}, 0, 0, ouro.Starved, wire.Coord{X: 1, Y: 1}},
		{"knotted", []ouro.Cell{at(1, 1), at(1, 2), at(2, 2), at(2, 1), at(1, 1)}, 0, 50, ouro.HitSelf, wire.Coord{X: 1, Y: 1}},
		{"crashed", []ouro.Cell{at(3, 3), at(2, 3), at(1, 3)}, 0, 50, ouro.HitBody, wire.Coord{X: 3, Y: 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := ouro.NewState(grid)
			s.TurnBack = true
			other := s.AddSnake(at(3, 3), at(3, 2))
			s.Snakes[other].Health = 100
			dead := s.AddSnake(c.cells...)
			s.Snakes[dead].Health, s.Snakes[dead].Hunger, s.Snakes[dead].Exit = c.health, 100-c.health, c.off
			s.Kill(dead, c.cause)
			m := wire.Match{Game: wire.Game{ID: "g"}, Players: []wire.Player{{ID: "other"}, {ID: "dead"}}}
			r := m.Request(s, dead)
			if len(r.Board.Snakes) != 1 || r.Board.Snakes[0].ID != "other" || r.You.ID != "dead" {
				t.Fatalf("the board has %+v, you are %+v", r.Board.Snakes, r.You)
			}
			if r.You.Head != c.head || r.You.Body[0] != c.head || r.You.Length != len(c.cells) {
				t.Errorf("head %v, body %v, length %d", r.You.Head, r.You.Body, r.You.Length)
			}
			got, seat, err := r.State()
			if err != nil || seat != dead || !got.Equal(s) {
				t.Errorf("seat %d, %v, cause %v off %v", seat, err, got.Snakes[seat].Cause, got.Snakes[seat].Exit)
			}
		})
	}
}

// TestStateHasRules: the State has the parts of the rules and the hazards that solvers need.
func TestStateHasRules(t *testing.T) {
	read := func(name string) (*ouro.State, int) {
		r, err := wire.ParseRequest(readFile(t, name))
		if err != nil {
			t.Fatal(err)
		}
		s, seat, err := r.State()
		if err != nil {
			t.Fatal(err)
		}
		return s, seat
	}
	s, seat := read("move-hazards.json")
	if seat != 1 || s.HazardDamage != -7 || s.AlwaysGrow || s.Grid.Wraps || s.Turn != 57 {
		t.Errorf("seat %d, damage %d, grows %v, wraps %v, turn %d", seat, s.HazardDamage, s.AlwaysGrow, s.Grid.Wraps, s.Turn)
	}
	if s.Hazard(s.Grid.At(1, 1)) != 3 || s.Hazard(s.Grid.At(0, 0)) != 1 || s.Hazard(s.Grid.At(5, 5)) != 0 || len(s.Hazards) != 5 {
		t.Errorf("hazards %v", s.Hazards)
	}
	if sn := &s.Snakes[1]; sn.Health != 64 || sn.Hunger != 36 {
		t.Errorf("health %d, hunger %d", sn.Health, sn.Hunger)
	}
	s, seat = read("move-wrapped-constrictor.json")
	if seat != 1 || !s.AlwaysGrow || !s.Grid.Wraps || s.Snakes[0].Hunger != 0 {
		t.Errorf("seat %d, grows %v, wraps %v, hunger %d", seat, s.AlwaysGrow, s.Grid.Wraps, s.Snakes[0].Hunger)
	}
	tail := s.Snakes[1].Body.Tail()
	if s.Segments(tail) != 2 || s.Enterable(0, tail) {
		t.Errorf("%d segments on a doubled tail, which may be entered: %v", s.Segments(tail), s.Enterable(0, tail))
	}
	s, _ = read("move.json")
	var body []int
	for _, c := range s.Snakes[0].Body.Append(nil) {
		x, y := s.Grid.XY(c)
		body = append(body, x, y)
	}
	if want := []int{5, 5, 5, 4, 4, 4, 4, 3}; !slices.Equal(body, want) {
		t.Errorf("body %v, want %v", body, want)
	}
}

// TestHeadWithoutNeck: a snake of one cell that left the board is at (-1,-1), and the game
// continues.
func TestHeadWithoutNeck(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(3, 3))
	s.AddSnake(ouro.NoCell)
	s.Kill(0, ouro.HitWall)
	m := wire.Match{Players: []wire.Player{{ID: "a"}}}
	if r := m.Request(s, 0); r.You.Head != (wire.Coord{X: -1, Y: -1}) {
		t.Errorf("head %v", r.You.Head)
	}
}
