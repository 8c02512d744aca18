package hydra

import "math"

// CrowdWeights are the weights of the features at the beginning and at the end of a game;
// CrowdUnit is one logit. They are fitted as those of duels are (evaluate.go).
type CrowdWeights [crowdInputs][2]int32

// CrowdUnit is the weight of a logit.
const CrowdUnit = 16000

// LearnedCrowd returns the weights that hydra plays with.
func LearnedCrowd() *CrowdWeights { return &crowdWeights }

// Weigh returns the evaluation of features, in thousandths of a logit.
func (j *CrowdJudge) Weigh(in *Crowd, late int32) int32 {
	v := int64(0)
	for i, x := range in {
		w := &j.weights[i]
		v += int64(x) * int64(w[0]*(Phases-late)+w[1]*late)
	}
	return int32(max(-decided/4, min(decided/4, v/(CrowdUnit/1000*Phases))))
}

// judge evaluates the position for each living snake separately: their worths need not add
// up to whole.
func (s *pack) judge() {
	s.flood.Measure(s.pos)
	for rest := s.pos.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		s.worths[seat] = worth(s.evaluate(seat))
	}
}

// evaluate returns the value of a position with several snakes for one of them, in
// thousandths of a logit.
func (s *pack) evaluate(seat int) int32 {
	if s.pos.AlwaysGrow() {
		return s.space(seat)
	}
	var in Crowd
	late := s.Look(s.pos, &s.flood, seat, &in)
	return s.Weigh(&in, late) + s.needs(seat, in[crowdLong])
}

// worth converts thousandths of a logit to a part of whole.
func worth(v int32) uint32 {
	return worths[max(0, min(len(worths)-1, int(v>>worthLog)+len(worths)/2))]
}

// worthStep is the distance of two entries of worths, in thousandths of a logit.
const (
	worthLog  = 2
	worthStep = 1 << worthLog
)

// worths are the parts of whole from -8 to 8 logits.
var worths = func() (all [16000 / worthStep]uint32) {
	for i := range all {
		v := float64(i-len(all)/2) * worthStep / 1000
		all[i] = uint32(math.Round(whole / (1 + math.Exp(-v))))
	}
	return all
}()

// space evaluates a position where every move grows: by the turns that are left.
func (s *pack) space(seat int) int32 {
	v := int32(60 * s.flood.Claims[seat].Steps)
	for rest := s.pos.Alive() &^ (1 << seat); rest != 0; rest = rest.Rest() {
		v -= int32(20*s.flood.Claims[rest.First()].Steps) + 400
	}
	return v
}

// needs corrects the learned evaluation, in thousandths of a logit: length pays late, and
// hunger later than the search sees.
func (s *pack) needs(seat int, longer int32) int32 {
	h, c := s.pos.Health(seat), &s.flood.Claims[seat]
	v := 100 * longer
	if s.harm > 0 {
		v += int32(20*h-8*c.Hazard) - 60*s.burn(seat)
	}
	if c.Meal > 0 {
		return v - int32(100*max(0, 20-(h-c.Meal)))
	}
	food := min(20, int(s.food[s.pos.Head(seat)])) // no meal in its territory: towards the food of others
	return v - int32(30*max(0, 60-h)+4*max(0, 50-h)*food)
}

// burn returns how much health a snake lacks to leave the hazards with a reserve.
func (s *pack) burn(seat int) int32 {
	way := int(s.exit[s.pos.Head(seat)])
	return int32(max(0, min(40, 40-s.pos.Health(seat)+way*(s.harm+1))))
}
