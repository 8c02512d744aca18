package hydra

import "ouro/sim"

// The evaluation of a duel is learned.
//
// Idea: features of a snake beside its enemy are put into numbers of few values each
// (inputs.go): difference of length, room, distance of the next meal, position of the heads
// and so on. Every value of every feature has a weight. The evaluation is the sum of my
// weights less the sum of the enemy's. scripts/hydratrain fits the weights to games of hydra
// against itself by logistic regression, so that the evaluation predicts the result: 1000 is
// odds of e to one. Each weight is a pair, for the beginning and the end of a game; positions
// are interpolated by how far the snakes fill the board.
//
// Guarantee: integer arithmetic only, equal on every machine; the evaluation is zero-sum;
// mirrored and rotated boards have equal values. It allocates nothing.
//
// Cost: mostly the flood fill, and one addition for each feature.
//
// Source: tables tuned by logistic regression, as in chess programs ("Texel's tuning
// method", Peter Österlund, 2014). The features are those that decided lost games.

// Scores are in thousandths of a logit (the logarithm of the odds to win).
const (
	won     = 1 << 20 // minus the turns until then
	decided = won - 1<<12
	most    = decided - 1 // the largest score of an undecided position
	unknown = -won - 1    // not a score
)

// evaluate returns the value of an undecided position for me.
func (s *searcher) evaluate() int32 {
	s.evals++
	s.flood.Measure(s.pos)
	return s.duel(s.me, s.en)
}

// duel evaluates me against one enemy.
func (s *searcher) duel(me, en int) int32 {
	var mine, theirs Inputs
	s.judge.Look(s.pos, &s.flood, me, en, &mine, &theirs)
	return s.judge.Weigh(s.pos, me, en, &mine, &theirs)
}

// Weigh returns the evaluation from the features of both snakes.
func (j *Judge) Weigh(p *sim.Position, me, en int, mine, theirs *Inputs) int32 {
	sum := int64(0)
	for i := range mine {
		sum += j.weights[mine[i]] - j.weights[theirs[i]]
	}
	late := j.Late(p, me, en)
	v := (early(sum)*(Phases-late) + end(sum)*late) / Phases
	return int32(max(-most, min(most, v)))
}

// Weights has a weight for each value of each input: for the beginning of a game in the
// upper half of the word and for the end in the lower, so that one addition adds both.
type Weights [Values]int64

// pair packs a weight.
func pair(early, end int) int64 { return int64(early)<<32 + int64(end) }

func early(w int64) int { return int((w + 1<<31) >> 32) }
func end(w int64) int   { return int(int32(w)) }

// NewWeights packs pairs of weights: for the beginning and for the end of a game.
func NewWeights(pairs *[Values][2]int16) *Weights {
	w := new(Weights)
	for i, p := range pairs {
		w[i] = pair(int(p[0]), int(p[1]))
	}
	return w
}

var learned = NewWeights(&learnedPairs)

// Learned returns the weights that hydra plays with.
func Learned() *[Values][2]int16 { return &learnedPairs }
