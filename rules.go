package ouro

// Rules say what a joint move does. Step holds no chance, Spawn holds all of
// it. A Rules value keeps no state: one serves any number of games at once.
type Rules interface {
	// Step makes one joint move, joint[seat] for each living snake, and counts
	// the turn. Entries of dead snakes are ignored.
	Step(s *State, joint []Dir)
	// Spawn lets chance act after a Step, and once before the first.
	Spawn(s *State, d Dice)
	// Over tells whether the game has ended and how. It does not change s.
	Over(s *State) (Outcome, bool)
}

// Dice are the source of all chance of a game.
type Dice interface {
	// Roll is uniform in [0, n). n must be positive.
	Roll(n int) int
}
