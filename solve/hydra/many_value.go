package hydra

import "math"

// CrowdWeights are what one of each input is worth at the beginning and at the end of
// a game, in parts of which CrowdUnit are a logit. They are found as those of duels are
// (evaluate.go).
type CrowdWeights [crowdInputs][2]int32

// CrowdUnit is the weight of a logit.
const CrowdUnit = 16000

// LearnedCrowd are the weights that hydra plays with.
func LearnedCrowd() *CrowdWeights { return &crowdWeights }

// Weigh adds up what each of what was seen is worth.
func (j *CrowdJudge) Weigh(in *Crowd, late int32) int32 {
	v := int64(0)
	for i, x := range in {
		w := &j.weights[i]
		v += int64(x) * int64(w[0]*(Phases-late)+w[1]*late)
	}
	return int32(max(-decided/4, min(decided/4, v/(CrowdUnit/1000*Phases))))
}

// judge finds what the position is worth to each snake that lives, as if they did not
// share one game: their parts need not make a whole.
func (s *pack) judge() {
	s.flood.Measure(s.pos)
	for rest := s.pos.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		s.worths[seat] = worth(s.evaluate(seat))
	}
}

// evaluate is what a position with several snakes is worth to one of them, in
// thousandths of a logit.
func (s *pack) evaluate(seat int) int32 {
	if s.pos.AlwaysGrow() {
		return s.space(seat)
	}
	var in Crowd
	late := s.Look(s.pos, &s.flood, seat, &in)
	return s.Weigh(&in, late) + s.needs(seat, in[crowdLong])
}

// worth is the part of a game that has these odds.
func worth(v int32) uint32 {
	return worths[max(0, min(len(worths)-1, int(v>>worthLog)+len(worths)/2))]
}

// worthStep are the thousandths of a logit from one of worths to the next.
const (
	worthLog  = 2
	worthStep = 1 << worthLog
)

// worths are the parts from odds of e to -8 to those of e to 8.
var worths = func() (all [16000 / worthStep]uint32) {
	for i := range all {
		v := float64(i-len(all)/2) * worthStep / 1000
		all[i] = uint32(math.Round(whole / (1 + math.Exp(-v))))
	}
	return all
}()

// space is what a position is worth where every move grows: the moves that are left.
func (s *pack) space(seat int) int32 {
	v := int32(60 * s.flood.Claims[seat].Steps)
	for rest := s.pos.Alive() &^ (1 << seat); rest != 0; rest = rest.Rest() {
		v -= int32(20*s.flood.Claims[rest.First()].Steps) + 400
	}
	return v
}

// needs is what search and won games tell too little of, in thousandths of a logit:
// length, which pays late, and food before it is too late.
func (s *pack) needs(seat int, longer int32) int32 {
	h, c := s.pos.Health(seat), &s.flood.Claims[seat]
	v := 100 * longer
	if s.harm > 0 {
		v += int32(20*h-8*c.Hazard) - 60*s.burn(seat)
	}
	if c.Meal > 0 {
		return v - int32(100*max(0, 20-(h-c.Meal)))
	}
	food := min(20, int(s.food[s.pos.Head(seat)])) // no meal of its own: towards those of others
	return v - int32(30*max(0, 60-h)+4*max(0, 50-h)*food)
}

// burn is how far a snake's health falls short of leaving the hazards with some to spare.
func (s *pack) burn(seat int) int32 {
	way := int(s.exit[s.pos.Head(seat)])
	return int32(max(0, min(40, 40-s.pos.Health(seat)+way*(s.harm+1))))
}
