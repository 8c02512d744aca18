package frames_test

import (
	"testing"

	"ouro"
	"ouro/studio/frames"
)

// BenchmarkBetween computes and encodes the changes of a long snake on the largest board,
// and those of four snakes.
func BenchmarkBetween(b *testing.B) {
	long := ouro.NewState(ouro.MustGrid(64, 64))
	var cells []ouro.Cell
	for c := range ouro.Cell(3000) {
		x, y := long.Grid.XY(c)
		if y%2 == 1 {
			x = 63 - x
		}
		cells = append(cells, long.Grid.At(x, y))
	}
	long.AddSnake(cells[1:]...)
	long.AddFood(4000)
	after := long.Clone()
	after.Advance(0, cells[0], false)

	var fight []*ouro.State
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, Snakes: 4, StartLength: 3}
	playRandom(b, game, 2, 3, func(s *ouro.State, _ bool) { fight = append(fight, s.Clone()) })

	for _, c := range []struct {
		name     string
		from, to *ouro.State
	}{{"64x64", long, after}, {"four snakes", fight[1], fight[2]}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var change frames.Change
			var text []byte
			for b.Loop() {
				change.Between(c.from, c.to, names)
				text = change.AppendJSON(text[:0])
			}
			b.ReportMetric(float64(len(text)), "B/move")
		})
		b.Run(c.name+" key", func(b *testing.B) {
			b.ReportAllocs()
			var text []byte
			for b.Loop() {
				text = frames.Of(c.to, names).AppendJSON(text[:0])
			}
			b.ReportMetric(float64(len(text)), "B/key")
		})
	}
}
