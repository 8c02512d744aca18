package hydra

// CrowdWeights are what one of each input is worth at the beginning and at the end of
// a game, in parts of which CrowdUnit are a logit. They are found as those of duels are
// (evaluate.go).
type CrowdWeights [2]Crowd

// CrowdUnit is the weight of a logit.
const CrowdUnit = 16000

// LearnedCrowd are the weights that hydra plays with.
func LearnedCrowd() *CrowdWeights { return &crowdWeights }

// Weigh adds up what each of what was seen is worth.
func (j *CrowdJudge) Weigh(in *Crowd, late int32) int32 {
	v := int64(0)
	for i, x := range in {
		v += int64(x) * int64(j.weights[0][i]*(Phases-late)+j.weights[1][i]*late)
	}
	return int32(max(-decided/4, min(decided/4, v/(CrowdUnit/1000*Phases))))
}

// evaluate is what a position with several snakes is worth to me.
func (s *pack) evaluate() int32 {
	s.flood.Measure(s.pos)
	if s.pos.AlwaysGrow() {
		return s.space()
	}
	var in Crowd
	late := s.Look(s.pos, &s.flood, s.me, &in)
	return s.Weigh(&in, late) + s.needs(in[crowdLong])
}

// space is what a position is worth where every move grows: the moves that are left.
func (s *pack) space() int32 {
	v := int32(60 * s.flood.Claims[s.me].Steps)
	for rest := s.pos.Alive() &^ (1 << s.me); rest != 0; rest = rest.Rest() {
		v -= int32(20*s.flood.Claims[rest.First()].Steps) + 400
	}
	return v
}

// needs is what search and won games tell too little of, in thousandths of a logit:
// length, which pays late, and food before it is too late.
func (s *pack) needs(longer int32) int32 {
	h, c := s.pos.Health(s.me), &s.flood.Claims[s.me]
	v := 100 * longer
	if s.harm > 0 {
		v += int32(20*h-8*c.Hazard) - 60*s.burn(h)
	}
	if c.Meal > 0 {
		return v - int32(100*max(0, 20-(h-c.Meal)))
	}
	food := min(20, int(s.food[s.pos.Head(s.me)])) // no meal of mine: towards those of others
	return v - int32(30*max(0, 60-h)+4*max(0, 50-h)*food)
}

// burn is how far my health falls short of leaving the hazards with some to spare.
func (s *pack) burn(health int) int32 {
	way := int(s.exit[s.pos.Head(s.me)])
	return int32(max(0, min(40, 40-health+way*(s.harm+1))))
}
