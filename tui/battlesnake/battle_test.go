package battlesnake

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
	"ouro/tui/player"
)

// TestMain fails if a test leaves a goroutine.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// script implements rules that lead through these positions, whatever the moves are.
type script []*ouro.State

func (r script) Step(s *ouro.State, _ []ouro.Dir) { s.CopyFrom(r[s.Turn-r[0].Turn+1]) }
func (r script) Spawn(*ouro.State, ouro.Dice)     {}
func (r script) Over(s *ouro.State) (ouro.Outcome, bool) {
	return ouro.Outcome{Ending: ouro.Won, Winner: 0}, s.Turn-r[0].Turn == len(r)-1
}

// scriptedGame returns a game with these positions. onDecide, unless nil, is called for each decision.
// afterMove, unless nil, is called after each move.
func scriptedGame(t *testing.T, states []*ouro.State, onDecide func(context.Context), afterMove func() error) *play.WatchedGame {
	t.Helper()
	solver := ouro.SolverFunc(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
		if onDecide != nil {
			onDecide(ctx)
		}
		return ouro.Decision{}, ctx.Err()
	})
	cfg := play.Config{Deal: play.Deal{Rules: script(states), Start: states[0]}}
	for range states[0].Snakes {
		cfg.Seats = append(cfg.Seats, solver)
	}
	g, err := play.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	info := play.WatchInfo{Seats: make([]ouro.Spec, len(cfg.Seats))}
	if afterMove != nil {
		info.OnMove = func(context.Context) error { return afterMove() }
	}
	return play.WatchGame(g, info)
}

// placeSnake adds a snake on cells given as x and y alternately, head first.
func placeSnake(s *ouro.State, health int, xy ...int) {
	var cells []ouro.Cell
	for i := 0; i < len(xy); i += 2 {
		cells = append(cells, s.Grid.At(xy[i], xy[i+1]))
	}
	s.Snakes[s.AddSnake(cells...)].Health = health
}

// melee returns a position with everything that a board draws: a snake that has eaten, a snake with
// parallel parts, a dead snake, food, hazards of one to four layers and, if the board wraps, a snake
// across the edge.
func melee(t *testing.T, side int, wraps bool) *ouro.State {
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
	return s
}

func battleStage(t *testing.T, w, h int, game *play.WatchedGame) (*frametest.Stage, *battle) {
	t.Helper()
	s := frametest.NewStage(t, w, h, frame.Options{}, func(e *frame.Env) frame.Screen {
		return newBattle(e, Options{
			Game: game, Title: "standard 11x11 on map standard · seed 7", Speed: 8,
			Names: []string{"greedy", "me", "floodfill", "coward"}, Colors: []string{"#E69F00", "#56B4E9", "#009E73", "#F0E442"},
			File: "ouro-battle-7",
		})
	})
	return s, s.Screen.(*battle)
}

// march returns the positions of a game of n turns in which the first snake moves right.
func march(n int) []*ouro.State {
	var states []*ouro.State
	for turn := range n + 1 {
		s := ouro.NewState(ouro.MustGrid(25, 5))
		s.Turn = turn
		placeSnake(s, 100, turn, 2)
		placeSnake(s, 100, 0, 0)
		states = append(states, s)
	}
	return states
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
			state := melee(t, v.side, v.wraps)
			s, b := battleStage(t, v.w, v.h, scriptedGame(t, []*ouro.State{state, state}, nil, nil))
			sc := &b.Current.Scene[0]
			sc.Latency = []time.Duration{23 * time.Microsecond, 431 * time.Millisecond, 0, 0}
			sc.Incidents = []ouro.Incident{{Turn: 57, Seat: 1, Fault: ouro.Late, Detail: "http://127.0.0.1:8001: timed out"}}
			if v.over {
				b.Current.Ended, sc.Ended, sc.Outcome = true, true, ouro.Outcome{Ending: ouro.Won, Winner: 2}
			}
			s.WantFit()
			if v.colour {
				s.Send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
				golden.RequireEqual(t, []byte(s.View().Content))
				return
			}
			golden.RequireEqual(t, []byte(s.Plain()))
		})
	}
}

func TestBattleSteps(t *testing.T) {
	s, b := battleStage(t, 80, 24, scriptedGame(t, march(20), nil, nil))
	at := func(turn int) {
		t.Helper()
		if b.Current.Turn != turn || b.Current.Scene[0].State.Turn != turn {
			t.Fatalf("turn %d is shown, want %d", b.Current.Turn, turn)
		}
	}
	at(0)
	for turn := 1; turn <= 5; turn++ {
		s.Beat()
		at(turn)
	}
	s.Press("left", "left")
	at(3)
	s.WantText("3 of 5")
	s.WantText("paused")
	s.Press("right", "right", "right")
	at(6)
	s.Press("home")
	at(0)
	s.Press("end")
	at(6)
	s.Press("left", "space")
	s.Beat()
	at(6)
	s.Press("pgdown")
	at(20)
	s.WantText("greedy wins after 20 turns")
	s.WantText("■ over")
	s.Press("space", "space")
	for s.Beat() {
	}
	at(20)
	s.Press("left")
	at(19)
	s.WantText("19 of 20")
	s.Press("pgup")
	at(0)
	s.Press("?")
	s.WantText("any key closes")
	s.Press("x", "esc")
	if !s.Quit {
		t.Error("esc does not leave the screen")
	}
}

func TestBattlePace(t *testing.T) {
	s, b := battleStage(t, 80, 24, scriptedGame(t, march(20), nil, nil))
	if got := s.Waits[len(s.Waits)-1]; got > time.Second/8 || got < time.Second/10 {
		t.Errorf("the first turn comes after %v, want an eighth of a second", got)
	}
	s.Press("up")
	s.WantText("12 moves/s")
	s.Press("down", "down")
	s.WantText("5 moves/s")
	for range len(player.Usual) {
		s.Press("up")
	}
	s.WantText("full speed")
	for b.Current.Turn < 20 && s.Beat() {
	}
	s.WantText("greedy wins")
}

// TestBattleBreaksOff: if a game fails, the screen shows why, and the turns so far can be viewed.
func TestBattleBreaksOff(t *testing.T) {
	played, full := 0, errors.New("the disk is full")
	s, b := battleStage(t, 80, 24, scriptedGame(t, march(20), nil, func() error {
		if played++; played == 4 {
			return full
		}
		return nil
	}))
	s.Press("right", "right")
	if b.Current.Err != nil {
		t.Fatal(b.Current.Err)
	}
	s.Press("right") // the solvers are one move ahead
	s.WantText("the disk is full")
	s.WantText("failed")
	s.Press("space", "right", "right", "right")
	if played != 4 || b.Current.Turn != 4 {
		t.Errorf("turn %d of %d after the game failed, want 4 of 4", b.Current.Turn, played)
	}
	for s.Beat() {
	}
	s.Press("left", "left")
	if b.Current.Turn != 2 || played != 4 {
		t.Errorf("turn %d is shown, want 2; %d were played", b.Current.Turn, played)
	}
	if !errors.Is(b.Current.Err, full) {
		t.Errorf("the error is %v, want the error of afterMove", b.Current.Err)
	}
}

// duel returns a game of two solvers.
func duel(t *testing.T) *play.WatchedGame {
	t.Helper()
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: 2}
	seats := frametest.Specs("spot", "hungry")
	g, err := roster.NewGame(spec, 7, seats, play.Config{Keep: true, Budget: ouro.Budget{Nodes: 200}})
	if err != nil {
		t.Fatal(err)
	}
	return play.WatchGame(g, play.WatchInfo{Game: spec, Seed: 7, Seats: seats})
}

// TestBattleIsSaved: a game is saved up to the last turn, and its file can be opened.
func TestBattleIsSaved(t *testing.T) {
	t.Chdir(t.TempDir())
	s, _ := battleStage(t, 80, 24, duel(t))
	s.Press("right", "right", "left", "w")
	s.WantText("saved; ouro replay --watch ouro-battle-7.ouro shows it")
	r := frametest.ReadRecord(t, "ouro-battle-7.ouro")
	if r.Turns() != 2 || len(r.Seats) != 2 {
		t.Errorf("%d turns of %v", r.Turns(), r.Seats)
	}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		t.Fatal(err)
	}
	s, b := battleStage(t, 80, 24, play.WatchRecord(r, deal))
	s.Press("w")
	s.WantText("already in a file")
	s.Press("end")
	if b.Current.Turn != 2 || !b.Current.Ended || b.Current.Scene[0].State.Hash() != r.Final {
		t.Errorf("end leads to turn %d of a record of 2", b.Current.Turn)
	}
}

// TestBattleShowsThinking: overlays show what one snake thought about the shown turn.
func TestBattleShowsThinking(t *testing.T) {
	s, b := battleStage(t, 120, 40, duel(t))
	s.Press("right", "right")
	sc := &b.Current.Scene[0]
	if len(sc.Labels) == 0 {
		t.Fatal("no snake has labels")
	}
	if sc.Thoughts[0].Decision.Nodes == 0 {
		t.Errorf("the shown decision has no nodes: %+v", sc.Thoughts[0].Decision)
	}
	s.Press("?")
	s.WantText("1         planned path")
	s.WantText("2         scores by direction")
	if n := len(sc.Labels[0]); strings.Contains(s.Plain(), fmt.Sprintf("│ %d ", n+1)) || !strings.Contains(s.Plain(), fmt.Sprintf("│ %d ", n)) {
		t.Errorf("there are %d overlays:\n%s", n, s.Plain())
	}
	s.Press("x", "2")
	s.WantText("of A greedy (tab)")
	s.WantText("2 scores by direction")
	s.WantText("decides")
	s.Press("tab")
	s.WantText("of B me (tab)")
	s.WantText("scores by direction")
	s.Press("t")
	s.WantText("tree of calls")
	s.Press("esc", "esc")
	if !s.Quit {
		t.Error("the second esc does not leave the screen")
	}
}

// TestBattleMouse: a click on a snake's row selects that snake. A click on the bar of turns shows the
// turn at that place of the bar.
func TestBattleMouse(t *testing.T) {
	s, b := battleStage(t, 120, 40, duel(t))
	s.Press(":", "2", "0", "enter")
	if b.Current.Turn != 20 {
		t.Fatalf("turn %d", b.Current.Turn)
	}
	s.Click("B me")
	s.WantText("of B me (tab)")
	s.Click("━━━━")
	if b.Current.Turn != 0 || !b.Paused {
		t.Errorf("turn %d after a click at the bar's left end", b.Current.Turn)
	}
	s.Wheel("turn", tea.MouseWheelDown)
	if b.Current.Turn != 1 {
		t.Errorf("turn %d after a step of the wheel", b.Current.Turn)
	}
}

// TestBattleFits: sixteen snakes on the largest board fit into every window.
func TestBattleFits(t *testing.T) {
	st := ouro.NewState(ouro.MustGrid(25, 25))
	o := Options{Title: "royale 25x25 on map royale", Note: strings.Repeat("https://board.battlesnake.com/", 4)}
	var incidents []ouro.Incident
	for i := range 16 {
		placeSnake(st, 100, i, 3, i, 2, i, 1)
		o.Names, o.Colors = append(o.Names, strings.Repeat("name ", i)), append(o.Colors, "#000000")
		incidents = append(incidents, ouro.Incident{Turn: 0, Seat: i, Fault: ouro.Late, Detail: "something long happened to a snake"})
		if i%3 == 0 {
			st.Snakes[i].Died = 1
			st.Kill(i, ouro.HitWall)
		}
	}
	o.Game = scriptedGame(t, []*ouro.State{st}, nil, nil)
	s := frametest.NewStage(t, 80, 24, frame.Options{}, func(e *frame.Env) frame.Screen { return newBattle(e, o) })
	sc := &s.Screen.(*battle).Current.Scene[0]
	sc.Incidents, sc.Outcome = incidents, ouro.Outcome{Ending: ouro.Drawn, Winner: ouro.NoSeat}
	for _, keys := range [][]string{nil, {"1", "4"}, {"t"}} {
		s.Press(keys...)
		for w := 1; w <= 140; w += 3 {
			for h := 1; h <= 50; h += 3 {
				s.Send(tea.WindowSizeMsg{Width: w, Height: h})
				s.WantFit()
			}
		}
	}
}

// TestBattleIsLeft: the user can leave the screen while a remote snake delays the game.
func TestBattleIsLeft(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	game := scriptedGame(t, march(3), func(ctx context.Context) { cancel(); <-ctx.Done() }, nil)
	err := Show(ctx, frame.Options{In: strings.NewReader(""), Out: new(strings.Builder)}, Options{Game: game, Names: []string{"a", "b"}, Colors: []string{"#ff0000", "#00ff00"}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
