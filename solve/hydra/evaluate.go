package hydra

import "ouro/sim"

// What a position is worth is learned, not written down by hand.
//
// Idea: what is seen of a snake and an enemy is put into numbers of a few values
// each (inputs.go): how much longer, how much room, how far the next meal, where the
// heads are, and so on. Every value of every one has a weight; the sum of those of my
// numbers, less that of the enemy's, is what the position is worth. The weights were
// found by scripts/hydratrain from games of hydra against itself, so that the worth
// tells how the games end: a thousand is odds of e to one, as in logistic
// regression. Each weight is two, for the beginning and the end of a game; a position
// lies between them as its snakes fill the board.
//
// Guarantee: whole numbers only, the same on every machine; my worth against the
// enemy is the enemy's against me with the other sign; a board that is mirrored or
// turned is worth the same. Nothing is allocated.
//
// Cost: the flood, which takes the most, and one addition for each number.
//
// Source: tables tuned by logistic regression are the manner of chess programs
// ("Texel's tuning method", Peter Österlund, 2014); the numbers are those by which
// lost games were lost.

// Scores are in thousandths of the logarithm of the odds.
const (
	won     = 1 << 20 // less the turns until then
	decided = won - 1<<12
	most    = decided - 1 // of a position that nobody has won yet
	unknown = -won - 1    // is no score
)

// evaluate is what a position is worth to me, if nobody has won it yet.
func (s *searcher) evaluate() int32 {
	s.evals++
	s.flood.Measure(s.pos)
	return s.duel(s.me, s.en)
}

// duel weighs me against one enemy.
func (s *searcher) duel(me, en int) int32 {
	var mine, theirs Inputs
	s.judge.Look(s.pos, &s.flood, me, en, &mine, &theirs)
	return s.judge.Weigh(s.pos, me, en, &mine, &theirs)
}

// Weigh adds up the weights of what was seen.
func (j *Judge) Weigh(p *sim.Position, me, en int, mine, theirs *Inputs) int32 {
	sum := int64(0)
	for i := range mine {
		sum += j.weights[mine[i]] - j.weights[theirs[i]]
	}
	late := j.Late(p, me, en)
	v := (early(sum)*(Phases-late) + end(sum)*late) / Phases
	return int32(max(-most, min(most, v)))
}

// Weights has a weight for each value of each input: that for the beginning of a game
// in the upper half and that for its end in the lower, so that one addition adds both.
type Weights [Values]int64

// pair is a weight.
func pair(early, end int) int64 { return int64(early)<<32 + int64(end) }

func early(w int64) int { return int((w + 1<<31) >> 32) }
func end(w int64) int   { return int(int32(w)) }

// NewWeights makes weights of pairs of numbers: those for the beginning and for the end.
func NewWeights(pairs *[Values][2]int16) *Weights {
	w := new(Weights)
	for i, p := range pairs {
		w[i] = pair(int(p[0]), int(p[1]))
	}
	return w
}

var learned = NewWeights(&learnedPairs)

// Learned are the weights that hydra plays with.
func Learned() *[Values][2]int16 { return &learnedPairs }
