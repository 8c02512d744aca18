package word

import "ouro"

// bag holds as many of each letter as make grids rich in words: near their
// frequencies in English words, with somewhat fewer of the commonest.
const bag = "aaaaaaabbccccdddeeeeeeeeeeffggghhhiiiiiiijkllllmmmnnnnnooooooppprrrrrrsssssstttttuuuvwwxyyz"

// Random is a grid of letters drawn out of a bag, which is filled again when it
// is empty; a grid has vowels and consonants in their proportions and seldom
// more than one rare letter. A q comes as [Qu], and wildcards do not come. The
// same dice deal the same grid for ever.
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
