package path

import (
	"context"
	"math"

	"ouro"
	"ouro/field"
	"ouro/search"
)

// Predictive makes the snake of a paper (see Source).
//
// Idea: the movement of the body is known, so search a path to the food through time: a cell of the
// body is no obstacle once the tail has left it. Then simulate the path with the meal at its end.
// Take the path only if the snake can reach the end of its tail from there, again through time. If
// no path passes this check, deviate: of the steps after which the tail can still be reached, take
// the one that ends farthest from the tail, which folds the body and gathers the free cells. If no
// step passes, go to the current end of the tail. The snake follows a path to its end, but deviates
// for one step only.
// When the board is nearly full, it deviates even if the food can be reached: the paper's "small
// Hamiltonian paths".
//
// Guarantee: none. No step is illegal while there is a legal one, but in most long games the snake
// encloses itself or loops for ever. Its weaknesses are those of the published algorithm: the check
// requires a path to the tail, but not one that lasts; the snake eats meals on the way to the tail
// without a check; a search reaches each cell only once, at the earliest step, and never waits.
//
// Cost: O(N) for a search, or O(N log N) with a sorted open set. A turn that makes a plan needs at
// most six searches. There is one such turn for each meal, each deviation and each path to the
// tail. On the other turns, the check of the plan costs O(number of steps since the plan was made).
//
// Source: David Buyck, "Predictive Dynamic Shortest Path Algorithms" (2021): sections 3 and 5, and
// the listings 7.3 and 7.4.
//
// Options, where the listing and the text, or the description of A*, differ:
//
//   - deviate. The text has two thresholds: from 80 % fill on, the snake deviates if there is "no
//     direct route"; from 90 % on, it always does. We read a direct route as one through cells that
//     are free now, as in the paper's figures. The listing has only the second threshold. The
//     default is 0.8, as in the text; deviate=1 is the listing.
//   - homestretch. The listing compares with HOMESTRETCH_TAIL_LENGTH and does not give its value.
//     The default is 0.9, as in the text; 0.8 comes nearer to the paper's results. Fill is the
//     number of cells behind the head, divided by the size of the board, here by the number of
//     cells that are not walls.
//   - detour. Without a safe path to the food, the snake of Figure 2 follows the tail. The snake of
//     the listing deviates, and follows the tail only if it cannot deviate. The default is deviate,
//     as in the listing; detour=follow is the figure.
//   - open. The listing takes the first cell of its open set and notes that this should be the cell
//     of lowest cost. So it searches breadth-first, and its Euclidean heuristic has no effect. The
//     default is listing; open=sorted is A*.
//   - check. The text checks after every path whether the tail can be reached. The listing skips
//     the check if the path is at least as long as the snake. The default is listing; check=always
//     is the text.
//   - tip. In the paper's game the snake cannot enter the cell that the end of its tail is leaving;
//     in ours it can. The default is stays, which plans like the paper and is more cautious than
//     our rules require; tip=leaves plans by our rules.
//
// Fixed interpretations:
//
//   - The listing ends with a call of PredictiveDynamicAStar, the name of its class, but with the
//     arguments of AStarSearch for chasing the tail. We read it as AStarSearch. If there is no path
//     to the tail either, that call would repeat itself for ever; here the snake makes the legal
//     step that ends farthest from the tail.
//   - The simulated snake eats at the end of its walk even if the walk is a deviation to a cell
//     without food. We do the same, because it makes the check stricter.
//   - After a meal on the way to the tail, the listing appends a new path to the remaining steps of
//     the old path, so the snake would jump from the end of the old path to the start of the new
//     one. Here a meal starts a new plan.
//   - Of two deviations equally far from the tail, the first in the listing's order (right, left,
//     up, down) is taken. The library's sort might reverse the order of three.
//   - CollectAllOpenMoves throws for a snake without a tail. Here the tail of a snake of length 1
//     is its head.
func Predictive(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	p := &predictive{
		deviate:     options.Float("deviate", 0.8, 0, 1),
		homestretch: options.Float("homestretch", 0.9, 0, 1),
		follow:      options.Choice("detour", "deviate", "deviate", "follow") == "follow",
		checkAll:    options.Choice("check", "listing", "listing", "always") == "always",
	}
	sorted := options.Choice("open", "listing", "listing", "sorted") == "sorted"
	stays := options.Choice("tip", "stays", "stays", "leaves") == "stays"
	if err := options.Err(); err != nil {
		return nil, err
	}
	g := setup.Start.Grid
	p.future = newFuture(g, sorted, stays)
	p.plan = make([]ouro.Cell, 0, g.Size())
	p.covered = make([]int32, g.Size())
	return p, nil
}

// The purposes of a plan. Their numbers are the Scores of decisions.
const (
	anyStep = iota
	toTip
	deviation
	toFood
)

// LabelTailCheck labels the Path from the end of the plan, after the simulated meal, to the
// end of the tail.
const LabelTailCheck = "tail check"

type predictive struct {
	deviate, homestretch float64
	follow, checkAll     bool

	*future
	covered []int32 // the values of future.entryStep that a simulated path has replaced

	plan     []ouro.Cell // the planned path, from the cell of the head when the plan began
	purpose  int
	planTurn int       // State.Turn when the plan began
	food     ouro.Cell // the food when the plan began
	length   int

	// Used only while a plan is made.
	body      *ouro.Body
	trace     *ouro.Trace
	head, tip ouro.Cell
}

// Decide implements [ouro.Solver]. A node is a cell that a search expands. The score is the
// purpose of the step: 3 for the food, 2 for a deviation, 1 for the tail, 0 for any legal step.
func (p *predictive) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	at, ok := p.followsPlan(t)
	var nodes int64
	if !ok {
		err := p.think(t, search.NewMeter(ctx, t.Nodes))
		nodes = p.meter.Nodes()
		p.meter, p.body, p.trace = search.Meter{}, nil, nil // only planning needs these
		if err != nil {
			return ouro.Decision{Nodes: nodes}, err
		}
	}
	rest := p.plan[at:]
	t.Trace.Path(ouro.LabelPlan, rest)
	d, _ := p.grid.DirTo(rest[0], rest[1])
	decision := ouro.Decision{Dir: d, Score: float64(p.purpose), Depth: len(rest) - 1, Nodes: nodes}
	if p.stopped {
		p.plan = p.plan[:0] // an incomplete search made the plan, so the next turn searches again
	}
	return decision, nil
}

// followsPlan reports whether the snake has followed the plan and can continue. count is the number
// of steps that it has made.
func (p *predictive) followsPlan(t ouro.Turn) (count int, ok bool) {
	count = t.State.Turn - p.planTurn
	body := &t.Snake().Body
	if count < 0 || count+1 >= len(p.plan) || body.Len() != p.length || target(t.State) != p.food {
		return 0, false
	}
	for i := range min(count+1, body.Len()) {
		if body.At(i) != p.plan[count-i] {
			return 0, false
		}
	}
	if !t.State.Enterable(t.Seat, p.plan[count+1]) {
		return 0, false // another snake is in the way
	}
	return count, true
}

// target returns the oldest food, or NoCell.
func target(s *ouro.State) ouro.Cell {
	if len(s.Food) == 0 {
		return ouro.NoCell
	}
	return s.Food[0]
}

// think makes a plan of at least one step. When the budget is used up, searches find nothing,
// and a path to the food that was found before becomes the plan without a check.
func (p *predictive) think(t ouro.Turn, m search.Meter) error {
	p.body, p.trace = &t.Snake().Body, t.Trace
	p.planTurn, p.food, p.length = t.State.Turn, target(t.State), p.body.Len()
	p.head, p.tip = p.body.Head(), p.body.Tail()
	p.plan = append(p.plan[:0], p.head)
	p.begin(t, m)
	p.traceScores()

	fill := float64(p.length-1) / float64(t.State.Room())
	if p.planToFood() {
		if fill > p.homestretch || fill > p.deviate && !p.route(p.head, p.food, frozen) {
			p.planStepAside()
		}
		return nil
	}
	follow := p.follow && fill <= p.homestretch
	if !follow && p.planStepAside() || p.planToTip() || follow && p.planStepAside() {
		return nil
	}
	return p.planAnyStep(t)
}

// planToFood plans a path to the food if it finds one that passes the check.
func (p *predictive) planToFood() bool {
	if p.food == ouro.NoCell {
		return false
	}
	found := p.route(p.head, p.food, 0)
	p.trace.Cells(ouro.LabelSearch, p.found)
	if !found {
		return false
	}
	p.plan = p.appendWay(p.plan, p.head, p.food)
	way := p.plan[1:]
	if len(way) < p.length-1 || p.checkAll {
		if !p.canReachTip(way) && !p.stopped {
			p.plan = p.plan[:1]
			return false
		}
	}
	p.purpose = toFood
	return true
}

// planStepAside plans the step that passes the check and ends farthest from the tail. If no step
// passes, it leaves the plan unchanged.
func (p *predictive) planStepAside() bool {
	var steps [4]ouro.Cell
	n := 0
	for _, c := range p.next[p.head] {
		if c == ouro.NoCell || p.entryStep[c] > 1 {
			continue
		}
		i := n
		for far := squaredDistance(p.grid, c, p.tip); i > 0 && squaredDistance(p.grid, steps[i-1], p.tip) < far; i-- {
			steps[i] = steps[i-1]
		}
		steps[i] = c
		n++
	}
	for i := range n {
		if p.canReachTip(steps[i : i+1]) {
			p.plan, p.purpose = append(p.plan[:1], steps[i]), deviation
			return true
		}
	}
	return false
}

// planToTip plans a path to the end of the tail, if there is one.
func (p *predictive) planToTip() bool {
	if !p.route(p.head, p.tip, 0) {
		return false
	}
	p.plan, p.purpose = p.appendWay(p.plan, p.head, p.tip), toTip
	return true
}

// planAnyStep plans the legal step that ends farthest from the tail.
func (p *predictive) planAnyStep(t ouro.Turn) error {
	best, far := ouro.NoCell, -1
	for _, c := range p.next[p.head] {
		if t.State.Enterable(t.Seat, c) && squaredDistance(p.grid, c, p.tip) > far {
			best, far = c, squaredDistance(p.grid, c, p.tip)
		}
	}
	if best == ouro.NoCell {
		return field.ErrNoStep
	}
	p.plan, p.purpose = append(p.plan, best), anyStep
	return nil
}

// canReachTip simulates the path way with a meal at its end. It reports whether the snake can then
// reach the end of its tail.
//
// After k steps and the meal, segment i of the body has become segment i+k of n+1, so its cell
// opens one step later than before. Therefore the clock of route is k-1. The cell of step j is then
// that of segment k-j and opens at step n+j of the same clock.
func (p *predictive) canReachTip(way []ouro.Cell) bool {
	n, k, stay := p.length, len(way), p.stay
	if n == 1 {
		stay = 1 // a snake of two must not turn back
	}
	for j, c := range way {
		p.covered[j] = p.entryStep[c]
		p.entryStep[c] = int32(n+j+1) + stay
	}
	end := way[k-1]
	var tip ouro.Cell
	if k <= n {
		tip = p.body.At(n - k)
	} else {
		tip = way[k-1-n]
	}
	reachable := p.route(end, tip, int32(k-1))
	for j, c := range way {
		p.entryStep[c] = p.covered[j]
	}
	if reachable && p.trace.On() {
		check := append(make([]ouro.Cell, 0, p.grid.Size()), end)
		p.trace.Path(LabelTailCheck, p.appendWay(check, end, tip))
	}
	return reachable
}

// traceScores traces, for each first step, how far the head is from the tail at the end of its
// path.
func (p *predictive) traceScores() {
	if !p.trace.On() {
		return
	}
	var scores [4]float64
	for d, c := range p.grid.Neighbours(p.head) {
		scores[d] = math.NaN()
		if c != ouro.NoCell && p.entryStep[c] <= 1 {
			scores[d] = math.Sqrt(float64(squaredDistance(p.grid, c, p.tip)))
		}
	}
	p.trace.Moves(ouro.LabelScores, scores)
}
