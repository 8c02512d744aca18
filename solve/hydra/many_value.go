package hydra

import (
	"math"

	"ouro"
	"ouro/sim"
)

// Features of a position with several snakes, for one seat, in the order of the weights.
const (
	crowdDuel      = iota // there is one enemy
	crowdTwo              // there are two enemies
	crowdMore             // number of enemies beyond three
	crowdEven             // constant
	crowdLong             // my length minus that of the longest enemy, -8..8
	crowdSign             // sign of this difference
	crowdWithinTwo        // this difference, limited to -2..2
	crowdMean             // my length minus the mean length of the enemies, in halves, -16..16
	crowdOver             // share of the enemies that are at least as long, in eighths
	crowdSteps            // turns that I can live in my territory, scaled to 121 cells
	crowdRoom             // cells of my territory, scaled to 121 cells
	crowdNear             // cells that I reach within five moves, before others
	crowdMost             // cells of the largest territory of an enemy
	crowdFit              // turns that I can live in my territory, up to my length, in 32nds of my length
	crowdShut             // 1 if I cannot circle in my territory
	crowdEnd              // if I cannot circle: 20 minus my turns, at least 0
	crowdThem             // number of enemies that cannot circle
	crowdEnds             // sum over these enemies: 20 minus their turns, at least 0
	crowdTail             // 1 if my tail is in my territory
	crowdOther            // 1 if an enemy's tail is in my territory
	crowdTails            // number of enemies that have their own tail in their territory
	crowdFood             // food in my territory
	crowdMeal             // nearness of the next meal in my territory
	crowdNone             // no meal in my territory
	crowdHunger           // 30 minus my health, at least 0
	crowdStarve           // the next meal is too far for my health, or there is none and my health is below 20
	crowdFoes             // 30 minus the health of the hungriest enemy, at least 0
	crowdHazard           // hazards in my territory
	crowdEdge             // nearness of an edge
	crowdCorner           // nearness of a corner
	crowdCentre           // sum of the distances to the nearest edges
	crowdFear             // nearness of the nearest head of a snake at least as long
	crowdHunt             // nearness of the nearest head of a snake shorter than me
	crowdFight            // nearness of the two enemy heads that are nearest to each other
	crowdOne              // 1 if I have at most one move that is not fatal
	crowdChoice           // 1 if I have three moves that are not fatal
	crowdTight            // 15 minus my turns, at least 0
	crowdNarrow           // my length minus the cells of my territory, up to 20
	crowdWide             // squares of 2x2 cells in my territory
	crowdFront            // my cells beside the territory of others
	crowdInputs
)

// CrowdNames are the names of the features without the prefix "crowd", in the order of the
// constants.
var CrowdNames = [crowdInputs]string{
	"Duel", "Two", "More", "Even", "Long", "Sign", "WithinTwo", "Mean", "Over", "Steps",
	"Room", "Near", "Most", "Fit", "Shut", "End", "Them", "Ends", "Tail", "Other",
	"Tails", "Food", "Meal", "None", "Hunger", "Starve", "Foes", "Hazard", "Edge", "Corner",
	"Centre", "Fear", "Hunt", "Fight", "One", "Choice", "Tight", "Narrow", "Wide", "Front",
}

// Crowd has the values of the features.
type Crowd [crowdInputs]int32

// CrowdWeights are the weights of the features, for the beginning and for the end of a game. They
// are fitted like the weights of duels (duel_value.go).
type CrowdWeights [crowdInputs][2]int32

// CrowdUnit is the weight that adds one logit for each unit of a feature.
const CrowdUnit = 16000

// LearnedCrowd returns the weights that hydra plays with.
func LearnedCrowd() *CrowdWeights { return &crowdWeights }

// CrowdJudge evaluates positions with several snakes.
type CrowdJudge struct {
	weights *CrowdWeights
	board
}

func NewCrowdJudge(w *CrowdWeights) CrowdJudge { return CrowdJudge{weights: w} }

// Fill fills in the features of a seat with at least one enemy, after f.Measure(p), and
// returns the phase of the game, up to Phases.
func (j *CrowdJudge) Fill(p *sim.Position, f *sim.Flood, me int, in *Crowd) (late int32) {
	*in = Crowd{crowdEven: 1}
	j.fillOwn(p, &f.Claims[me], me, in)
	return j.fillEnemies(p, f, me, in)
}

// fillEnemies fills in the features of the enemies and returns the phase of the game.
func (j *CrowdJudge) fillEnemies(p *sim.Position, f *sim.Flood, me int, in *Crowd) (late int32) {
	full, length, head := int32(j.full), p.Len(me), p.Head(me)
	longest, enemies, total, over := 0, int32(0), 0, int32(0)
	fear, hunt, fight := 6, 6, 6
	for rest := p.Alive() &^ (1 << me); rest != 0; rest = rest.Rest() {
		e := rest.First()
		enemies++
		n := p.Len(e)
		longest = max(longest, n)
		total += n
		d := j.dist(head, p.Head(e))
		if n >= length {
			over++
			fear = min(fear, d)
		} else {
			hunt = min(hunt, d)
		}
		for more := rest.Rest(); more != 0; more = more.Rest() {
			fight = min(fight, j.dist(p.Head(e), p.Head(more.First())))
		}
		c := &f.Claims[e]
		in[crowdMost] = max(in[crowdMost], int32(c.Room)*full>>16)
		if c.Shut {
			in[crowdThem]++
			in[crowdEnds] += int32(max(0, 20-c.Steps))
		}
		in[crowdTails] += int32(bit(c.Tail))
		in[crowdFoes] = max(in[crowdFoes], int32(30-p.Health(e)))
	}
	switch enemies {
	case 1:
		in[crowdDuel] = 1
	case 2:
		in[crowdTwo] = 1
	default:
		in[crowdMore] = enemies - 3
	}
	d := int32(length - longest)
	in[crowdLong], in[crowdSign], in[crowdWithinTwo] = clip(d, 8), clip(d, 1), clip(d, 2)
	in[crowdMean] = clip((2*int32(length)*enemies-2*int32(total))/enemies, 16)
	in[crowdOver] = 8 * over / enemies
	in[crowdFear], in[crowdHunt], in[crowdFight] = int32(6-fear), int32(6-hunt), int32(6-fight)
	return min(Phases, int32(total+length)/(enemies+1))
}

// fillOwn fills in the features of the snake itself and of its territory a.
func (j *CrowdJudge) fillOwn(p *sim.Position, a *sim.Claim, me int, inputs *Crowd) {
	full, length, health := int32(j.full), p.Len(me), p.Health(me)
	inputs[crowdSteps], inputs[crowdRoom] = int32(a.Steps)*full>>16, int32(a.Room)*full>>16
	inputs[crowdNear] = int32(a.Near)
	inputs[crowdFit] = int32(32 * min(a.Steps, length) / length)
	if a.Shut {
		inputs[crowdShut], inputs[crowdEnd] = 1, int32(max(0, 20-a.Steps))
	}
	inputs[crowdTail], inputs[crowdOther] = int32(bit(a.Tail)), int32(bit(a.Theirs))
	inputs[crowdFood] = int32(min(a.Food, 4))
	if a.Meal > 0 {
		inputs[crowdMeal] = int32(max(0, 12-a.Meal))
	} else {
		inputs[crowdNone] = 1
	}
	inputs[crowdHunger] = int32(max(0, 30-health))
	if a.Meal >= health || a.Meal == 0 && health < 20 {
		inputs[crowdStarve] = 1
	}
	inputs[crowdHazard] = int32(a.Hazard) * full >> 16
	if !j.grid.Wraps {
		here := j.places[p.Head(me)]
		across, up := int32(here.across), int32(here.up)
		inputs[crowdEdge] = max(0, 2-min(across, up))
		inputs[crowdCorner] = max(0, 4-across-up)
		inputs[crowdCentre] = across + up
	}
	switch p.Moves(me).Len() {
	case 0, 1:
		inputs[crowdOne] = 1
	case 3:
		inputs[crowdChoice] = 1
	}
	inputs[crowdTight] = int32(max(0, 15-a.Steps))
	inputs[crowdNarrow] = int32(max(0, min(20, length-a.Room)))
	inputs[crowdWide], inputs[crowdFront] = int32(a.Wide)*full>>16, int32(a.Front)
}

// Weigh returns the evaluation of features, in thousandths of a logit.
func (j *CrowdJudge) Weigh(in *Crowd, late int32) int32 {
	v := int64(0)
	for i, x := range in {
		w := &j.weights[i]
		v += int64(x) * int64(w[0]*(Phases-late)+w[1]*late)
	}
	return int32(max(-decided/4, min(decided/4, v/(CrowdUnit/1000*Phases))))
}

func clip(v, most int32) int32 { return max(-most, min(most, v)) }

// judge evaluates the position for each living snake separately, so the sum of the worths need not
// be whole.
func (s *crowdSearcher) judge() {
	s.flood.Measure(s.pos)
	for rest := s.pos.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		s.worths[seat] = worth(s.evaluate(seat))
	}
}

// evaluate returns the evaluation of the position for a seat, in thousandths of a logit.
func (s *crowdSearcher) evaluate(seat int) int32 {
	if s.pos.AlwaysGrow() {
		return s.evaluateSpace(seat)
	}
	var in Crowd
	late := s.Fill(s.pos, &s.flood, seat, &in)
	return s.Weigh(&in, late) + s.adjustment(seat, in[crowdLong])
}

// worth converts thousandths of a logit to a share of whole.
func worth(v int32) uint32 {
	return worths[max(0, min(len(worths)-1, int(v>>worthLog)+len(worths)/2))]
}

// worthStep is the difference between the logits of neighbouring entries of worths, in thousandths.
const (
	worthLog  = 2
	worthStep = 1 << worthLog
)

// worths are the shares of whole for evaluations from -8 to 8 logits.
var worths = func() (all [16000 / worthStep]uint32) {
	for i := range all {
		v := float64(i-len(all)/2) * worthStep / 1000
		all[i] = uint32(math.Round(whole / (1 + math.Exp(-v))))
	}
	return all
}()

// evaluateSpace evaluates a position in which snakes grow with every move, by the number of
// turns that each snake can still live.
func (s *crowdSearcher) evaluateSpace(seat int) int32 {
	v := int32(60 * s.flood.Claims[seat].Steps)
	for rest := s.pos.Alive() &^ (1 << seat); rest != 0; rest = rest.Rest() {
		v -= int32(20*s.flood.Claims[rest.First()].Steps) + 400
	}
	return v
}

// adjustment returns a correction of the learned evaluation, in thousandths of a logit. The search
// does not look far enough ahead to see the benefit of length and the harm of hunger.
func (s *crowdSearcher) adjustment(seat int, longer int32) int32 {
	h, c := s.pos.Health(seat), &s.flood.Claims[seat]
	v := 100 * longer
	if s.harm > 0 {
		v += int32(20*h-8*c.Hazard) - 60*s.healthDeficit(seat)
	}
	if c.Meal > 0 {
		return v - int32(100*max(0, 20-(h-c.Meal)))
	}
	food := min(20, int(s.food[s.pos.Head(seat)])) // so that a snake without a meal in its territory moves towards other food
	return v - int32(30*max(0, 60-h)+4*max(0, 50-h)*food)
}

// healthDeficit returns how much more health a snake needs to leave the hazards with a reserve.
func (s *crowdSearcher) healthDeficit(seat int) int32 {
	way := int(s.exit[s.pos.Head(seat)])
	return int32(max(0, min(40, 40-s.pos.Health(seat)+way*(s.harm+1))))
}

// exitDistances holds the distances to the nearest hazard-free cell and to the nearest food
// in the root position. The distances ignore bodies.
type exitDistances struct {
	harm  int     // the largest health cost of a hazard, 0 without hazards
	exit  []int16 // by cell: steps to the nearest cell without hazards
	food  []int16 // by cell: steps to the nearest food
	queue []ouro.Cell
}

// farAway is the distance to a kind of cell that the board does not have.
const farAway = 100

// load computes the distances for a root position.
func (w *exitDistances) load(p *sim.Position) {
	w.harm = 0
	for c := range p.Grid().Size() {
		w.harm = max(w.harm, p.Cost(ouro.Cell(c))-1)
	}
	if w.harm > 0 {
		w.exit = w.steps(p, w.exit, func(c ouro.Cell) bool { return p.Cost(c) <= 1 })
	}
	w.food = w.steps(p, w.food, p.Food)
}

// steps returns, in the memory of dst, the distance from each cell to the nearest sought cell.
func (w *exitDistances) steps(p *sim.Position, dst []int16, sought func(ouro.Cell) bool) []int16 {
	size := p.Grid().Size()
	if len(dst) != size {
		dst, w.queue = make([]int16, size), make([]ouro.Cell, 0, size)
	}
	w.queue = w.queue[:0]
	for c := range ouro.Cell(size) {
		dst[c] = farAway
		if sought(c) {
			dst[c] = 0
			w.queue = append(w.queue, c)
		}
	}
	for i := 0; i < len(w.queue); i++ {
		c := w.queue[i]
		for d := range ouro.Dir(4) {
			if next := p.Next(c, d); next != ouro.NoCell && dst[next] == farAway {
				dst[next] = dst[c] + 1
				w.queue = append(w.queue, next)
			}
		}
	}
	return dst
}
