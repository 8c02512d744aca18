package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	"ouro/studio/studiotest"
)

func files(t testing.TB) string {
	s := httptest.NewServer(http.FileServer(http.Dir(".")))
	t.Cleanup(s.Close)
	return s.URL
}

// boards opens tests/boards.html, a page that draws boards for tests.
func boards(t testing.TB) *studiotest.Page {
	t.Helper()
	p := studiotest.Open(t, files(t)+"/tests/boards.html", studiotest.Desktop)
	p.MayLog("willReadFrequently") // the browser gives this advice to pages that read pixels
	p.Until("window.ready === true")
	return p
}

// TestBoardsPaintWhatChanged: a board that paints only the cells that change has the same
// pixels as a board that is painted as a whole. This holds while snakes glide, eat and die,
// and with all kinds of notes.
func TestBoardsPaintWhatChanged(t *testing.T) {
	t.Parallel()
	p := boards(t)
	for seed := range 8 {
		if wrong := studiotest.Eval[string](p, fmt.Sprintf("compare(%d, 60)", seed+1)); wrong != "" {
			t.Error(wrong)
		}
	}
}

// TestBoardsFirstMeal: the first meal of a snake of one cell leaves nothing on the board.
func TestBoardsFirstMeal(t *testing.T) {
	t.Parallel()
	p := boards(t)
	for _, size := range []int{120, 300, 560} {
		if wrong := studiotest.Eval[string](p, fmt.Sprintf("meal(%d)", size)); wrong != "" {
			t.Error(wrong)
		}
	}
}

// TestBoardsComeLate: a board that gets a position before it is attached to the page shows
// that position in the style of the page.
func TestBoardsComeLate(t *testing.T) {
	t.Parallel()
	p := boards(t)
	if wrong := studiotest.Eval[string](p, "late()"); wrong != "" {
		t.Error(wrong)
	}
}

type counted struct{ Frames, Moves, Painted, Script, Clock float64 }

// TestBoardsPaintLittle: a move repaints few cells, even if the snake is long.
func TestBoardsPaintLittle(t *testing.T) {
	t.Parallel()
	p := boards(t)
	studiotest.Eval[bool](p, `run({ lanes: 1, side: 30, length: 500, size: 420, notes: false, moves: 1 }), true`)
	p.Until("counted.moves >= 60")
	c := studiotest.Eval[counted](p, "counted")
	// A move shifts 48 shades by one cell each, and repaints the two ends. All 900 cells
	// are painted once at the start.
	if got := (c.Painted - 900) / c.Moves; got > 75 {
		t.Errorf("a move paints %.0f cells", got)
	}
}

// BenchmarkBoards measures four boards of 30x30 with overlays, at 200 moves a second
// each, one board of 64x64 as fast as possible, and the growth of the heap. Times are
// processor time of the page's main thread, so that other load on the machine hardly
// matters:
//
//	go test ./studio/web -run '^$' -bench Boards -benchtime 1x
func BenchmarkBoards(b *testing.B) {
	for _, bench := range []struct{ name, how string }{
		{"4x30x30", "{ lanes: 4, side: 30, length: 500, size: 420, speed: 200, notes: true }"},
		{"64x64", "{ lanes: 1, side: 64, length: 2500, size: 800, notes: true, moves: 50 }"},
		{"memory", "{ lanes: 4, side: 30, length: 100, size: 420, notes: true, moves: 100 }"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			p := boards(b)
			studiotest.Eval[bool](p, "run("+bench.how+"), true")
			p.Until("counted.frames >= 60") // the browser has compiled the scripts
			before, heap := measure(p)
			w := trace(p, 8*time.Second)
			if bench.name == "memory" {
				p.Until("counted.moves >= 100000")
			}
			after, heapAfter := measure(p)
			frames, seconds := after.Frames-before.Frames, (after.Clock-before.Clock)/1000
			b.ReportMetric(0, "ns/op")
			if bench.name == "memory" {
				b.ReportMetric(after.Moves, "moves")
				b.ReportMetric((heapAfter-heap)/1e6, "MB-grown")
				return
			}
			b.ReportMetric(frames/seconds, "frames/s")
			b.ReportMetric((after.Moves-before.Moves)/seconds, "moves/s")
			b.ReportMetric((after.Script-before.Script)/frames, "ms-drawing/frame")
			b.ReportMetric(w.total/frames, "ms-main/frame")
			b.ReportMetric(w.longest, "ms-longest-task")
			b.ReportMetric((after.Painted-before.Painted)/frames, "cells/frame")
		})
	}
}

// measure returns the page's counters, and its heap after a garbage collection, in bytes.
func measure(p *studiotest.Page) (c counted, heap float64) {
	p.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
			return err
		}
		usage, err := cdp.Call(ctx, t, runtime.GetHeapUsage, cdp.Empty{})
		heap = usage.UsedSize + usage.EmbedderHeapUsedSize + usage.BackingStorageSize
		return err
	}))
	return studiotest.Eval[counted](p, "({ ...counted, clock: performance.now() })"), heap
}

// work has times of the page's main thread, in milliseconds of processor time.
type work struct{ total, longest float64 }

// event is an event in the browser's trace. Times are in microseconds.
type event struct {
	Name, Ph string
	Pid, Tid int
	Tdur     float64
	Args     struct{ Name string }
}

// trace records the work of the page's main thread for this duration.
func trace(p *studiotest.Page, d time.Duration) (w work) {
	var events []event // appended to by one goroutine until the trace is complete
	p.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		complete := make(chan struct{})
		err := chromedp.Listen(ctx, func(e any) {
			switch e := e.(type) {
			case *tracing.EventDataCollected:
				for _, line := range e.Value {
					var ev event
					if json.Unmarshal(line, &ev) == nil {
						events = append(events, ev)
					}
				}
			case *tracing.EventTracingComplete:
				close(complete)
			}
		})
		if err != nil {
			return err
		}
		config := &tracing.TraceConfig{IncludedCategories: []string{"toplevel"}}
		if _, err := cdp.Call(ctx, t, tracing.Start, tracing.StartParams{TraceConfig: config}); err != nil {
			return err
		}
		time.Sleep(d)
		if _, err := cdp.Call(ctx, t, tracing.End, cdp.Empty{}); err != nil {
			return err
		}
		select {
		case <-complete:
		case <-ctx.Done():
		}
		return ctx.Err()
	}))
	main := map[[2]int]bool{}
	for _, e := range events {
		if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			main[[2]int{e.Pid, e.Tid}] = true
		}
	}
	for _, e := range events {
		if e.Name == "ThreadControllerImpl::RunTask" && main[[2]int{e.Pid, e.Tid}] {
			w.total += e.Tdur / 1000
			w.longest = max(w.longest, e.Tdur/1000)
		}
	}
	return w
}
