package battlesnake

import "ouro"

// ParseDrawing tells what is wrong with a drawing.
func ParseDrawing(text string) error {
	_, err := parseDrawing(text)
	return err
}

// FeedAfter puts the first food beside the snakes that are there and into the
// centre, after so many draws of turn 0.
func FeedAfter(s *ouro.State, d ouro.Dice, draws int) error {
	ch := newChance(d)
	ch.at(0)
	for range draws {
		ch.roll(2)
	}
	return feedHeadsAndCentre(s, ch)
}
