package exact

import (
	"errors"
	"math"
	"slices"
	"testing"

	"ouro"
	"ouro/rule/classic"
)

// growLevels returns boards of at most 8 free cells, with and without walls, and one of 7 cells
// with joined edges.
func growLevels(t *testing.T) (levels []*ouro.Level) {
	t.Helper()
	for _, l := range someLevels(t, 20) {
		if len(freeCells(l)) <= 7 {
			levels = append(levels, l)
		}
	}
	for _, size := range [][2]int{{2, 2}, {2, 3}, {4, 2}} {
		levels = append(levels, ouro.OpenLevel(ouro.MustGrid(size[0], size[1])))
	}
	return append(levels, smallTori(t)[1])
}

// TestGrowAgainstOracle compares every position of games in which a meal adds several segments,
// with and without pending segments, and the starts, with the oracle.
func TestGrowAgainstOracle(t *testing.T) {
	pending, perhaps := 0, 0
	for _, l := range growLevels(t) {
		for _, grow := range []int{2, 3, 5} {
			o := oracleOf(l, classic.Rules{Grow: grow})
			for length := 1; length < len(freeCells(l)); length++ {
				if len(straight(l, length)) == 0 {
					continue
				}
				report, err := Solve(t.Context(), l, length, Options{Grow: grow})
				if err != nil {
					t.Fatal(err)
				}
				if want := o.start(length); !near(report.Figures, want) {
					t.Errorf("board\n%sgrow %d, start length %d: %v, the oracle has %v", l, grow, length, report.Figures, want)
				}
				if report.Probability > 0 && report.Probability < 1 {
					perhaps++
				}
			}
			pending += o.compareGrow(t, false)
			pending += o.compareGrow(t, true)
		}
	}
	if pending < 3000 || perhaps < 10 {
		t.Errorf("%d positions with pending segments, and %d starts that are won perhaps", pending, perhaps)
	}
}

// compareGrow compares all positions with the oracle, for random food or against an adversary, and
// all directions from positions without pending segments. It returns the number of positions with
// pending segments that are won.
func (o *oracle) compareGrow(t *testing.T, adversary bool) (won int) {
	t.Helper()
	worst := o.worstMoves()
	r, err := newRun(t.Context(), o.level, Options{All: !adversary, Adversary: adversary, Grow: o.rules.Grow}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for r.length > 1 {
		s, err := r.solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range o.pos {
			p := &o.pos[i]
			body := slices.Compact(slices.Clone(p.body))
			if len(body) != s.length {
				continue
			}
			want := p.figures()
			if adversary {
				want = Figures{1, worst[i]}
				if math.IsInf(worst[i], 1) {
					want = Figures{0, math.NaN()}
				}
			}
			var got Figures
			if length := len(p.body); length == len(body) {
				a := r.answer(s, p.body, p.food)
				if got = a.Figures; !adversary {
					o.compareChoices(t, p, a)
				}
			} else if l := r.growth.layers[len(body)][length-len(body)]; l != nil {
				got = r.trie.figuresOf(l, body, p.food)
				if got.Probability > 0 {
					won++
				}
			} else {
				continue
			}
			if !near(got, want) {
				t.Fatalf("board\n%sgrow %d, body %v, food %d: %v, the oracle has %v", o.level, o.rules.Grow, p.body, p.food, got, want)
			}
		}
		if err := r.advance(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	return won
}

// figuresOf returns the figures of a position with pending segments.
func (t *trie) figuresOf(l *layer, body []ouro.Cell, food ouro.Cell) Figures {
	w := t.find(body)
	at := int(w.body)*(t.cells-len(body)) + t.levels[len(body)].shape[w.body].rank(t.sym[w.sym].cell[t.number[food]])
	f := Figures{l.chanceAt(at).probability(), expected(l.moves[at])}
	if l.chance == nil && l.moves[at] != never {
		f.Probability = 1
	}
	return f
}

// TestGrowRefusals: a game in which a meal adds several segments has no tables and no checkpoints,
// and work beyond the memory is refused.
func TestGrowRefusals(t *testing.T) {
	l := ouro.OpenLevel(ouro.MustGrid(3, 3))
	for _, o := range []Options{{Save: t.TempDir() + "/table"}, {Checkpoint: t.TempDir()}} {
		o.Grow = 2
		var wrong *RulesError
		if _, err := Solve(t.Context(), l, 1, o); !errors.As(err, &wrong) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := NewTable(t.Context(), l, Options{Grow: 2}); err == nil {
		t.Error("a table is computed")
	}
	var tooLarge *TooLargeError
	if _, err := Solve(t.Context(), l, 1, Options{Grow: 2, Memory: 10_000}); !errors.As(err, &tooLarge) {
		t.Errorf("10 kB of memory: %v", err)
	}
}
