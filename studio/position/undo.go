package position

// undo keeps the boards that were drawn one after the other, so that one can go back
// and forth between them. Its memory is bounded.
type undo struct {
	boards []kept
	at     int // the one that is shown
	bytes  int // of all
}

// kept is a board as texts, which are small.
type kept struct{ rules, position string }

func (k kept) size() int { return len(k.rules) + len(k.position) }

// Limits of the boards that are kept: fewer if they are large and full of hazards.
const (
	maxKept      = 200
	maxKeptBytes = 1 << 20
)

func (u *undo) now() kept { return u.boards[u.at] }

// push adds a board behind the one that is shown, and forgets what was undone.
func (u *undo) push(b Board) {
	k := kept{b.Rules.String(), b.Text()}
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
		u.boards = append([]kept(nil), u.boards[1:]...)
	}
	u.at = len(u.boards) - 1
}

// by goes so many boards forth, back if it is negative, as far as there are any.
func (u *undo) by(n int) (Board, error) {
	u.at = min(max(0, u.at+n), len(u.boards)-1)
	return Parse(u.now().rules, u.now().position)
}

// back and forth are how many boards there are in each direction.
func (u *undo) back() int  { return u.at }
func (u *undo) forth() int { return len(u.boards) - 1 - u.at }
