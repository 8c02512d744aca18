package remote_test

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/battlesnake/wire"
	"ouro/cli"
	"ouro/cli/command"
	"ouro/rule/battlesnake"
)

// TestServe starts the server, plays a game against it and stops it.
func TestServe(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ctx, stop := context.WithCancel(t.Context())
	logs, stderr := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- cli.Main(ctx, []string{"serve", "--port", "0", "--author", "me", "--snake", "bfs", "--snake", "far=lookahead:breakloops=true"},
			command.IO{In: strings.NewReader(""), Out: io.Discard, Err: stderr})
		_ = stderr.Close()
	}()
	lines := bufio.NewScanner(logs)
	at := regexp.MustCompile(`is at (http://\S+)$`)
	var snakes []*guest.Snake
	for len(snakes) < 2 && lines.Scan() {
		found := at.FindStringSubmatch(lines.Text())
		if found == nil {
			t.Fatalf("the log has %q, want the address of a snake", lines.Text())
		}
		r, err := guest.Dial(found[1])
		if err != nil {
			t.Fatal(err)
		}
		snakes = append(snakes, r)
	}
	if len(snakes) < 2 {
		t.Fatalf("the server ended with exit code %d", <-code)
	}
	var rest strings.Builder
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for lines.Scan() {
			rest.WriteString(lines.Text() + "\n")
		}
	}()
	playByWebhook(t, snakes)
	stop()
	if got := <-code; got != 0 {
		t.Errorf("exit code %d", got)
	}
	<-drained
	if log := rest.String(); !strings.Contains(log, "msg=game ") || !strings.Contains(log, "game over") || !strings.Contains(log, "msg=stopping") {
		t.Errorf("log:\n%s", log)
	}
}

// playByWebhook plays at most 30 turns of a duel between two remote snakes.
func playByWebhook(t *testing.T, snakes []*guest.Snake) {
	t.Helper()
	spec := ouro.Spec{Name: "standard"}
	g, err := wire.NewGame("duel", spec, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := battlesnake.New(spec.Name, spec.Options)
	if err != nil {
		t.Fatal(err)
	}
	dice := battlesnake.NewDice(1)
	s, err := rules.Start(11, 11, 2, dice)
	if err != nil {
		t.Fatal(err)
	}
	m := &wire.Match{Game: g, Players: []wire.Player{{ID: "0", Name: "near"}, {ID: "1", Name: "far"}}}
	for seat, snake := range snakes {
		snake.Join(m)
		info, err := snake.Info(t.Context(), 10*time.Second)
		if err != nil || info.Author != "me" || wire.CheckColor(info.Color) != nil {
			t.Errorf("info %+v, %v", info, err)
		}
		if err := snake.Start(t.Context(), s, seat); err != nil {
			t.Error(err)
		}
	}
	joint := make([]ouro.Dir, len(snakes))
	for range 30 {
		if _, over := rules.Over(s); over {
			break
		}
		for seat, snake := range snakes {
			d, err := snake.Decide(t.Context(), ouro.Turn{State: s, Seat: seat})
			if err != nil {
				t.Fatal(err)
			}
			joint[seat] = d.Dir
		}
		rules.Step(s, joint)
		rules.Spawn(s, dice)
	}
	if s.Turn < 2 {
		t.Errorf("the game was over in %d turns", s.Turn)
	}
	for seat, snake := range snakes {
		if err := snake.End(t.Context(), s, seat); err != nil {
			t.Error(err)
		}
		_ = snake.Close()
	}
}
