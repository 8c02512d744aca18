package hydra

import (
	"ouro"
	"ouro/sim"
)

// The evaluation of a duel is learned.
//
// Idea: the features of a snake beside its enemy are numbers with few values each (Tables):
// difference of length, room, distance to the next meal, position of the heads and so on.
// Every value of every feature has a weight. The evaluation is the sum of my weights less the
// sum of the enemy's. scripts/hydratrain fits the weights to games of hydra against itself by
// logistic regression, so that the evaluation predicts the result: 1000 is odds of e to one.
// Each weight is a pair, for the beginning and the end of a game; positions are interpolated
// by how far the snakes fill the board. Each family of rules has its own weights
// (duel_family.go).
//
// Guarantee: integer arithmetic only, equal on every machine; the evaluation is zero-sum;
// mirrored and rotated boards have equal values. It allocates nothing.
//
// Cost: mostly the flood fill, and one addition for each feature.
//
// Source: tables tuned by logistic regression, as in chess programs ("Texel's tuning method",
// Peter Österlund, 2014). The features are those that decided the games that hydra lost.

// Scores are in thousandths of a logit, the logarithm of the odds of winning.
const (
	won     = 1 << 20 // score of a win, minus the turns until it
	decided = won - 1<<12
	most    = decided - 1 // the largest score of an undecided position
	unknown = -won - 1    // marks a move without a score
)

// evaluate returns the evaluation of the position for me.
func (s *searcher) evaluate() int32 {
	s.evals++
	s.flood.Measure(s.pos)
	return s.duel(s.me, s.en)
}

// duel returns the evaluation for the snake me against the snake en, after flood.Measure.
func (s *searcher) duel(me, en int) int32 {
	var mine, theirs Inputs
	s.judge.Fill(s.pos, &s.flood, me, en, &mine, &theirs)
	return s.judge.Weigh(s.pos, me, en, &mine, &theirs)
}

// Inputs are the features of a snake beside an enemy. For each of the Tables, Inputs has the index
// of the feature's value among the values of all tables.
type Inputs [len(Tables)]uint16

// Table describes one feature: it has Lines lines with Values values each. Neighbouring
// values of a line have similar meanings.
type Table struct {
	Name          string
	Lines, Values int
}

// Tables are the features, in the order of Inputs.
var Tables = [...]Table{
	{"length", 1, 2*lengthMost + 1},           // length minus the enemy's length, -12 to 12
	{"steps", 1, stepsMost + 1},               // turns that the snake can live in its territory, scaled to 11x11
	{"balance", 1, 2*balanceMost + 1},         // my room minus the enemy's room, in 32nds of the board
	{"near", 1, nearMost + 1},                 // cells that the snake reaches within five moves, before its enemy
	{"spare", 1, 2*spareMost + 1},             // my room minus my length
	{"food", 1, foodMost + 1},                 // food in its territory
	{"meal", 3, mealMost + 1},                 // shorter, equal, longer: moves to the next food
	{"tails", 4, 1},                           // can reach: neither tail, its own, the enemy's, both
	{"hazard", 1, hazardMost + 1},             // hazards in its territory, in 32nds of the board
	{"shut", 1, shutMost + 2},                 // 0: not enclosed, or the enemy is too; else 1 + the moves that it can still make
	{"both", 1, 2*bothMost + 2},               // 0: not both enclosed; others: its moves minus the enemy's
	{"health", 1, healthMost + 1},             // health, in steps of four
	{"hunger", 1, hungerMost + 2},             // 0: no meal within reach; else 1 + the health left at the next meal
	{"edge", 3, edgeValues},                   // shorter, equal, longer: distances to the nearest edges
	{"heads", 3 * headSides, 2*headAhead + 1}, // position of the enemy's head: to the side, ahead
	{"lane", 3 * 2 * 4, laneMost + 1},         // beside an edge or not, the enemy's direction: distance between the heads
	{"moves", 1, 4},                           // number of moves that are not fatal minus 1, at least 0
	{"tail", 2, tailMost + 1},                 // tail outside the territory, inside: distance to the tail
	{"wide", 1, wideMost + 1},                 // squares of 2x2 cells, in 64ths of the board
	{"front", 1, frontMost + 1},               // cells beside the enemy's territory
	{"stacked", 1, 2},                         // the tail stays where it is with the next move
	{"burn", 1, burnMost + 1},                 // 0: the head is on no hazard; else the moves on such cells until death
	{"safe", 1, 2*safeMost + 2},               // 0: no hazards; else my room without hazards minus my length
	{"shrunk", 4, shrunkMost + 1},             // no hazards; shorter, equal, longer: cells without hazards, in 24ths of the board
	{"ration", 4, healthMost + 1},             // no hazards; hazards on up to 1/3, 2/3, 3/3 of the board: health, in steps of four
}

const (
	lengthMost  = 12
	stepsMost   = 128
	balanceMost = 32
	nearMost    = 60
	spareMost   = 20
	foodMost    = 4
	mealMost    = 15
	hazardMost  = 32
	shutMost    = 32
	bothMost    = 8
	healthMost  = 25
	hungerMost  = 20
	edgeMost    = 5
	edgeValues  = (edgeMost + 1) * (edgeMost + 2) / 2
	headAhead   = 6
	headSides   = 7 * 3
	laneMost    = 12
	tailMost    = 12
	wideMost    = 64
	frontMost   = 16
	burnMost    = 8
	safeMost    = 24
	shrunkMost  = 24
)

// The index of the first value of each table.
const (
	atLength  = 0
	atSteps   = atLength + 2*lengthMost + 1
	atBalance = atSteps + stepsMost + 1
	atNear    = atBalance + 2*balanceMost + 1
	atSpare   = atNear + nearMost + 1
	atFood    = atSpare + 2*spareMost + 1
	atMeal    = atFood + foodMost + 1
	atTails   = atMeal + 3*(mealMost+1)
	atHazard  = atTails + 4
	atShut    = atHazard + hazardMost + 1
	atBoth    = atShut + shutMost + 2
	atHealth  = atBoth + 2*bothMost + 2
	atHunger  = atHealth + healthMost + 1
	atEdge    = atHunger + hungerMost + 2
	atHeads   = atEdge + 3*edgeValues
	atLane    = atHeads + 3*headSides*(2*headAhead+1)
	atMoves   = atLane + 3*2*4*(laneMost+1)
	atTail    = atMoves + 4
	atWide    = atTail + 2*(tailMost+1)
	atFront   = atWide + wideMost + 1
	atStacked = atFront + frontMost + 1
	atBurn    = atStacked + 2
	atSafe    = atBurn + burnMost + 1
	atShrunk  = atSafe + 2*safeMost + 2
	atRation  = atShrunk + 4*(shrunkMost+1)
	Values    = atRation + 4*(healthMost+1) // number of values of all tables
)

// Phases is the number of steps from the beginning of a game to its end.
const Phases = 32

// Weights has two weights for each value of each input, packed into one word: the upper half for
// the beginning of a game, the lower half for its end. So one addition adds both.
type Weights [Values]int64

// pair packs the weights for the beginning and for the end of a game into one word. The functions
// early and end unpack them, also from a sum of words.
func pair(early, end int) int64 { return int64(early)<<32 + int64(end) }

func early(w int64) int { return int((w + 1<<31) >> 32) }
func end(w int64) int   { return int(int32(w)) }

// NewWeights packs pairs of weights, for the beginning and for the end of a game.
func NewWeights(pairs *[Values][2]int16) *Weights {
	w := new(Weights)
	for i, p := range pairs {
		w[i] = pair(int(p[0]), int(p[1]))
	}
	return w
}

// Judge evaluates positions of one board.
type Judge struct {
	weights *Weights
	board
}

func NewJudge(w *Weights) Judge { return Judge{weights: w} }

// Fill fills in the features of me and of the enemy, after f.Measure(p).
func (j *Judge) Fill(p *sim.Position, f *sim.Flood, me, en int, mine, theirs *Inputs) {
	a, b := &f.Claims[me], &f.Claims[en]
	d := p.Len(me) - p.Len(en)
	j.side(p, me, a, b, d, mine)
	j.side(p, en, b, a, -d, theirs)
	j.heads(p, me, en, d, mine, theirs)
}

// Weigh returns the evaluation for me from the features of both snakes.
func (j *Judge) Weigh(p *sim.Position, me, en int, mine, theirs *Inputs) int32 {
	sum := int64(0)
	for i := range mine {
		sum += j.weights[mine[i]] - j.weights[theirs[i]]
	}
	late := j.Phase(p, me, en)
	v := (early(sum)*(Phases-late) + end(sum)*late) / Phases
	return int32(max(-most, min(most, v)))
}

// Phase returns the phase of a game, up to Phases, from the share of the board that the two snakes
// fill. Boards above 11x11 count as 11x11, because length ends games there too: long snakes enclose
// themselves long before the board is full.
func (j *Judge) Phase(p *sim.Position, me, en int) int {
	return min(Phases, (p.Len(me)+p.Len(en))*max(j.full, 1<<16)>>17)
}

// side fills in the features of one snake. longer is its length minus the enemy's.
func (j *Judge) side(p *sim.Position, seat int, a, b *sim.Claim, longer int, inputs *Inputs) {
	line := relation(longer)
	here := j.places[p.Head(seat)]
	tail := p.Tail(seat)
	inputs[0] = at(atLength+lengthMost, clamp(longer, lengthMost))
	inputs[1] = at(atSteps, min(a.Steps*j.full>>16, stepsMost))
	inputs[2] = at(atBalance+balanceMost, clamp((a.Room-b.Room)*j.full>>16/4, balanceMost))
	inputs[3] = at(atNear, min(a.Near, nearMost))
	inputs[4] = at(atSpare+spareMost, clamp(a.Room-p.Len(seat), spareMost))
	inputs[5] = at(atFood, min(a.Food, foodMost))
	inputs[6] = at(atMeal+line*(mealMost+1), min(a.Meal, mealMost))
	inputs[7] = at(atTails, bit(a.Tail)+2*bit(a.Theirs))
	inputs[8] = at(atHazard, min(a.Hazard*j.full>>18, hazardMost))
	inputs[9], inputs[10] = atShut, atBoth
	if a.Shut {
		if b.Shut {
			inputs[10] = at(atBoth+1+bothMost, clamp(a.Steps-b.Steps, bothMost))
		} else {
			inputs[9] = at(atShut+1, min(a.Steps, shutMost))
		}
	}
	health := p.Health(seat)
	inputs[11] = at(atHealth, min(health>>2, healthMost))
	inputs[12] = atHunger
	if a.Meal > 0 {
		inputs[12] = at(atHunger+1, max(0, min(health-a.Meal, hungerMost)))
	}
	across, up := min(int(here.across), edgeMost), min(int(here.up), edgeMost)
	low, high := min(across, up), max(across, up)
	inputs[13] = at(atEdge+line*edgeValues, high*(high+1)/2+low)
	inputs[16] = at(atMoves, max(0, p.Moves(seat).Len()-1))
	there := j.places[tail]
	inputs[17] = at(atTail+bit(a.Tail)*(tailMost+1), min(distance(here, there), tailMost))
	inputs[18] = at(atWide, min(a.Wide*j.full>>17, wideMost))
	inputs[19] = at(atFront, min(a.Front, frontMost))
	inputs[20] = at(atStacked, bit(p.FreeAt(tail) > 1))
	j.hazards(p, seat, a, line, inputs)
}

// hazards fills in the features that only matter on boards with hazards that hurt.
func (j *Judge) hazards(p *sim.Position, seat int, a *sim.Claim, line int, inputs *Inputs) {
	inputs[21], inputs[22], inputs[23], inputs[24] = atBurn, atSafe, atShrunk, atRation
	hazards, damage := p.Hazards(), p.Damage()
	if hazards == 0 || damage <= 0 {
		return
	}
	size, health := p.Grid().Size(), p.Health(seat)
	if layers := p.Hazard(p.Head(seat)); layers > 0 {
		inputs[21] = at(atBurn, min(1+health/(1+layers*damage), burnMost))
	}
	inputs[22] = at(atSafe+1+safeMost, clamp(a.Room-a.Hazard-p.Len(seat), safeMost))
	inputs[23] = at(atShrunk+(1+line)*(shrunkMost+1), (size-hazards)*shrunkMost/size)
	inputs[24] = at(atRation+(1+min(2, 3*hazards/size))*(healthMost+1), min(health>>2, healthMost))
}

// heads fills in the features of the heads' positions and directions. longer is the length of me
// minus that of en.
func (j *Judge) heads(p *sim.Position, me, en, longer int, mine, theirs *Inputs) {
	a, b := j.places[p.Head(me)], j.places[p.Head(en)]
	fa, fb := p.Facing(me), p.Facing(en)
	turned := (int(fb) - int(fa)) & 3
	mine[14], mine[15] = headInputs(a, b, fa, relation(longer), turned)
	theirs[14], theirs[15] = headInputs(b, a, fb, relation(-longer), -turned&3)
}

// The direction of an enemy, relative to that of a snake.
const (
	along = iota
	against
	towards // towards the line along which the snake moves
	away
)

// headInputs returns the features of the head at b as seen from the head at a. facing is the
// direction of the snake at a; quarterTurns is the direction of the snake at b, in quarter turns
// clockwise from facing.
func headInputs(a, b place, facing ouro.Dir, line, quarterTurns int) (heads, lane uint16) {
	right, ahead := int(b.x-a.x), int(b.y-a.y)
	wall := a.across // distance to the edge at the snake's side
	switch facing {
	case ouro.Right:
		right, ahead, wall = -ahead, right, a.up
	case ouro.Down:
		right, ahead = -right, -ahead
	case ouro.Left:
		right, ahead, wall = ahead, -right, a.up
	case ouro.Up, ouro.NoDir:
	}
	side := min(max(right, -right), 6)
	heads = at(atHeads, ((line*3+int(min(wall, 2)))*7+side)*(2*headAhead+1)+headAhead+clamp(ahead, headAhead))
	way := away
	switch {
	case quarterTurns == 0:
		way = along
	case quarterTurns == 2:
		way = against
	case quarterTurns == 1 && right < 0, quarterTurns == 3 && right > 0:
		way = towards
	}
	lane = at(atLane, ((line*2+bit(wall == 0))*4+way)*(laneMost+1)+min(distance(a, b), laneMost))
	return heads, lane
}

// relation returns 0, 1 or 2 for a snake that is shorter than its enemy, equally long, or longer.
func relation(longer int) int { return 1 + clamp(longer, 1) }

func at(base, value int) uint16 { return uint16(base + value) }

func clamp(v, most int) int { return max(-most, min(most, v)) }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// board has the geometry of a board that the evaluations need.
type board struct {
	grid   *ouro.Grid
	places []place // by cell
	full   int     // number of cells that count as one cell of an 11x11 board, in 65536ths
}

// place holds the coordinates of a cell and its distances to the nearest edges. If the board wraps,
// these distances are noEdge.
type place struct{ x, y, across, up int8 }

const noEdge = ouro.MaxSide

// Load prepares b for the board of p.
func (b *board) Load(p *sim.Position) {
	g := p.Grid()
	if b.grid != nil && b.grid.W == g.W && b.grid.H == g.H && b.grid.Wraps == g.Wraps {
		return
	}
	b.grid, b.full = g, 121<<16/g.Size()
	b.places = make([]place, g.Size())
	for c := range b.places {
		x, y := g.XY(ouro.Cell(c))
		pl := place{int8(x), int8(y), noEdge, noEdge}
		if !g.Wraps {
			pl.across, pl.up = int8(min(x, g.W-1-x)), int8(min(y, g.H-1-y))
		}
		b.places[c] = pl
	}
}

// dist returns the number of steps between two cells on an empty board, or a large number if
// one of the cells is NoCell.
func (b *board) dist(from, to ouro.Cell) int {
	if from == ouro.NoCell || to == ouro.NoCell {
		return 1 << 10
	}
	dx, dy := apart(b.places[from], b.places[to])
	if b.grid.Wraps {
		dx, dy = min(dx, b.grid.W-dx), min(dy, b.grid.H-dy)
	}
	return dx + dy
}

// distance returns the number of steps between two places, ignoring wrapping, because the
// weights of duels were learned without it.
func distance(a, b place) int {
	dx, dy := apart(a, b)
	return dx + dy
}

// apart returns the numbers of columns and rows between two places.
func apart(a, b place) (dx, dy int) {
	dx, dy = int(a.x-b.x), int(a.y-b.y)
	return max(dx, -dx), max(dy, -dy)
}
