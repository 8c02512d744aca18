package watch_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"ouro/cli"
	"ouro/cli/command"
)

// boardGame is the data of a game that a board receives.
type boardGame struct {
	turns int
	dead  map[string]string // causes of death by name, from the last frame
	color map[string]string
}

// TestBoard: ouro serves a new game, its record and its log until Ctrl-C, even to a board that connects
// after the end of the game.
func TestBoard(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	dir := t.TempDir()
	log, record := filepath.Join(dir, "game.jsonl"), filepath.Join(dir, "game.ouro")
	played := serveBoard(t, "game", "--snake", "greedy", "--snake", "me=floodfill", "--seed", "7", "--output", log, "--record", record, "--viewer")
	if played.turns < 10 || len(played.dead) != 1 || played.color["me"] != "#56B4E9" {
		t.Errorf("the game has %+v", played)
	}
	for name, cause := range played.dead {
		if cause == "" {
			t.Errorf("snake %s died without a cause", name)
		}
	}
	again := serveBoard(t, "replay", record, "--viewer=127.0.0.1:0")
	if again.turns != played.turns || len(again.dead) != 1 {
		t.Errorf("the record has %+v, want %+v", again, played)
	}
	logged := serveBoard(t, "replay", log, "--viewer")
	if logged.turns != played.turns || len(logged.dead) != 1 || logged.color["me"] != "#56B4E9" {
		t.Errorf("the log has %+v, want %+v", logged, played)
	}
}

// serveBoard runs a command, follows its board to the end and interrupts it.
func serveBoard(t *testing.T, args ...string) boardGame {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	message, stderr := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- cli.Main(ctx, args, command.IO{In: strings.NewReader(""), Out: io.Discard, Err: stderr})
		_ = stderr.Close()
	}()
	lines := bufio.NewScanner(message)
	if !lines.Scan() {
		t.Fatalf("%v: no output, exit code %d", args, <-code)
	}
	link := regexp.MustCompile(`^board: https://board\.battlesnake\.com/\?engine=http://(\S+)&game=(\w+)&autoplay=true$`).FindStringSubmatch(lines.Text())
	if link == nil {
		t.Fatalf("%v: prints %q, want the link of the board", args, lines.Text())
	}
	go func() {
		for lines.Scan() { // reads all output, so that printing never blocks
		}
	}()
	game := followBoard(ctx, t, "ws://"+link[1]+"/games/"+link[2]+"/events")
	stop()
	if got := <-code; got != 0 {
		t.Errorf("%v: exit code %d after Ctrl-C", args, got)
	}
	return game
}

func followBoard(ctx context.Context, t *testing.T, url string) boardGame {
	t.Helper()
	conn, _, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(1 << 20)
	game := boardGame{turns: -1}
	for {
		_, text, err := conn.Read(ctx)
		if err != nil {
			t.Fatalf("after turn %d: %v", game.turns, err)
		}
		var event struct {
			Type string
			Data struct {
				Turn   int
				Snakes []struct {
					Name, Color string
					Death       *struct{ Cause string }
				}
			}
		}
		if err := json.Unmarshal(text, &event); err != nil {
			t.Fatal(err)
		}
		if event.Type == "game_end" {
			break
		}
		if event.Data.Turn != game.turns+1 {
			t.Fatalf("turn %d after %d", event.Data.Turn, game.turns)
		}
		game = boardGame{event.Data.Turn, map[string]string{}, map[string]string{}}
		for _, sn := range event.Data.Snakes {
			game.color[sn.Name] = sn.Color
			if sn.Death != nil {
				game.dead[sn.Name] = sn.Death.Cause
			}
		}
	}
	if _, _, err := conn.Read(ctx); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
		t.Errorf("the connection ends with %v", err)
	}
	return game
}
