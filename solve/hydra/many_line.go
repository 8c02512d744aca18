package hydra

// How a line of the tree is played, and the expected line (see many.go).

import "ouro"

// play plays a line to a leaf of the tree and records its result. My first move is one of choices.
// If the budget ends first, play records nothing.
func (s *crowdSearcher) play(choices ouro.DirSet) bool {
	p := s.pos
	for s.ply = 0; ; {
		if s.outOfBudget() {
			for ; s.ply > 0; s.ply-- {
				p.Unmake()
			}
			return false
		}
		if s.isOver() || s.expandLeaf() {
			break
		}
		s.choose(choices)
		s.makeMoves()
	}
	for s.ply > 0 {
		s.backUp()
	}
	return true
}

// isOver reports whether the line ends because I died or no enemy lives. In that case it sets the
// worths of the living snakes; makeMoves has set those of the dead.
func (s *crowdSearcher) isOver() bool {
	alive := s.pos.Alive()
	switch {
	case alive.Len() == 1:
		s.worths[alive.First()] = whole
	case alive != 0 && alive.Has(s.me):
		return false
	case alive != 0:
		s.judge() // the other snakes also choose by the results of this line
	}
	return true
}

// expandLeaf reports whether this position is not in the tree yet, so that the line ends here. In
// that case it adds the position and evaluates it.
func (s *crowdSearcher) expandLeaf() bool {
	p := s.pos
	if s.ply < s.depth {
		key := p.Hash()
		n, place := s.tree.find(key)
		if n != 0 {
			s.line[s.ply].node = n
			return false
		}
		if n = s.tree.add(key, place, p.Alive().Len()); n != 0 {
			s.setPriors(n, key)
		}
	}
	s.judge()
	return true
}

// setPriors sets the priors of the moves of all living snakes in the new node n.
func (s *crowdSearcher) setPriors(n uint32, key uint64) {
	salt := uint64(0)
	if s.salt != 0 {
		salt = ouro.Mix(key, uint64(s.salt))
	}
	s.habits.FindThings(s.pos)
	k := 0
	for rest := s.pos.Alive(); rest != 0; rest = rest.Rest() {
		s.habits.setPriors(s.pos, rest.First(), salt, s.tree.triesOf(n, k))
		k++
	}
}

// choose selects a move for each living snake. My first move is one of moves.
func (s *crowdSearcher) choose(moves ouro.DirSet) {
	at := &s.line[s.ply]
	k := 0
	for rest := s.pos.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		may := s.pos.Moves(seat)
		if seat == s.me && s.ply == 0 {
			may = moves
		}
		at.joint[seat] = ouro.Up // every move is fatal
		if may != 0 {
			at.joint[seat] = selectMove(s.tree.triesOf(at.node, k), may)
		}
		k++
	}
}

// makeMoves makes the selected moves. A snake that dies has lost; if all snakes die, they share
// a draw.
func (s *crowdSearcher) makeMoves() {
	before := s.pos.Alive()
	s.pos.Make(s.line[s.ply].joint[:])
	s.ply++
	alive := s.pos.Alive()
	for rest := before &^ alive; rest != 0; rest = rest.Rest() {
		s.worths[rest.First()] = 0
		if alive == 0 {
			s.worths[rest.First()] = drawWorth
		}
	}
}

// backUp takes back a turn of the line and records the result for the moves of this turn.
func (s *crowdSearcher) backUp() {
	s.pos.Unmake()
	s.ply--
	at := &s.line[s.ply]
	s.tree.nodes[at.node].n++
	k := 0
	for rest := s.pos.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		addResult(s.tree.triesOf(at.node, k), at.joint[seat], s.worths[seat])
		k++
	}
}

// followMostVisited plays the most visited moves, beginning with dir for me. It calls afterTurn
// after each turn and returns the number of turns.
func (s *crowdSearcher) followMostVisited(dir ouro.Dir, afterTurn func()) (turns int) {
	p := s.pos
	for s.ply = 0; s.ply < s.depth && p.Alive().Has(s.me) && p.Alive().Len() > 1; {
		n, _ := s.tree.find(p.Hash())
		if n == 0 || s.tree.nodes[n].n == 0 {
			break
		}
		k := 0
		for rest := p.Alive(); rest != 0; rest = rest.Rest() {
			s.line[s.ply].joint[rest.First()], _ = mostVisitedMove(s.tree.triesOf(n, k), p.Moves(rest.First()))
			k++
		}
		if s.ply == 0 {
			s.line[0].joint[s.me] = dir
		}
		p.Make(s.line[s.ply].joint[:])
		s.ply++
		afterTurn()
	}
	turns = s.ply
	for ; s.ply > 0; s.ply-- {
		p.Unmake()
	}
	return turns
}

// myTries returns what the root knows about my moves.
func (s *crowdSearcher) myTries() (tries [4]try) {
	n, _ := s.tree.find(s.pos.Hash())
	if n == 0 {
		return tries
	}
	k := 0
	for rest := s.pos.Alive(); rest.First() != s.me; rest = rest.Rest() {
		k++
	}
	return *s.tree.triesOf(n, k)
}
