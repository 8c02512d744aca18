package position

// undo keeps the boards of a channel in bounded memory.
type undo struct {
	boards []keptBoard
	at     int // index of the current board
	bytes  int // of all boards
}

// keptBoard is a board as texts, which need little memory.
type keptBoard struct{ rules, position string }

func (k keptBoard) size() int { return len(k.rules) + len(k.position) }

// Limits of the boards that are kept.
const (
	maxKept      = 200
	maxKeptBytes = 1 << 20
)

func (u *undo) now() keptBoard { return u.boards[u.at] }

// push adds a board after the current one and removes those that were undone.
func (u *undo) push(b Board) {
	k := keptBoard{b.Rules.String(), b.Text()}
	if len(u.boards) > 0 {
		if u.now() == k {
			return
		}
		for _, undone := range u.boards[u.at+1:] {
			u.bytes -= undone.size()
		}
		clear(u.boards[u.at+1:])
		u.boards = u.boards[:u.at+1]
	}
	u.boards, u.bytes = append(u.boards, k), u.bytes+k.size()
	for len(u.boards) > maxKept || u.bytes > maxKeptBytes && len(u.boards) > 1 {
		u.bytes -= u.boards[0].size()
		u.boards = append([]keptBoard(nil), u.boards[1:]...)
	}
	u.at = len(u.boards) - 1
}

// by moves n boards forward, or back if n is negative, as far as possible.
func (u *undo) by(n int) (Board, error) {
	u.at = min(max(0, u.at+n), len(u.boards)-1)
	return Parse(u.now().rules, u.now().position)
}

// back and forward return the number of boards in each direction.
func (u *undo) back() int    { return u.at }
func (u *undo) forward() int { return len(u.boards) - 1 - u.at }
