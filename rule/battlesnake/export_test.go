package battlesnake

import "ouro"

func ParseDrawing(text string) error {
	_, err := parseDrawing(text)
	return err
}

// FeedAfter adds the first food beside the snakes on the board and in the centre, after this
// number of draws of turn 0.
func FeedAfter(s *ouro.State, d ouro.Dice, draws int) error {
	ch := newChance(d)
	ch.beginTurn(0)
	for range draws {
		ch.roll(2)
	}
	return feedHeadsAndCentre(s, ch)
}
