package tui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ouro"
)

// BenchmarkView is the time to draw a game in its middle in a large window, in
// colour: it bounds the pictures a second.
func BenchmarkView(b *testing.B) {
	o := Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 20, H: 20, StartLength: 1}, Solvers: specs("lookahead")}
	e := newEnv(context.Background(), o)
	v := newViewer(e)
	a := newApp(e, v)
	defer a.close()
	v.deal()
	for v.shown.turn < 1000 && !v.shown.ended {
		tb, ok := v.table.show(1000, batchTime)
		if !ok {
			b.Fatal("the game broke off")
		}
		v.shown, v.ready = tb, true
	}
	a.Update(tea.WindowSizeMsg{Width: 200, Height: 50})
	a.Update(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	b.ReportAllocs()
	for b.Loop() {
		_ = a.View()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "views/s")
}
