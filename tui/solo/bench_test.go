package solo

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ouro"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
)

// BenchmarkView measures how long it takes to draw a position from the middle of a game, in
// a large window and in colour. That time limits the pictures per second.
func BenchmarkView(b *testing.B) {
	o := frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 20, H: 20, StartLength: 1}, Solvers: frametest.Specs("lookahead")}
	e := frame.NewEnv(context.Background(), o)
	v := NewViewer(e)
	a := frame.NewApp(e, v)
	defer a.Close()
	a.Update(v.deal()())
	for v.Current.Turn < 1000 && !v.Current.Ended {
		if v.Player.Update(v.Ask(1000)()); v.Current.Err != nil {
			b.Fatal(v.Current.Err)
		}
	}
	a.Update(tea.WindowSizeMsg{Width: 200, Height: 50})
	a.Update(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	b.ReportAllocs()
	for b.Loop() {
		_ = a.View()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "views/s")
}
