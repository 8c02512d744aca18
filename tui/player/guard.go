package player

// Questions before a game is given up, see [Player.Sure].
const (
	SureQuit  = "quit? q again"
	SureLeave = "leave? esc again"
	SureAgain = "start again? r again"
	SureNext  = "next game? n again"
)

// Playing tells whether a person is in the middle of a game.
func (p *Player[S]) Playing() bool {
	return p.ByHand && p.Ready && p.Started && !p.Shown.Ended && p.Shown.Err == nil
}

// Hold stops the game of a person who does not see it for a while. Others go on.
func (p *Player[S]) Hold() {
	if p.Playing() {
		p.Halt()
	}
}

// Sure is asked before a game is given up, so that no slip does that: it is true at
// once where nobody is in the middle of a game, otherwise at the second time. At the
// first one the game is stopped; going on takes the question back.
func (p *Player[S]) Sure(question string) bool {
	if !p.Playing() || p.Question() == question {
		return true
	}
	p.Halt()
	p.question = question
	return false
}

// Question is what the person was asked and has not answered, or "".
func (p *Player[S]) Question() string {
	if !p.Paused {
		return ""
	}
	return p.question
}
