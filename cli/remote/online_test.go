package remote_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"ouro/cli"
	"ouro/cli/clitest"
	"ouro/cli/command"
)

// TestDoctor: doctor has the right exit code and output for a healthy snake, for one that always
// moves up, and for a server that does not answer.
func TestDoctor(t *testing.T) {
	code, out, errs := clitest.Run(t, "doctor", clitest.ServeHealthy(t), "--guest-timeout", "20s")
	want := `(?s)^http://[0-9.:]+: author me, color #336699
sent 100 positions in \d+ games:
  standard, wrapped, royale, constrictor, solo, wrapped_constrictor

answers  min .* ms, 0 of 100 above 20s
(  to +[0-9.]+ ms +\d+.*\n)+8 games at once: p50 .* ms, 0 late
.*
verdict: healthy.*\n$`
	if code != command.ExitDone || errs != "" || !regexp.MustCompile(want).MatchString(out) {
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
	code, out, errs = clitest.Run(t, "doctor", up.URL, "--guest-timeout", "20s")
	want = `(?s)\nerror: the snake leaves the board though another move would survive \(\d+ of 100\)
  mend: do not move off the board .* on \d+x\d+, \d snakes?, turn \d+: up,\s+which.*survive
  your snake is [A-H], with health \d+
    \+-+\+
.*
verdict: \d things to mend, \d warnings?\n$`
	if code != command.ExitNo || errs != "" || !regexp.MustCompile(want).MatchString(out) {
		t.Errorf("code %d, %s\n%s", code, errs, out)
	}
	up.Close()
	if code, out, errs = clitest.Run(t, "doctor", up.URL); code != command.ExitFailed || out != "" || !strings.Contains(errs, "unreachable") {
		t.Errorf("code %d, %s\n%s", code, errs, out)
	}
}

// TestDoctorIsStopped: a stopped examination prints its results so far, and marks them as
// partial.
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
	code := cli.Main(ctx, []string{"doctor", snake.URL, "--guest-timeout", "20s"}, command.IO{Out: &out, Err: &errs})
	if code != command.ExitSignal+2 || errs.String() != "" || !strings.Contains(out.String(), "PARTIAL") || !strings.Contains(out.String(), "sent 3 positions") || !strings.Contains(out.String(), "not one of the four (3 of 3)") {
		t.Errorf("code %d, %s\n%s", code, &errs, &out)
	}
	if code, _, errs := clitest.Run(t, "doctor", clitest.ServeHealthy(t), "--timeout", "1ns"); code != command.ExitOutOfTime || !strings.Contains(errs, "--timeout") {
		t.Errorf("code %d, %s", code, errs)
	}
}

// TestDoctorInTheGuide: the guide shows the output that doctor prints for the solver bfs.
func TestDoctorInTheGuide(t *testing.T) {
	_, output, ok := strings.Cut(clitest.Read(t, "../../docs/guide/battlesnake.md"), "    ouro doctor 127.0.0.1:8000\n\n```text\n...\n")
	output, _, closed := strings.Cut(output, "```")
	parts := strings.Split(output, "...\n")
	if !ok || !closed || len(parts) != 2 {
		t.Fatalf("the guide shows %q", output)
	}
	code, out, errs := clitest.Run(t, "doctor", clitest.ServeSnake(t, "bfs"), "--guest-timeout", "20s")
	for _, part := range parts {
		if code != command.ExitNo || !strings.Contains(out, "\n"+part) {
			t.Errorf("code %d, %s; the guide shows\n%s\nand this is printed:\n%s", code, errs, part, out)
		}
	}
}
