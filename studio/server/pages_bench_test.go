package server_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"ouro/studio/server"
	"ouro/studio/studiotest"
)

// BenchmarkPages measures pages with the engine on the same machine. It measures the time
// to the first move, then frames per second, moves per second and the longest task of the
// main thread.
func BenchmarkPages(b *testing.B) {
	for _, bench := range []struct{ name, link string }{
		{"watch", "#/watch"},
		{"compare", "#/compare?board=30x30&solver=ouroboros&solver=cell&solver=shortcut&solver=hamilton&speed=200&show=plan,cycle"},
		{"fast", "#/watch?board=64x64&solver=cell&speed=0"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			s := server.New(server.Config{})
			h := httptest.NewServer(s)
			defer func() { s.Close(); h.Close() }()
			p := studiotest.Open(b, h.URL+"/"+bench.link, studiotest.Desktop)
			turn := `Number((document.querySelector(".turn")?.value ?? "").replace(/\D/g, ""))`
			p.Until(turn + " > 0")
			first := studiotest.Eval[float64](p, "performance.now()")
			p.Until(turn + " > 100") // by then the browser has compiled the code
			studiotest.Eval[bool](p, `(() => {
				globalThis.seen = { frames: 0, longest: 0, from: performance.now(), turn: `+turn+` };
				new PerformanceObserver((l) => { for (const e of l.getEntries()) seen.longest = Math.max(seen.longest, e.duration); }).observe({ type: "longtask" });
				const frame = () => { seen.frames++; requestAnimationFrame(frame); };
				requestAnimationFrame(frame);
				return true;
			})()`)
			time.Sleep(8 * time.Second)
			w := studiotest.Eval[struct{ Frames, Longest, Seconds, Moves float64 }](p, `({ frames: seen.frames, longest: seen.longest, seconds: (performance.now() - seen.from) / 1000, moves: `+turn+` - seen.turn })`)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(first, "ms-first-move")
			b.ReportMetric(w.Frames/w.Seconds, "frames/s")
			b.ReportMetric(w.Moves/w.Seconds, "moves/s")
			b.ReportMetric(w.Longest, "ms-longest-task") // 0 means below 50
		})
	}
}
