package tui

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
)

// battleMenu returns the menu in the mode battle, with a small game of weak snakes.
func battleMenu(t *testing.T) (*frametest.Stage, *menu) {
	s, m := menuStage(t)
	s.Press("tab", "tab", "tab")
	s.WantText("[battle]")
	s.WantText("4 snakes chosen")
	for i := range m.snakes {
		m.snakes[i].n = 0
	}
	m.battle.W, m.battle.H = 7, 7
	return s, m
}

// choose selects the item with this name in the list, and presses space n times.
func choose(s *frametest.Stage, m *menu, name string, n int) {
	for i, it := range m.list.items {
		if it.name == name {
			m.selectRow(m.firstItem() + i)
		}
	}
	for range n {
		s.Press("space")
	}
}

// TestBattlesnakeFromTheMenu: the user can choose snakes and watch their game. The next game has the
// next seed, and esc returns to the menu.
func TestBattlesnakeFromTheMenu(t *testing.T) {
	s, m := battleMenu(t)
	s.Press("enter")
	s.WantText("choose one to eight snakes")
	choose(s, m, "greedy", 2)
	choose(s, m, "random", 2)
	s.Press("left")
	s.WantText("3 snakes chosen")
	s.Press("enter")
	for _, words := range []string{"standard 7x7 on map standard · seed 1", "A greedy#1", "B greedy#2", "C random", "turn"} {
		s.WantText(words)
	}
	s.Press("right", "right")
	s.WantText("turn      2")
	if got, want := s.Plain(), "ouro game greedy greedy random --board 7x7 --seed 1"; !strings.Contains(strings.Join(strings.Fields(got), ""), strings.ReplaceAll(want, " ", "")) {
		t.Errorf("the screen lacks the command that plays the game again:\n%s", got)
	}
	s.Press("n")
	s.WantText("seed 2")
	s.Press("right")
	s.WantText("turn      1")
	s.Press("esc")
	s.WantText("[battle]")
	s.WantText("3 snakes chosen")
}

// TestPasteRemoteSnake: the address of a remote snake can be pasted and typed, with and without
// http://. The remote snake plays until the user leaves the game.
func TestPasteRemoteSnake(t *testing.T) {
	entry, err := roster.FindSolver("greedy")
	if err != nil {
		t.Fatal(err)
	}
	remote, err := server.New(server.Config{Snakes: []server.Snake{{Name: "there", Make: entry.Make, Info: wire.Info{Color: "#123456"}}}})
	if err != nil {
		t.Fatal(err)
	}
	ts := httptest.NewServer(remote)
	t.Cleanup(func() { ts.Close(); remote.Close() })
	s, m := battleMenu(t)
	address := strings.TrimPrefix(ts.URL, "http://")
	s.Send(tea.PasteMsg{Content: " " + address + "\n"})
	s.WantText("› 1 " + ts.URL)
	s.Press("u")
	s.Send(tea.PasteMsg{Content: ts.URL})
	s.Press("enter")
	s.WantText("› 2 " + ts.URL)
	if n := m.seatCount(); n != 2 || len(m.snakes) != len(m.entries)+1 {
		t.Fatalf("%d snakes are chosen from %d", n, len(m.snakes))
	}
	s.Press("enter")
	s.WantText("turn")
	s.Press("right")
	s.WantText("turn      1")
	s.WantText("8 moves/s") // the same pace as in the menu
	s.Press("x", "up")
	s.WantText("cannot try this move: snake A is a remote snake")
	s.Press("esc")
	s.WantText("2 snakes chosen")
	s.Press("backspace")
	s.WantText("1 snake chosen")
}

// TestNamedSnakeFromTheMenu: a pasted snake keeps its name. No other snake can have the same name.
func TestNamedSnakeFromTheMenu(t *testing.T) {
	s, m := battleMenu(t)
	s.Send(tea.PasteMsg{Content: "me=127.0.0.1:8000"})
	s.WantText("› 1 me=http://127.0.0.1:8000")
	s.Send(tea.PasteMsg{Content: "127.0.0.1:8000"})
	if got := m.entrants(); !slices.Equal(got, []string{"http://127.0.0.1:8000", "me=http://127.0.0.1:8000"}) {
		t.Errorf("the snakes are %q", got)
	}
	if err := m.battleError(); err != nil {
		t.Error(err)
	}
	s.Send(tea.PasteMsg{Content: "me=127.0.0.1:8000"})
	s.Press("enter")
	s.WantText("two snakes are called me")
	again := newChoices(frame.Options{})
	again.restore(m.menuChoices.settings(), Given{})
	if got, want := slices.Sorted(slices.Values(again.entrants())), slices.Sorted(slices.Values(m.entrants())); !slices.Equal(got, want) {
		t.Errorf("the settings restore the snakes %q, want %q", got, want)
	}
}

// TestPasteInOtherModes: in other modes, a message says where addresses can be pasted.
func TestPasteInOtherModes(t *testing.T) {
	s, _ := menuStage(t)
	s.Send(tea.PasteMsg{Content: "127.0.0.1:8000"})
	s.WantText("only the mode battle takes pasted addresses")
	s.Press("tab", "tab", "tab")
	for _, c := range [][2]string{
		{"one\ntwo", "must be one line"},
		{strings.Repeat("x", 300), "must be one line"},
		{"nonsense", `"nonsense" is not an address`},
		{"http://", "is not a URL"},
		{"", "the name of a solver is empty"},
	} {
		s.Send(tea.PasteMsg{Content: c[0]})
		s.WantText(c[1])
	}
	s.Press("u")
	typeIn(s, "qqq")
	s.WantText("address of a snake: qqq▏")
	s.Press("enter")
	s.WantText(`"qqq" is not an address`)
	s.Press("backspace", "esc")
	s.WantText("[battle]")
}

// TestASnakeThatIsNotThere: if a remote snake cannot be reached, the screen reports this. The key n
// tries another game.
func TestASnakeThatIsNotThere(t *testing.T) {
	s, _ := battleMenu(t)
	s.Send(tea.PasteMsg{Content: "127.0.0.1:1"})
	s.Press("enter")
	s.WantText("the game cannot start")
	s.WantText("does not answer GET /")
	s.Press("right", "space", "1", "w", "n")
	s.WantText("the game cannot start")
	s.Press("esc")
	s.WantText("[battle]")
}

// TestWhoCannotBattle: the menu gives no seat to a solver that cannot play the game, and shows the
// reason. If a solver with a seat can no longer play after a change, the game does not start.
func TestWhoCannotBattle(t *testing.T) {
	s, m := battleMenu(t)
	m.refresh()
	choose(s, m, "tablebase", 1)
	s.WantText("tablebase plays only classic Snake, alone")
	if m.seatCount() != 0 {
		t.Error("tablebase has a seat")
	}
	choose(s, m, "hamilton", 1)
	s.WantText("1 snake chosen")
	choose(s, m, "greedy", 1)
	s.WantText("a solver that follows a cycle plays alone")
	s.Press("enter")
	if s.Screen != frame.Screen(m) {
		t.Error("a game starts although hamilton cannot play it")
	}
	choose(s, m, "greedy", 1)
	if m.seatCount() != 3 {
		t.Errorf("%d seats are taken, want 3", m.seatCount())
	}
}
