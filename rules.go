package ouro

// Rules compute what a joint move does. Step is deterministic; Spawn contains all chance. A
// Rules value keeps no state, so that several games may use it at the same time.
type Rules interface {
	// Step plays one joint move, joint[seat] for each living snake, and increments the
	// turn. It ignores the entries of dead snakes.
	Step(s *State, joint []Dir)
	// Spawn adds what appears by chance, after each Step and once before the first.
	Spawn(s *State, d Dice)
	// Over reports whether the game has ended, and how. It does not change s.
	Over(s *State) (Outcome, bool)
}

// Dice are the source of all chance in a game.
type Dice interface {
	// Roll returns a uniform number in [0, n). n must be positive.
	Roll(n int) int
}
