package battlesnake

import "ouro"

func ParseDrawing(text string) error {
	_, err := parseDrawing(text)
	return err
}

// FeedAfter places the first food of a game: beside each snake and in the centre. Before that it
// takes this number of draws from the dice of turn 0.
func FeedAfter(s *ouro.State, d ouro.Dice, draws int) error {
	ch := newChance(d)
	ch.beginTurn(0)
	for range draws {
		ch.roll(2)
	}
	return feedHeadsAndCentre(s, ch)
}
