package player

// Questions before a game is abandoned, see [Player.Sure].
const (
	SureQuit  = "quit? q again"
	SureLeave = "leave? esc again"
	SureAgain = "start again? r again"
	SureNext  = "next game? n again"
)

// Playing reports whether a player is in the middle of a game.
func (p *Player[S]) Playing() bool {
	return p.ByHand && p.Ready && p.Started && !p.Current.Ended && p.Current.Err == nil
}

// Hold pauses a player's game that is not visible. Other games continue.
func (p *Player[S]) Hold() {
	if p.Playing() {
		p.Halt()
	}
}

// Sure reports whether a game may be abandoned: at once, unless a player is in the middle
// of it, and then at the second call with the same question. The first call pauses the
// game; resuming it withdraws the question.
func (p *Player[S]) Sure(question string) bool {
	if !p.Playing() || p.Question() == question {
		return true
	}
	p.Halt()
	p.question = question
	return false
}

// Question returns the unanswered question, or "".
func (p *Player[S]) Question() string {
	if !p.Paused {
		return ""
	}
	return p.question
}
