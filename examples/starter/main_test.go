package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/doctor"
	"ouro/battlesnake/host"
)

// TestStarter builds and runs the program as a new user would. The program prints its URL, the
// doctor finds no problem, and the program plays whole games without a fault.
func TestStarter(t *testing.T) {
	ctx := t.Context()
	exe := filepath.Join(t.TempDir(), "starter")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", exe, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.CommandContext(ctx, exe, "-port", "0")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stderr).ReadString('\n')
	url := regexp.MustCompile(`http://\S+/`).FindString(line)
	if err != nil || url == "" {
		t.Fatalf("the first line is %q, %v", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, stderr) }()

	const timeout = time.Hour
	r, err := doctor.Examine(ctx, doctor.Config{URL: url, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		t.Errorf("%v: %s: %s\n%s", f.Kind, f.Where, f.Detail, f.Picture)
	}
	for seed := range uint64(3) {
		play(ctx, t, url, seed, timeout)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("stopped: %v", err)
	}
}

func play(ctx context.Context, t *testing.T, url string, seed uint64, timeout time.Duration) {
	entrants, err := host.ParseEntrants([]string{url, "greedy"})
	if err != nil {
		t.Fatal(err)
	}
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3}
	g, err := host.New(ctx, host.Config{Game: game, Seed: seed, Entrants: entrants, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	for _, over := g.Over(); !over; _, over = g.Over() {
		if err := g.Move(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(g.Incidents()); n > 0 || g.State().Turn < 20 {
		t.Errorf("seed %d: %d faults in %d turns", seed, n, g.State().Turn)
	}
	if err := g.End(ctx); err != nil {
		t.Error(err)
	}
}
