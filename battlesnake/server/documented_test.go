package server_test

import (
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/battlesnake/server"
)

// TestMetricsAreDocumented: the table in docs/deploy.md names exactly the metrics of the server.
func TestMetricsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| .ouro_.*?\|`).FindAllString(string(text), -1) {
		for _, name := range regexp.MustCompile(`ouro_\w+`).FindAllString(row, -1) {
			documented[name] = true
		}
	}
	s := serve(t, server.Config{LogDropped: func() int64 { return 7 }, Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}}})
	move(t, s.url, game("g", 0, hour))
	ask(t, http.MethodGet, s.url+"/nothing", nil) // the server has now refused a request
	next := game("g", 1, hour)
	next.You.Latency = "5"
	move(t, s.url, next)
	eventually(t, "both moves are counted", func() bool {
		return slices.Equal(metricLines(t, s.url, "ouro_move_seconds_count"), []string{`ouro_move_seconds_count{snake="x"} 2`})
	})
	exported := map[string]bool{}
	for _, line := range metricLines(t, s.url, "# TYPE ouro_") {
		exported[strings.Fields(line)[2]] = true
	}
	for name := range exported {
		if !documented[name] {
			t.Errorf("%s is not documented", name)
		}
	}
	for name := range documented {
		if !exported[name] {
			t.Errorf("%s is documented and not exported", name)
		}
	}
	if got := metric(t, s.url, "ouro_log_dropped_total"); got != "7" {
		t.Errorf("%s lines dropped, want 7", got)
	}
}

// TestLargeHeader: headers above the limit are refused.
func TestLargeHeader(t *testing.T) {
	s := serve(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}}})
	for kb, want := range map[int]string{15: "HTTP/1.1 200 ", 17: "HTTP/1.1 431 ", 64: "HTTP/1.1 431 "} {
		conn := dial(t, s.url)
		// The server may refuse the request before all of it is sent.
		_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: "+strings.Repeat("x", kb<<10)+"\r\n\r\n")
		status := make([]byte, len(want))
		if _, err := io.ReadFull(conn, status); err != nil || string(status) != want {
			t.Errorf("%d KB of headers: %q, %v; want %q", kb, status, err, want)
		}
		_ = conn.Close()
	}
}
