package solo

import (
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/tui/canvas"
)

// TestComparedBoardsUseTheRoom: no other arrangement of boards and chart has larger boards. Boards and
// chart neither overlap nor exceed the window.
func TestComparedBoardsUseTheRoom(t *testing.T) {
	for _, size := range [][2]int{{4, 4}, {10, 10}, {18, 7}, {20, 20}, {64, 64}} {
		g := ouro.MustGrid(size[0], size[1])
		for n := 2; n <= 4; n++ {
			for _, window := range [][2]int{{80, 24}, {100, 30}, {120, 40}, {160, 48}, {200, 50}, {50, 60}, {40, 12}, {60, 16}} {
				w, h := window[0]-1, window[1]-2
				l := arrange(g, n, canvas.At(1, 1, w, h))
				if len(l.tiles) != n {
					t.Fatalf("%d boards of %s in %v: %d tiles", n, g, window, len(l.tiles))
				}
				most := 0
				for columns := 1; columns <= n; columns++ {
					rows := (n + columns - 1) / columns
					for _, room := range [][2]int{{w - chartColumns, h}, {w, h - chartRows}} {
						if scale, ok := canvas.Fit(g, room[0]/columns-1, room[1]/rows-1); ok && room[0]/columns-1 >= 6 {
							most = max(most, scale)
						}
					}
				}
				if most > 0 && (!l.tiles[0].board.Whole || l.tiles[0].board.Scale < most) {
					t.Errorf("%d boards of %s in %v have scale %d, want %d", n, g, window, l.tiles[0].board.Scale, most)
				}
				for columns := 1; columns <= n && !l.tiles[0].board.Whole; columns++ {
					for _, below := range [...]bool{true, false} {
						part := l.tiles[0].board
						if other, ok := tileBoards(g, n, columns, below, canvas.At(1, 1, w, h)); ok && other.tiles[0].board.W*other.tiles[0].board.H > part.W*part.H {
							t.Errorf("%d boards of %s in %v show %dx%d characters; with %d columns, they would show more", n, g, window, part.W, part.H, columns)
						}
					}
				}
				taken := map[[2]int]bool{}
				take := func(x, y, w, h int) {
					for j := range h {
						for i := range w {
							if at := [2]int{x + i, y + j}; taken[at] || at[0] < 0 || at[0] >= window[0] || at[1] < 1 || at[1] >= window[1]-1 {
								t.Fatalf("%d boards of %s in %v: %v is taken twice or outside", n, g, window, at)
							} else {
								taken[at] = true
							}
						}
					}
				}
				for _, tile := range l.tiles {
					outerW, outerH := tile.board.Outer()
					if tile.board.Framed {
						take(tile.board.X-1, tile.board.Y-1, outerW, outerH)
					} else {
						take(tile.board.X, tile.board.Y, outerW, outerH)
					}
				}
				take(l.chart.X, l.chart.Y, l.chart.W, l.chart.H)
			}
		}
	}
}

func TestLead(t *testing.T) {
	scene := func(lengths ...int16) play.Scene { return play.Scene{Lengths: [][]int16{lengths}} }
	names := []string{"A", "B", "C"}
	for _, c := range []struct {
		scenes []play.Scene
		want   []string
	}{
		{[]play.Scene{scene(1, 2, 3, 4), scene(1, 1, 1, 2)}, []string{"A leads B by 2 cells, 2 moves"}},
		{[]play.Scene{scene(1, 1, 2, 2), scene(1, 2, 2, 2)}, []string{"B leads A by 1 move"}},
		{[]play.Scene{scene(1, 2, 2), scene(1, 2, 2)}, []string{"A and B are level"}},
		{[]play.Scene{scene(1, 2), scene(1, 1, 1, 2), scene(1, 1, 4)}, []string{"C leads A by 2 cells", "C leads B by 2 cells, 1 move"}},
	} {
		if got := leadWords(c.scenes, names); !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if got := difference([]int16{1, 3, 3}, []int16{1, 2}); !slices.Equal(got, []int16{0, 1, 1}) {
		t.Errorf("the difference is %v", got)
	}
}

// TestJointChart: a comparison has one chart, with a line for each solver and the lead.
func TestJointChart(t *testing.T) {
	s, _ := watch(t, 120, 40, "cell", "hamilton")
	for range 60 {
		s.Press("right")
	}
	s.WantText("length by move")
	s.WantText("cells longer than A")
	s.WantText("leads")
	s.WantFit()
}

// TestEndingOfATile: even if there is little room beside a board, the ending of the game is shown.
func TestEndingOfATile(t *testing.T) {
	s, v := watch(t, 80, 24, "cell", "hamilton")
	for !v.Current.Ended {
		if v.Current.Turn > 2000 {
			t.Fatal("the games do not end")
		}
		s.Press("right")
	}
	if n := strings.Count(s.Plain(), "won"); n != 2 {
		t.Errorf("%d of two endings are shown:\n%s", n, s.Plain())
	}
}
