package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"ouro"
)

// scripted is a game of which all turns are known: it plays them one by one.
type scripted struct {
	turns  []BattleTurn
	played int
	next   func(ctx context.Context) error // nil, or what may go wrong
}

func (g *scripted) Turns() int             { return g.played }
func (g *scripted) Over() bool             { return g.played == len(g.turns)-1 }
func (g *scripted) At(turn int) BattleTurn { return g.turns[turn] }

func (g *scripted) Next(ctx context.Context) error {
	if g.next != nil {
		if err := g.next(ctx); err != nil {
			return err
		}
	}
	g.played++
	return nil
}

// placeSnake is a snake of the given cells, x and y in turn, head first.
func placeSnake(s *ouro.State, health int, xy ...int) {
	var cells []ouro.Cell
	for i := 0; i < len(xy); i += 2 {
		cells = append(cells, s.Grid.At(xy[i], xy[i+1]))
	}
	s.Snakes[s.AddSnake(cells...)].Health = health
}

// melee is a position with everything in it: a snake that leaves over the edge
// where the board wraps, one that has eaten, one that lies beside itself, one
// that died, food, and hazards of one to four layers.
func melee(t *testing.T, side int, wraps bool) BattleTurn {
	t.Helper()
	g := ouro.MustGrid(side, side)
	if wraps {
		var err error
		if g, err = ouro.NewTorus(side, side); err != nil {
			t.Fatal(err)
		}
	}
	s := ouro.NewState(g)
	s.Turn, s.HazardDamage = 57, 14
	for layers := range 4 {
		for range layers + 1 {
			s.AddHazard(g.At(6, layers))
			s.AddHazard(g.At(5, layers))
		}
	}
	s.AddFood(g.At(5, 5))
	s.AddFood(g.At(0, side-1))
	if wraps {
		placeSnake(s, 90, 1, 2, 0, 2, side-1, 2, side-1, 1)
	} else {
		placeSnake(s, 90, 2, 2, 1, 2, 1, 1, 2, 1)
	}
	placeSnake(s, 100, 4, 4, 3, 4, 2, 4, 2, 4)
	placeSnake(s, 12, 4, 6, 3, 6, 2, 6, 1, 6, 1, 5, 2, 5, 3, 5, 4, 5)
	placeSnake(s, 0, 0, 4, 0, 5, 0, 6)
	s.Snakes[3].Died = 57
	s.Kill(3, ouro.Starved)
	return BattleTurn{
		State: s, Winner: ouro.NoSeat,
		Snakes: []BattleSnake{{Latency: 23 * time.Microsecond}, {Latency: 431 * time.Millisecond, Mishap: true}, {}, {Fate: "turn 57: starved"}},
		Events: []string{"turn 12: B me repeats its move: late: http://127.0.0.1:8001: timed out", "turn 57: D coward starved"},
	}
}

func battleStage(t *testing.T, w, h int, turns ...BattleTurn) (*stage, *battle, *scripted) {
	t.Helper()
	g := &scripted{turns: turns}
	s := newStage(t, w, h, Options{}, func(e *env) screen {
		return newBattle(e, BattleOptions{
			Game: g, Title: "standard 11x11 on map standard · seed 7", Speed: 8,
			Names: []string{"greedy", "me", "floodfill", "coward"}, Colors: []string{"#E69F00", "#56B4E9", "#009E73", "#F0E442"},
			Record: func() (string, []byte, error) { return "ouro-battle-7", fmt.Appendf(nil, "%d turns", g.played), nil },
		})
	})
	return s, s.screen.(*battle), g
}

// march is a game of n turns in which the first snake goes right.
func march(t *testing.T, n int) []BattleTurn {
	t.Helper()
	var turns []BattleTurn
	for turn := range n + 1 {
		s := ouro.NewState(ouro.MustGrid(25, 5))
		s.Turn = turn
		placeSnake(s, 100, turn, 2)
		turns = append(turns, BattleTurn{State: s, Snakes: make([]BattleSnake, 1), Winner: ouro.NoSeat})
	}
	turns[n].Result = fmt.Sprintf("greedy wins after %d turns", n)
	turns[n].Winner = 0
	return turns
}

func TestBattleViews(t *testing.T) {
	for _, v := range []struct {
		name   string
		w, h   int
		side   int
		wraps  bool
		colour bool
		over   bool
	}{
		{name: "usual window", w: 80, h: 24, side: 11},
		{name: "large window", w: 120, h: 40, side: 11, over: true},
		{name: "wrapped", w: 80, h: 24, side: 7, wraps: true},
		{name: "smallest scale", w: 80, h: 24, side: 25},
		{name: "small window", w: 40, h: 12, side: 11, wraps: true, over: true},
		{name: "in colour", w: 80, h: 24, side: 11, colour: true},
	} {
		t.Run(v.name, func(t *testing.T) {
			turn := melee(t, v.side, v.wraps)
			turns := []BattleTurn{turn, turn}
			if v.over {
				turns = turns[:1]
				turns[0].Result, turns[0].Winner = "floodfill wins after 57 turns", 2
			}
			s, _, _ := battleStage(t, v.w, v.h, turns...)
			s.wantFit()
			if v.colour {
				s.env.mono = false
				s.env.repaint()
				golden.RequireEqual(t, []byte(s.render().String()))
				return
			}
			golden.RequireEqual(t, []byte(s.plain()))
		})
	}
}

func TestBattleSteps(t *testing.T) {
	s, b, g := battleStage(t, 80, 24, march(t, 20)...)
	at := func(turn int) {
		t.Helper()
		if b.shown.at != turn || b.shown.State.Turn != turn {
			t.Fatalf("turn %d is shown, want %d", b.shown.at, turn)
		}
	}
	at(0)
	for turn := 1; turn <= 5; turn++ {
		s.beat()
		at(turn)
	}
	s.press("left", "left")
	at(3)
	s.wantText("3 of 5")
	s.wantText("paused")
	s.press("right", "right", "right")
	at(6)
	s.press("home")
	at(0)
	s.press("end")
	at(6)
	s.press("left", "space")
	s.beat()
	at(6)
	s.press("pgdown")
	at(20)
	if g.played != 20 {
		t.Errorf("%d turns are played, want 20", g.played)
	}
	s.wantText("greedy wins after 20 turns")
	s.wantText("■ over")
	s.press("space", "space")
	for s.beat() {
	}
	at(20)
	s.press("left")
	at(19)
	s.wantText("19 of 20")
	s.press("pgup")
	at(0)
	s.press("?")
	s.wantText("any key closes this")
	s.press("x", "esc")
	if !s.quit {
		t.Error("esc does not leave")
	}
}

func TestBattlePace(t *testing.T) {
	s, b, _ := battleStage(t, 80, 24, march(t, 20)...)
	if got := s.waits[len(s.waits)-1]; got > time.Second/8 || got < time.Second/10 {
		t.Errorf("the first turn comes after %v, want an eighth of a second", got)
	}
	s.press("up")
	s.wantText("12 moves/s")
	s.press("down", "down")
	s.wantText("5 moves/s")
	for range len(ladder) {
		s.press("up")
	}
	s.wantText("as fast as it goes")
	for b.shown.at < 20 && s.beat() {
	}
	s.wantText("greedy wins")
}

// TestBattleBreaksOff: a game that cannot go on says why, and can be looked at.
func TestBattleBreaksOff(t *testing.T) {
	s, b, g := battleStage(t, 80, 24, march(t, 20)...)
	s.press("right", "right")
	g.next = func(context.Context) error { return errors.New("the disk is full") }
	s.press("right")
	s.wantText("the disk is full")
	s.wantText("broken off")
	g.next = nil
	s.press("space", "right")
	if g.played != 2 || b.shown.at != 2 {
		t.Errorf("turn %d after it broke off at 2", g.played)
	}
	s.press("left")
	if b.shown.at != 1 {
		t.Errorf("turn %d is shown, want 1", b.shown.at)
	}
}

func TestBattleIsSaved(t *testing.T) {
	t.Chdir(t.TempDir())
	s, b, _ := battleStage(t, 80, 24, march(t, 20)...)
	s.press("right", "right", "left", "w")
	s.wantText("saved as ouro-battle-7.ouro; ouro replay ouro-battle-7.ouro shows it")
	if text, err := os.ReadFile("ouro-battle-7.ouro"); err != nil || string(text) != "2 turns" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	b.opts.Record = nil
	s.press("w")
	s.wantText("in a file already")
}

// TestBattleFits every window with sixteen snakes on the largest board.
func TestBattleFits(t *testing.T) {
	st := ouro.NewState(ouro.MustGrid(25, 25))
	turn := BattleTurn{State: st, Winner: ouro.NoSeat}
	o := BattleOptions{Title: "royale 25x25 on map royale", Note: strings.Repeat("https://board.battlesnake.com/", 4)}
	for i := range 16 {
		placeSnake(st, 100, i, 3, i, 2, i, 1)
		o.Names, o.Colors = append(o.Names, strings.Repeat("name ", i)), append(o.Colors, "#000000")
		turn.Snakes = append(turn.Snakes, BattleSnake{Latency: time.Second})
		turn.Events = append(turn.Events, fmt.Sprintf("turn %d: something long happened to snake %d", i, i))
		if i%3 == 0 {
			st.Snakes[i].Died = 1
			st.Kill(i, ouro.HitWall)
			turn.Snakes[i].Fate = "turn 1: wall"
		}
	}
	turn.Result = "a draw after 100 turns, and so on and so on and so on"
	o.Game = &scripted{turns: []BattleTurn{turn}}
	s := newStage(t, 80, 24, Options{}, func(e *env) screen { return newBattle(e, o) })
	for w := 1; w <= 140; w += 3 {
		for h := 1; h <= 50; h += 3 {
			s.send(tea.WindowSizeMsg{Width: w, Height: h})
			s.wantFit()
		}
	}
}

// TestBattleIsLeft while a guest lets everybody wait.
func TestBattleIsLeft(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := &scripted{turns: march(t, 3), next: func(ctx context.Context) error { cancel(); <-ctx.Done(); return ctx.Err() }}
	err := Battle(ctx, Options{In: strings.NewReader(""), Out: new(strings.Builder)}, BattleOptions{Game: g, Names: []string{"a"}, Colors: []string{"#ff0000"}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestSkinsAreSeen: whatever colour a guest has, it can be told from the floor,
// and its letter from it.
func TestSkinsAreSeen(t *testing.T) {
	for _, dark := range []bool{true, false} {
		p := newPalette(dark, false)
		for _, text := range []string{"#000000", "#ffffff", "#1A1D23", "#F1F2EE", "#888888", "#E69F00", "red", "#12345", "#12345g"} {
			skin := p.skinsOf([]string{text})[0]
			if d := skin.light() - p.floor.light(); d < 0.15 && d > -0.15 {
				t.Errorf("dark %v: %s is %06x on a floor of %06x", dark, text, skin&0xffffff, p.floor&0xffffff)
			}
			if d := skin.light() - on(skin).light(); d < 0.3 && d > -0.3 {
				t.Errorf("dark %v: %s is %06x with a letter of %06x", dark, text, skin&0xffffff, on(skin)&0xffffff)
			}
		}
	}
	if colourOf("#12aBcD") != rgb(0x12ABCD) {
		t.Error("a colour is read wrong")
	}
}
