package exact

import "ouro"

// Known returns the optimum of a board for games that start with a snake of length 1, if it
// has been computed before: Report.Moves of [Solve]. The probability is 1 for all of them.
// Columns and rows may be exchanged.
func Known(g *ouro.Grid) (moves float64, ok bool) {
	for _, k := range known {
		if k.w == g.W && k.h == g.H || k.w == g.H && k.h == g.W {
			return k.moves, true
		}
	}
	return 0, false
}

// KnownOf is Known for a game of classic Snake, if it starts like that on an open board.
func KnownOf(game *ouro.GameSpec) (moves float64, ok bool) {
	grid, err := ouro.NewGrid(game.W, game.H)
	if err != nil || game.StartLength != 1 || game.Level != nil || game.Position != nil {
		return 0, false
	}
	return Known(grid)
}

// KnownBoards returns the boards of Known, small ones first, with at most as many columns as
// rows.
func KnownBoards() (boards []*ouro.Grid) {
	for _, k := range known {
		boards = append(boards, ouro.MustGrid(k.w, k.h))
	}
	return boards
}

// known was computed with `ouro exact --board WxH --json` for each row, the last two with
// `ouro exact --board WxH --checkpoint DIRECTORY`, which takes minutes and prints six decimals.
var known = []struct {
	w, h  int
	moves float64
}{
	{2, 2, 3.8333332538604736},
	{2, 3, 8.433333476384481},
	{3, 3, 17.54550266265869},
	{3, 5, 42.588136212031046},
	{4, 4, 41.567373752593994},
	{4, 5, 59.60925107002258},
	{4, 6, 80.3678230047226},
	{5, 5, 92.17917955398559},
	{5, 6, 114.03525295257569},
	{5, 7, 158.199548},
	{6, 6, 151.311764},
}
