package ouro_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestOutside: another module can use the library. The test runs the program in examples/outside
// as its user would, but without a network or a workspace.
func TestOutside(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir = "examples/outside"
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod=readonly"), "GOPROXY=off")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go run: %v\n%s", err, stderr.String())
	}
	const want = `classic: climber trapped at length 18 after 90 moves
classic: bfs trapped at length 21 after 113 moves
classic: ouroboros won at length 64 after 425 moves
standard: climber has length 6 and died in turn 23: head
standard: greedy has length 6 and died in turn 23: head
standard: floodfill has length 6 and is alive
standard: floodfill wins in turn 23
`
	if string(out) != want {
		t.Errorf("the program prints\n%s\nwant\n%s", out, want)
	}
}
