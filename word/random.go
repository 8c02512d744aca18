package word

import "ouro"

// bag has the letters of a random grid, in numbers that make grids with many words: near
// their frequencies in English words, with slightly fewer of the most common ones.
const bag = "aaaaaaabbccccdddeeeeeeeeeeffggghhhiiiiiiijkllllmmmnnnnnooooooppprrrrrrsssssstttttuuuvwwxyyz"

// Random returns a grid of letters drawn from a bag without replacement, which is refilled
// when it is empty. So a grid has vowels and consonants in their proportions and seldom
// more than one rare letter. The letter q is [Qu], and there are no wildcards. The same
// dice always give the same grid.
func Random(w, h int, dice ouro.Dice) *Grid {
	faces := make([]Face, w*h)
	var left []Face
	for i := range faces {
		if len(left) == 0 {
			left = append([]Face(bag), Qu)
		}
		k := dice.Roll(len(left))
		faces[i] = left[k]
		left[k] = left[len(left)-1]
		left = left[:len(left)-1]
	}
	return NewGrid(w, h, faces)
}
