package games_test

import (
	"testing"
	"time"

	"ouro/studio/games"
)

// BenchmarkGame runs games as fast as possible for a second. It reports moves per second and the bytes
// that the page receives per move.
func BenchmarkGame(b *testing.B) {
	for _, c := range []struct{ name, link string }{
		{"64x64 hamilton", "board=64x64&solver=hamilton"},
		{"64x64 cell", "board=64x64&solver=cell"},
		{"20x20 cell", "board=20x20&solver=cell"},
		{"four lanes of 30x30", "board=30x30&solver=cell&solver=hamilton&solver=shortcut&solver=repair"},
	} {
		b.Run(c.name, func(b *testing.B) {
			var turns, bytes int64
			for b.Loop() {
				acks := make(chan struct{}, 1000)
				r := read(b, games.Limits{}, c.link, func(*reader) { acks <- struct{}{} })
				end := make(chan struct{})
				go func() {
					defer close(end)
					n := int64(0)
					for range acks {
						n++
						r.acknowledged(n)
					}
				}()
				r.send(b, `{"ch":"g","type":"run","data":{"speed":0}}`)
				time.Sleep(time.Second)
				r.s.Close()
				close(acks)
				<-end
				turns += r.turn.Load()
				bytes += r.bytes.Load()
			}
			b.ReportMetric(float64(turns)/float64(b.N), "moves/s")
			b.ReportMetric(float64(bytes)/float64(turns), "B/move")
		})
	}
}
