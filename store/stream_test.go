package store_test

import (
	"errors"
	"iter"
	"slices"
	"testing"

	"ouro/lab"
	"ouro/store"
)

// some are games of two seatings a group: those whose number is marked with a dot are
// not there, those with a cross were changed, and an exclamation mark ends them.
func some(marks string, end error) iter.Seq2[*lab.Finished, error] {
	return func(yield func(*lab.Finished, error) bool) {
		for i, mark := range marks {
			f, err := new(lab.Finished), error(nil)
			f.Tally.Group, f.Tally.Seating = int32(i/2), int32(i%2)
			switch mark {
			case '.':
				continue
			case 'x':
				f, err = nil, &store.ChangedError{Group: i / 2, Seating: i % 2}
			case '!':
				f, err = nil, end
			}
			if !yield(f, err) {
				return
			}
		}
	}
}

func TestStream(t *testing.T) {
	const marks = "..oxo.ooxx.o"
	broken := errors.New("broken")
	for _, c := range []struct {
		marks   string
		err     error
		changed int
	}{{marks, nil, 3}, {marks + "!oo", broken, 3}, {"", nil, 0}, {"!", broken, 0}} {
		s := store.NewStream(some(c.marks, broken))
		var found []int
		for i := range 2 * len(c.marks) {
			if f, ok := s.Find(i/2, i%2); ok {
				found = append(found, 2*int(f.Tally.Group)+int(f.Tally.Seating))
				if again, _ := s.Find(i/2, i%2); again != f || found[len(found)-1] != i {
					t.Fatalf("%q: asked for %d: have %+v, and %+v when asked again", c.marks, i, f, again)
				}
			}
		}
		s.Close()
		var want []int
		for i, mark := range c.marks {
			if mark == '!' {
				break
			}
			if mark == 'o' {
				want = append(want, i)
			}
		}
		if !slices.Equal(found, want) || len(s.Changed) != c.changed || !errors.Is(s.Err, c.err) {
			t.Errorf("%q: found %v, %d changed, error %v; want %v, %d and %v", c.marks, found, len(s.Changed), s.Err, want, c.changed, c.err)
		}
	}
}
