package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
	"ouro/roster"
)

// healthy returns the URL of a snake without faults.
func healthy(t *testing.T) string { return served(t, "floodfill") }

// served returns the URL of a solver.
func served(t *testing.T, solver string) string {
	t.Helper()
	s, err := server.New(server.Config{Snakes: []server.Snake{{
		Name: solver, Info: wire.Info{Author: "me", Color: "#336699"},
		Make: func(setup ouro.Setup) (ouro.Solver, error) { return roster.Make(ouro.Spec{Name: solver}, setup) },
	}}})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(s)
	t.Cleanup(func() {
		srv.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv.URL
}

// TestDoctor: the exit codes and output for each kind of result.
func TestDoctor(t *testing.T) {
	code, out, errs := run(t, "doctor", healthy(t), "--guest-timeout", "20s")
	want := `(?s)^http://[0-9.:]+: author me, color #336699
sent 100 positions in \d+ games:
  standard, wrapped, royale, constrictor, solo, wrapped_constrictor

answers  min .* ms, 0 of 100 above 20s
(  to +[0-9.]+ ms +\d+.*\n)+8 games at once: p50 .* ms, 0 late
.*
verdict: healthy.*\n$`
	if code != exitDone || errs != "" || !regexp.MustCompile(want).MatchString(out) {
		t.Errorf("code %d, %s\n%s", code, errs, out)
	}
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			_, _ = io.WriteString(w, `{"apiversion":"1"}`)
			return
		}
		_, _ = io.WriteString(w, `{"move":"up"}`)
	}))
	defer up.Close()
	code, out, errs = run(t, "doctor", up.URL, "--guest-timeout", "20s")
	want = `(?s)\nerror: it leaves the board though another move lives \(\d+ of 100\)
  mend: do not move off the board .* on \d+x\d+, \d snakes?, turn \d+: up,\s+which.*lives
  your snake is [A-H], with health \d+
    \+-+\+
.*
verdict: \d things to mend, \d warnings?\n$`
	if code != exitNo || errs != "" || !regexp.MustCompile(want).MatchString(out) {
		t.Errorf("code %d, %s\n%s", code, errs, out)
	}
	up.Close()
	if code, out, errs = run(t, "doctor", up.URL); code != exitFailed || out != "" || !strings.Contains(errs, "unreachable") {
		t.Errorf("code %d, %s\n%s", code, errs, out)
	}
}

// TestDoctorIsStopped: the results so far are printed and marked as partial.
func TestDoctorIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	moves := 0
	snake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/move" {
			if moves++; moves > 3 {
				_, _ = io.Copy(io.Discard, r.Body)
				cancel()
				<-r.Context().Done()
			}
		}
		fmt.Fprint(w, `{"apiversion":"1","move":"north"}`)
	}))
	defer snake.Close()
	var out, errs strings.Builder
	code := Main(ctx, []string{"doctor", snake.URL, "--guest-timeout", "20s"}, IO{Out: &out, Err: &errs})
	if code != exitSignal+2 || errs.String() != "" || !strings.Contains(out.String(), "PARTIAL") || !strings.Contains(out.String(), "sent 3 positions") || !strings.Contains(out.String(), "not one of the four (3 of 3)") {
		t.Errorf("code %d, %s\n%s", code, &errs, &out)
	}
	if code, _, errs := run(t, "doctor", healthy(t), "--timeout", "1ns"); code != exitOutOfTime || !strings.Contains(errs, "--timeout") {
		t.Errorf("code %d, %s", code, errs)
	}
}

// TestDoctorInTheGuide: the output in the guide for bfs is current.
func TestDoctorInTheGuide(t *testing.T) {
	_, output, ok := strings.Cut(readAll(t, "../docs/guide/battlesnake.md"), "    ouro doctor 127.0.0.1:8000\n\n```text\n...\n")
	output, _, closed := strings.Cut(output, "```")
	parts := strings.Split(output, "...\n")
	if !ok || !closed || len(parts) != 2 {
		t.Fatalf("the guide shows %q", output)
	}
	code, out, errs := run(t, "doctor", served(t, "bfs"), "--guest-timeout", "20s")
	for _, part := range parts {
		if code != exitNo || !strings.Contains(out, "\n"+part) {
			t.Errorf("code %d, %s; the guide shows\n%s\nand this is printed:\n%s", code, errs, part, out)
		}
	}
}
