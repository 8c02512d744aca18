package exact

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"ouro"
)

func latePositions(g *ouro.Grid, dice ouro.Dice, lengths ...int) (states []*ouro.State) {
	for _, length := range lengths {
		body, food := randomPosition(g, length, dice)
		for body == nil {
			body, food = randomPosition(g, length, dice)
		}
		s := ouro.NewState(g)
		s.AddSnake(body...)
		s.AddFood(food)
		states = append(states, s)
	}
	return states
}

// TestLateAlone: Ask for one position, which computes no shorter snakes, gives the same answer as
// the computation of the whole board.
func TestLateAlone(t *testing.T) {
	uncertain := 0
	for _, size := range [][2]int{{4, 4}, {3, 5}, {4, 5}} {
		g := ouro.MustGrid(size[0], size[1])
		n := g.Size()
		lengths := []int{1, 2, 3, n / 2}
		for length := n - 7; length < n; length++ {
			lengths = append(lengths, length, length, length)
		}
		states := latePositions(g, ouro.NewPCG(7), lengths...)
		whole, err := AskAll(t.Context(), states, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		for i := len(states) - 1; i > 0; i-- {
			alone, err := Ask(t.Context(), states[i], Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if p := whole[i].Probability; p > 0 && p < 1 {
				uncertain++
			}
			if fmt.Sprint(*alone) != fmt.Sprint(*whole[i]) { // NaN is not equal to itself
				t.Errorf("board %s, length %d: %+v, with all of the board %+v", g, states[i].Snakes[0].Body.Len(), *alone, *whole[i])
			}
		}
	}
	if uncertain == 0 {
		t.Error("no position is won with a probability between 0 and 1")
	}
}

// TestLateTakesLess: the estimate matches the used memory. A limit of memory that is too small for
// the whole board is enough for a position with a long snake.
func TestLateTakesLess(t *testing.T) {
	g := ouro.MustGrid(4, 5)
	sizes := MeasureFrom(ouro.OpenLevel(g))
	walled := parse(t, "     X\n      \n      \n   XXX\n   XXX\n")
	for _, l := range []*ouro.Level{ouro.OpenLevel(g), walled} {
		sizes := MeasureFrom(l)
		for _, least := range []int{1, 8, 14, 17} {
			r, err := newRun(t.Context(), l, Options{All: true, Workers: 1}, least)
			if err != nil {
				t.Fatal(err)
			}
			if have, want := float64(r.bytes()), sizes[least].Bytes; have > 1.05*want {
				t.Errorf("board\n%sfrom length %d on %.0f bytes are taken, and %.0f were measured", l, least, have, want)
			}
		}
	}
	states := latePositions(g, ouro.NewPCG(1), 12, 18)
	o := Options{Workers: 1, Memory: int64(sizes[17].Bytes) + 1}
	if sizes[18].Bytes > sizes[17].Bytes || sizes[1].Bytes < 2*sizes[17].Bytes {
		t.Errorf("%.0f bytes for all, %.0f from length 17 on, %.0f from 18 on", sizes[1].Bytes, sizes[17].Bytes, sizes[18].Bytes)
	}
	if _, err := Ask(t.Context(), states[1], o); err != nil {
		t.Error(err)
	}
	_, err := AskAll(t.Context(), states, o)
	var large *TooLargeError
	if !errors.As(err, &large) || large.From < 13 || large.From > 17 || !strings.Contains(err.Error(), fmt.Sprintf("; a position with a snake of %d or more cells needs less", large.From)) {
		t.Errorf("together with a shorter one: %v", err)
	}
}

func (r *run) bytes() (n int) {
	for i := range r.trie.levels {
		l := &r.trie.levels[i]
		n += len(l.shape)*int(unsafe.Sizeof(shape(0))) + len(l.start)*4 + len(l.link)*4 + len(l.records)
	}
	m := &r.memory
	n += 4*(len(m.moves)+len(m.grade)+len(m.queue)) + 16*cap(m.chances) + 8*(len(m.active)+len(m.nextActive))
	return n + 4*cap(m.after.moves) + 16*cap(m.after.chance)
}
