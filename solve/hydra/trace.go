package hydra

import (
	"math"
	"time"

	"ouro"
	"ouro/sim"
)

// Labels of what is told beside the plan and the scores.
const (
	labelLines     = "enemies' lines" // Path for each: what the search expects of them
	labelTerritory = "territory"      // Heat: 1 is our own, 0 another's
	labelDepth     = "depth"          // Value: moves of either snake; among several, turns that are expected
	labelSpeed     = "nodes a second" // Value: where there is a deadline
)

// tell shows the thinking to whoever watches. It looks only at what the decision
// has left behind.
func (h *hydra) tell(t ouro.Turn, d ouro.Decision, began time.Time) {
	if !t.Trace.On() || t.State.Legal(t.Seat) == 0 {
		return
	}
	s := &h.s
	s.pos.Load(t.State)
	switch s.pos.Alive().Len() {
	case 1:
		t.Trace.Path(ouro.LabelPlan, h.alone.plan(d.Dir))
		return
	case 2:
		lines := s.lines(d.Dir)
		t.Trace.Path(ouro.LabelPlan, lines[s.me])
		t.Trace.Path(labelLines, lines[s.en])
		t.Trace.Moves(ouro.LabelScores, s.scores(d))
	default:
		lines := h.pack.lines(d.Dir)
		t.Trace.Path(ouro.LabelPlan, lines[t.Seat])
		for rest := s.pos.Alive() &^ (1 << t.Seat); rest != 0; rest = rest.Rest() {
			t.Trace.Path(labelLines, lines[rest.First()])
		}
		t.Trace.Moves(ouro.LabelScores, h.pack.scores(d))
	}
	s.flood.Load(s.pos)
	t.Trace.Heat(labelTerritory, s.territory())
	t.Trace.Value(labelDepth, float64(d.Depth))
	if t.Nodes == 0 && !began.IsZero() {
		t.Trace.Value(labelSpeed, math.Round(float64(d.Nodes)/max(1e-6, time.Since(began).Seconds())))
	}
}

// lines is where the snakes of a duel go if both make what the search holds for
// best, by seat, from their heads on: as far as the table knows.
func (s *searcher) lines(dir ouro.Dir) (lines [][]ouro.Cell) {
	p := s.pos
	lines = make([][]ouro.Cell, p.Seats())
	extend(lines, p)
	for s.ply = 0; s.ply < maxPly && p.Alive().Len() == 2 && s.expected(dir); {
		p.Make(s.joint[:])
		s.ply++
		extend(lines, p)
	}
	for ; s.ply > 0; s.ply-- {
		p.Unmake()
	}
	if len(lines[s.me]) == 1 {
		if next := p.Next(p.Head(s.me), dir); next != ouro.NoCell {
			lines[s.me] = append(lines[s.me], next)
		}
	}
	return lines
}

// extend adds where the heads are that live to their lines.
func extend(lines [][]ouro.Cell, p *sim.Position) {
	for rest := p.Alive(); rest != 0; rest = rest.Rest() {
		lines[rest.First()] = append(lines[rest.First()], p.Head(rest.First()))
	}
}

// expected sets the joint move that the table holds for best, which in the first turn
// begins with this direction.
func (s *searcher) expected(dir ouro.Dir) bool {
	e := s.table.get(s.pos.Hash())
	mine := e.dir
	if s.ply == 0 {
		mine = uint8(dir)
	}
	if mine >= noDir {
		return false
	}
	reply := e.replies.to(mine)
	if reply >= noDir || !s.pos.Moves(s.me).Has(ouro.Dir(mine)) || !s.pos.Moves(s.en).Has(ouro.Dir(reply)) {
		return false
	}
	s.joint[s.me], s.joint[s.en] = ouro.Dir(mine), ouro.Dir(reply)
	return true
}

// scores are the values of the directions, where the search has come to them: of the
// one that is made its value, of others a value that they do not exceed.
func (s *searcher) scores(d ouro.Decision) (scores [4]float64) {
	for dir, v := range s.values {
		scores[dir] = math.NaN()
		if v != unknown {
			scores[dir] = float64(v)
		}
	}
	if math.IsNaN(scores[d.Dir]) {
		scores[d.Dir] = d.Score
	}
	return scores
}

// lines is where the snakes go if all make what was tried most, but me at first what I
// decided, by seat, from their heads on.
func (s *pack) lines(dir ouro.Dir) (lines [][]ouro.Cell) {
	p := s.pos
	lines = make([][]ouro.Cell, p.Seats())
	extend(lines, p)
	if s.expect(dir, func() { extend(lines, p) }) == 0 {
		lines[s.me] = append(lines[s.me], p.Next(p.Head(s.me), dir))
	}
	return lines
}

// scores are what came of my moves, of those that were tried.
func (s *pack) scores(d ouro.Decision) (scores [4]float64) {
	for dir, x := range s.mine() {
		scores[dir] = math.NaN()
		if x.n > 0 {
			scores[dir] = x.odds()
		}
	}
	scores[d.Dir] = d.Score
	return scores
}

// territory tells whose cells are.
func (s *searcher) territory() []float64 {
	heat := make([]float64, s.pos.Grid().Size())
	for c, owner := range s.flood.Owners(s.pos, nil) {
		switch owner {
		case s.me:
			heat[c] = 1
		case ouro.NoSeat:
			heat[c] = math.NaN()
		}
	}
	return heat
}

// plan is the way on which the snake is, from its head on.
func (a *alone) plan(dir ouro.Dir) []ouro.Cell {
	head := a.now.body[0]
	way := a.now.way.cells
	if len(a.meal) > 0 {
		way = a.meal
	}
	next := a.grid.Next(head, dir)
	if len(way) == 0 || way[0] != next {
		way = []ouro.Cell{next}
	}
	return append([]ouro.Cell{head}, way...)
}
