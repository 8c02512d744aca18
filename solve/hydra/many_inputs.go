package hydra

import "ouro/sim"

// Features of a position with several snakes, for one seat, in the order of the weights.
const (
	crowdDuel   = iota // one enemy
	crowdTwo           // two enemies
	crowdMore          // enemies beyond three
	crowdEven          // constant
	crowdLong          // length minus that of the longest enemy, -8..8
	crowdSign          // sign of it
	crowdSoon          // the same, -2..2
	crowdMean          // length minus the mean of the enemies, in halves, -16..16
	crowdOver          // part of the enemies that are not shorter, in eighths
	crowdSteps         // turns that I can live in my territory, scaled to 121 cells
	crowdRoom          // my territory, scaled to 121 cells
	crowdNear          // cells that I reach in five moves
	crowdMost          // the largest territory of an enemy
	crowdFit           // turns in my territory, up to my length, in 32nds of it
	crowdShut          // I am enclosed
	crowdEnd           // and have this many turns less than 20
	crowdThem          // enclosed enemies
	crowdEnds          // and their turns below 20, summed
	crowdTail          // my tail is in my territory
	crowdOther         // an enemy's tail is in my territory
	crowdTails         // enemies with their own tail in their territory
	crowdFood          // food in my territory
	crowdMeal          // nearness of the next meal
	crowdNone          // no meal
	crowdHunger        // health below 30
	crowdStarve        // no meal in time
	crowdFoes          // health of the hungriest enemy below 30
	crowdHazard        // hazards in my territory
	crowdEdge          // nearness of an edge
	crowdCorner        // nearness of a corner
	crowdCentre        // distances to the nearest edges, summed
	crowdFear          // nearness of the next head that is not shorter
	crowdHunt          // nearness of the next head that is shorter
	crowdFight         // nearness of two enemy heads to each other
	crowdOne           // at most one move is left
	crowdChoice        // three moves are left
	crowdTight         // turns in my territory below 15
	crowdNarrow        // my length minus my territory, up to 20
	crowdWide          // squares of two by two in my territory
	crowdFront         // cells beside the territory of others
	crowdInputs
)

// CrowdNames are the names of the features, in their order: crowdDuel is "Duel".
var CrowdNames = [crowdInputs]string{
	crowdDuel:   "Duel",
	crowdTwo:    "Two",
	crowdMore:   "More",
	crowdEven:   "Even",
	crowdLong:   "Long",
	crowdSign:   "Sign",
	crowdSoon:   "Soon",
	crowdMean:   "Mean",
	crowdOver:   "Over",
	crowdSteps:  "Steps",
	crowdRoom:   "Room",
	crowdNear:   "Near",
	crowdMost:   "Most",
	crowdFit:    "Fit",
	crowdShut:   "Shut",
	crowdEnd:    "End",
	crowdThem:   "Them",
	crowdEnds:   "Ends",
	crowdTail:   "Tail",
	crowdOther:  "Other",
	crowdTails:  "Tails",
	crowdFood:   "Food",
	crowdMeal:   "Meal",
	crowdNone:   "None",
	crowdHunger: "Hunger",
	crowdStarve: "Starve",
	crowdFoes:   "Foes",
	crowdHazard: "Hazard",
	crowdEdge:   "Edge",
	crowdCorner: "Corner",
	crowdCentre: "Centre",
	crowdFear:   "Fear",
	crowdHunt:   "Hunt",
	crowdFight:  "Fight",
	crowdOne:    "One",
	crowdChoice: "Choice",
	crowdTight:  "Tight",
	crowdNarrow: "Narrow",
	crowdWide:   "Wide",
	crowdFront:  "Front",
}

// Crowd holds the features of a snake among several.
type Crowd [crowdInputs]int32

// CrowdJudge evaluates positions of one board with several snakes.
type CrowdJudge struct {
	weights *CrowdWeights
	board
}

// NewCrowdJudge returns a CrowdJudge with these weights.
func NewCrowdJudge(w *CrowdWeights) CrowdJudge { return CrowdJudge{weights: w} }

// Look fills in the features of a seat with at least one enemy, after f.Measure(p), and
// returns the phase of the game, up to Phases.
func (j *CrowdJudge) Look(p *sim.Position, f *sim.Flood, me int, in *Crowd) (late int32) {
	*in = Crowd{crowdEven: 1}
	full := int32(j.full)
	len0 := p.Len(me)
	longest, enemies, total, over := 0, int32(0), 0, int32(0)
	fear, hunt, fight := 6, 6, 6
	head := p.Head(me)
	for rest := p.Alive() &^ (1 << me); rest != 0; rest = rest.Rest() {
		e := rest.First()
		enemies++
		n := p.Len(e)
		longest = max(longest, n)
		total += n
		d := j.dist(head, p.Head(e))
		if n >= len0 {
			over++
			fear = min(fear, d)
		} else {
			hunt = min(hunt, d)
		}
		for more := rest.Rest(); more != 0; more = more.Rest() {
			if o := more.First(); o != me {
				fight = min(fight, j.dist(p.Head(e), p.Head(o)))
			}
		}
		c := &f.Claims[e]
		in[crowdMost] = max(in[crowdMost], int32(c.Room)*full>>16)
		if c.Shut {
			in[crowdThem]++
			in[crowdEnds] += int32(max(0, 20-c.Steps))
		}
		if c.Tail {
			in[crowdTails]++
		}
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
	d := int32(len0 - longest)
	in[crowdLong], in[crowdSign], in[crowdSoon] = clip(d, 8), clip(d, 1), clip(d, 2)
	in[crowdMean] = clip((2*int32(len0)*enemies-2*int32(total))/enemies, 16)
	in[crowdOver] = 8 * over / enemies
	a := &f.Claims[me]
	in[crowdSteps], in[crowdRoom] = int32(a.Steps)*full>>16, int32(a.Room)*full>>16
	in[crowdNear] = int32(a.Near)
	in[crowdFit] = int32(32 * min(a.Steps, len0) / len0)
	if a.Shut {
		in[crowdShut], in[crowdEnd] = 1, int32(max(0, 20-a.Steps))
	}
	if a.Tail {
		in[crowdTail] = 1
	}
	if a.Theirs {
		in[crowdOther] = 1
	}
	in[crowdFood] = int32(min(a.Food, 4))
	h := p.Health(me)
	if a.Meal > 0 {
		in[crowdMeal] = int32(max(0, 12-a.Meal))
	} else {
		in[crowdNone] = 1
	}
	in[crowdHunger] = int32(max(0, 30-h))
	if a.Meal >= h || a.Meal == 0 && h < 20 {
		in[crowdStarve] = 1
	}
	in[crowdHazard] = int32(a.Hazard) * full >> 16
	if !j.grid.Wraps {
		here := j.places[head]
		across, up := int32(here.across), int32(here.up)
		in[crowdEdge] = max(0, 2-min(across, up))
		in[crowdCorner] = max(0, 4-across-up)
		in[crowdCentre] = across + up
	}
	in[crowdFear], in[crowdHunt], in[crowdFight] = int32(6-fear), int32(6-hunt), int32(6-fight)
	switch p.Moves(me).Len() {
	case 0, 1:
		in[crowdOne] = 1
	case 3:
		in[crowdChoice] = 1
	}
	in[crowdTight] = int32(max(0, 15-a.Steps))
	in[crowdNarrow] = int32(max(0, min(20, len0-a.Room)))
	in[crowdWide], in[crowdFront] = int32(a.Wide)*full>>16, int32(a.Front)
	return min(Phases, int32(total+len0)/(enemies+1))
}

func clip(v, most int32) int32 { return max(-most, min(most, v)) }
