package server_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
	"ouro/internal/needs"
)

// ceiling is the most memory for reading requests, in bytes, as docs/deploy.md promises. It
// excludes games and solvers.
const ceiling = 256 << 20

// inUse returns the memory that Go has obtained from the system and not given back.
func inUse() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// live collects garbage and returns the memory that is still in use.
func live() int64 {
	runtime.GC()
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64())
}

// peak returns by how much the memory in use grows at most while f runs.
func peak(f func()) int64 {
	runtime.GC()
	before := inUse()
	most := before
	done, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			most = max(most, inUse())
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	<-watched
	return most - before
}

// TestMemoryOfRequests: whatever 64 clients request at once, memory stays below the
// ceiling, and a usual game continues.
func TestMemoryOfRequests(t *testing.T) {
	needs.Trial(t)
	const clients, rounds = 64, 1
	fill := func(begin, entry, end string) string {
		n := (wire.MaxRequest - len(begin) - len(end)) / len(entry)
		return begin + strings.TrimSuffix(strings.Repeat(entry, n), ",") + end
	}
	board := fmt.Sprintf(`{"game":{"id":"big","timeout":500},"board":{"width":64,"height":64,"food":[{"x":1,"y":1}],"hazards":[%s],"snakes":[`, strings.TrimSuffix(strings.Repeat(`{"x":63,"y":63},`, 1<<15), ","))
	for i := range 16 {
		board += fmt.Sprintf(`{"id":"s%d","health":90,"body":[{"x":%d,"y":1}]},`, i, i)
	}
	board = strings.TrimSuffix(board, ",") + `]},"you":{"id":"s0","health":90,"body":[{"x":0,"y":1}]}}`
	for _, c := range []struct{ name, body string }{
		{"snakes", fill(`{"board":{"snakes":[`, `{},`, `]}}`)},
		{"snakes by fours", fill(`{"board":{"x":0`, `,"snakes":[{},{},{},{}]`, `}}`)},
		{"food", fill(`{"board":{"food":[`, `{},`, `]}}`)},
		{"nesting", strings.Repeat("[", wire.MaxRequest)},
		{"a position", board},
		{"too long", strings.Repeat(" ", 4*wire.MaxRequest)},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}}})
			grown := peak(func() {
				var wg sync.WaitGroup
				for range clients {
					wg.Go(func() {
						for range rounds {
							req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/move", strings.NewReader(c.body))
							if err != nil {
								t.Error(err)
								return
							}
							resp, err := client.Do(req)
							if err != nil {
								continue // the server refused the request before all of it was sent
							}
							_, _ = io.Copy(io.Discard, resp.Body)
							_ = resp.Body.Close()
						}
					})
				}
				for turn := range 20 {
					if d := move(t, s.url, game("g", turn, hour)); d != ouro.Right {
						t.Errorf("turn %d: moved %v", turn, d)
					}
				}
				wg.Wait()
			})
			t.Logf("%d MB", grown>>20)
			if grown > ceiling {
				t.Errorf("%d MB more, want at most %d", grown>>20, ceiling>>20)
			}
		})
	}
}

// TestMemoryOfGames: if games take too much memory, the server drops those that were unused
// for longest. The remaining games are within the limit.
func TestMemoryOfGames(t *testing.T) {
	const games, each, limit = 400, 1 << 20, 40 << 20
	s, log := local(t, server.Config{Memory: limit, Snakes: []server.Snake{{Name: "x", Make: func(ouro.Setup) (ouro.Solver, error) {
		kept := bytes.Repeat([]byte{1}, each)
		return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			return ouro.Decision{Dir: ouro.Right, Score: float64(kept[0])}, nil
		}), nil
	}}}})
	before := live()
	grown := peak(func() {
		for i := range games {
			handle(t, s, game(fmt.Sprint("g", i), 0, hour))
			handle(t, s, game("in use", i, hour))
		}
	})
	t.Logf("%d MB", grown>>20)
	if grown > games*each*3/4 { // includes dropped games that are not yet collected
		t.Errorf("%d MB more for a limit of %d MB", grown>>20, limit>>20)
	}
	live()                                    // a collection, which updates the figure of the memory in use
	handle(t, s, game("in use", games, hour)) // makes the server drop games
	eventually(t, "no more is in use than the limit", func() bool { return live()-before <= limit })
	text := log.String()
	if !strings.Contains(text, "too much memory") || strings.Count(text, `msg=game snake=x game="in use"`) != 1 {
		t.Errorf("%d games were dropped, and the game in use was begun %d times", strings.Count(text, "too much memory"), strings.Count(text, `msg=game snake=x game="in use"`))
	}
}

// TestMemoryOfConnections: the maximum number of connections takes less memory than the
// ceiling, even if each sends large headers and an endless body.
func TestMemoryOfConnections(t *testing.T) {
	const connections = 1024
	s := serve(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}}})
	request := "POST /move HTTP/1.1\r\nHost: x\r\nContent-Length: 65000\r\nX: " + strings.Repeat("x", 15<<10) + "\r\n\r\n" + strings.Repeat(" ", 64_999)
	grown := peak(func() {
		for range connections {
			conn := dial(t, s.url)
			defer func() { _ = conn.Close() }()
			if _, err := io.WriteString(conn, request); err != nil {
				t.Fatal(err)
			}
		}
		eventually(t, "almost all are there", func() bool {
			n, err := strconv.Atoi(metric(t, s.url, "ouro_connections"))
			return err == nil && n > connections-10
		})
		if d := move(t, s.url, game("g", 0, hour)); d != ouro.Right {
			t.Errorf("moved %v", d)
		}
	})
	t.Logf("%d MB", grown>>20)
	if grown > ceiling {
		t.Errorf("%d MB more, want at most %d", grown>>20, ceiling>>20)
	}
}
