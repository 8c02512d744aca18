package link_test

import (
	"errors"
	"strings"
	"testing"

	"ouro"
	"ouro/roster"
	"ouro/studio/link"
)

func ask(t *testing.T, text string) *link.Request {
	t.Helper()
	l, err := link.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	a, err := l.Resolve()
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return a
}

// TestCanonical: the link of a request resolves to an equal request. Equal requests have equal links.
func TestCanonical(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "board=10x10&solver=ouroboros&seed=1"},
		{"rules=classic&solver=cell&board=6x4&game=0&nodes=0&time=0s&turn=0&play=true&speed=20&seat=0", "board=6x4&solver=cell&seed=1"},
		{"#/watch?turn=7", "board=10x10&solver=ouroboros&seed=1&turn=7"},
		{"turn=7&play=true", "board=10x10&solver=ouroboros&seed=1&turn=7&play=true"},
		{"play=false&show=plan,scores", "board=10x10&solver=ouroboros&seed=1&play=false&show=plan,scores"},
		{"solver=cell&solver=hamilton&seed=18446744073709551615&game=3&nodes=50&time=20ms&speed=0", "board=10x10&solver=cell&solver=hamilton&seed=18446744073709551615&game=3&nodes=50&time=20ms&speed=0"},
		{"rules=maze", "rules=maze&level=lattice&solver=backtrack:discount=0.99&seed=1"},
		{"rules=maze:regrow=none&level=rooms&start=2,11", "rules=maze&level=rooms&solver=backtrack:discount=0.99&seed=1"},
		{"rules=maze:regrow=floor&level=rooms&start=2,1&solver=bfs", "rules=maze:regrow=floor&level=rooms&start=2,1&solver=bfs&seed=1"},
		{"rules=maze&level=XXXXX/XS..X/X...X/XXXXX&solver=bfs", "rules=maze&level=XXXXX/XS..X/X...X/XXXXX&solver=bfs&seed=1"},
		{"rules=maze&level=XXXXX/XS++X/X...X/XXXXX&solver=bfs&start=3,2", "rules=maze&level=XXXXX/X+++X/X..sX/XXXXX&solver=bfs&seed=1"},
		{"start-length=3&solver=bfs", "board=10x10&start-length=3&solver=bfs&seed=1"},
		{"rules=standard", "rules=standard&board=11x11&snake=hydra&snake=floodfill&snake=hungry&snake=coward&seed=1"},
		{"rules=standard:map=standard,food=20&snake=spot&snake=rival=greedy&start-length=3&seat=1", "rules=standard:food=20&board=11x11&snake=spot&snake=rival=greedy&seed=1&seat=1"},
		{"rules=standard&solver=greedy", "rules=standard&board=11x11&solver=greedy&seed=1"},
		{"rules=solo&speed=20", "rules=solo&board=11x11&snake=hydra&seed=1&speed=20"},
		{"solver=hand", "board=10x10&solver=hand&seed=1"},
		{"position=4x4/t9/s1.1L,g2/f3.3&solver=bfs", "position=4x4/t9/s1.1L,g2/f3.3&solver=bfs&seed=1"},
		{"position=4x4/t9/s1.1L,g2/f3.3&solver=bfs&turn=12", "position=4x4/t9/s1.1L,g2/f3.3&solver=bfs&seed=1&turn=12"},
	} {
		a := ask(t, c.text)
		again := a.Link("")
		if again.String() != c.want {
			t.Errorf("%s is written as\n%s, want\n%s", c.text, again, c.want)
			continue
		}
		twice := ask(t, again.String()).Link("")
		if twice.String() != c.want {
			t.Errorf("%s is written once more as %s", c.want, twice)
		}
	}
}

// TestLinksWithNonsense: the error about a wrong link names the field and the possible values.
func TestLinksWithNonsense(t *testing.T) {
	for _, c := range []struct{ text, field, want string }{
		{"rules=classicc", "rules", `unknown rules "classicc"; did you mean classic?`},
		{"rules=maze:regrow=flor", "rules", "none or floor or original"},
		{"rules=maze&board=9x9", "board", "played in a level, which has its own size"},
		{"rules=maze&level=nok", "level", "known: nook"},
		{"rules=maze&level=XX/XY", "level", `line 2 column 2: unknown character 'Y'`},
		{"rules=maze&level=XXX/XSX/XXX&start=9,9", "start", "columns 0 to 2"},
		{"rules=maze&level=XXXX/XSX/XXXX", "level", "line 2: 3 columns"},
		{"rules=standard&level=nook", "rules", "not from a level"},
		{"start=1,1", "start", "needs a level"},
		{"board=1x1", "board", "each side must be 2 to 64"},
		{"board=ten", "board", "not a size such as 10x10"},
		{"start-length=0", "start-length", "from 1 to 4096"},
		{"start-length=99", "rules", "start length 99"},
		{"rules=standard&start-length=4", "rules", "start length 4, want 3"},
		{"solver=cel", "solver", `unknown solver "cel"; did you mean cell?`},
		{"solver=cell&board=5x5", "solver", "cell"},
		{"solver=cell:way=2", "solver", "known: ways, penalty"},
		{"solver=tablebase:file=/etc/passwd", "solver", "only the command line may name"},
		{"solver=Cell", "solver", "a name has only a-z"},
		{"solver=" + strings.Repeat("x", 5000), "solver", "unknown solver"},
		{"solver=bfs&solver=bfs&solver=bfs&solver=bfs&solver=bfs", "solver", "at most 4"},
		{"solver=bfs&snake=bfs", "snake", "not both"},
		{"solver=hand:x=1", "solver", "no options"},
		{"snake=bfs&snake=dfs", "rules", "2 snakes, want one"},
		{"rules=standard&snake=http://127.0.0.1:8000", "snake", "a remote snake"},
		{"rules=standard&snake=a=spot&snake=a=greedy", "snake", "two snakes are called a: a=spot and a=greedy; give each its own name"},
		{"rules=standard&snake=spot&snake=spot=greedy", "snake", "two snakes are called spot: spot and spot=greedy"},
		{"rules=standard&snake=a%0Ab=spot", "snake", "visible"},
		{"rules=standard&snake==spot", "snake", "NAME=SOLVER"},
		{"rules=standard&game=3", "game", "games of several snakes have no number"},
		{"seed=-1", "seed", "from 0 to 18446744073709551615"},
		{"game=-1", "game", "from 0 to"},
		{"nodes=1e3", "nodes", "want a whole number"},
		{"time=20", "time", "such as 20ms"},
		{"cpu=-1s", "cpu", "such as 20ms"},
		{"time=1000h", "time", "at most 1m0s"},
		{"turn=-1", "turn", "from 0 to"},
		{"play=yes", "play", "true or false"},
		{"speed=NaN", "speed", "turns a second"},
		{"speed=-1", "speed", "turns a second"},
		{"show=plan,,scores", "show", "labels such as plan"},
		{"show=" + strings.Repeat("a,", 20) + "a", "show", "21 labels"},
		{"seat=1", "seat", "from 0 to 0"},
		{"rules=standard&seat=4", "seat", "from 0 to 3"},
		{"position=4x4", "position", "no snake"},
		{"position=4x4/s9.9", "position", "position"},
		{"position=4x4/s1.1L,g2/f3.3&board=4x4", "board", "give only one of them"},
		{"position=4x4/t9/s1.1L,g2/f3.3&turn=3", "turn", "from 9 to"},
		{"position=4x4/s1.1L,g2/f3.3&rules=maze", "position", "position"},
		{"rules=standard&position=7x7/s1.1D=,h90/s5.5D=,h90&snake=spot", "snake", "1 snake, and the position has 2"},
		{"rules=standard&position=7x7/s1.1D=,h90/s5.5D=,h90&solver=spot", "solver", "use snake=spot for each"},
	} {
		l, err := link.Parse(c.text)
		if err != nil {
			t.Errorf("%.60s: %v", c.text, err)
			continue
		}
		a, err := l.Resolve()
		var wrong *link.Error
		if !errors.As(err, &wrong) {
			t.Errorf("%.60s: %+v, %v", c.text, a, err)
			continue
		}
		if wrong.Field != c.field || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 1100 {
			t.Errorf("%.60s: field %s: %v, want field %s: %s", c.text, wrong.Field, err, c.field, c.want)
		}
	}
}

// TestLanes: the snakes of a game have different names. The seed of a lone snake's game depends on the
// number of the game.
func TestLanes(t *testing.T) {
	solo := ask(t, "solver=cell&solver=cell&seed=5&game=2")
	lanes := solo.Lanes()
	if len(lanes) != 2 || len(lanes[1]) != 1 || lanes[1][0].Name != "cell" || solo.GameSeed() != ouro.GameSeed(5, 2) {
		t.Errorf("%v with seed %d", lanes, solo.GameSeed())
	}
	several := ask(t, "rules=standard&snake=spot&snake=spot&snake=me=spot&seed=5")
	lanes = several.Lanes()
	if len(lanes) != 1 || len(lanes[0]) != 3 || lanes[0][0].Name != "spot#1" || lanes[0][1].Name != "spot#2" || lanes[0][2].Name != "me" || several.GameSeed() != 5 {
		t.Errorf("%v with seed %d", lanes, several.GameSeed())
	}
}

// TestCommandLines: a command line becomes a link, and that link becomes the same command
// line again.
func TestCommandLines(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "ouro watch ouroboros --board 10x10 --seed 1"},
		{"solver=cell&solver=bfs&game=4&nodes=9&time=20ms&cpu=1s", "ouro watch cell bfs --board 10x10 --seed 1 --game 4 --nodes 9 --time 20ms --cpu 1s"},
		{"rules=maze:regrow=floor&level=rooms&start=2,1&solver=bfs", "ouro watch bfs --rules maze:regrow=floor --level rooms --start 2,1 --seed 1"},
		{"rules=standard&snake=spot&snake=a=greedy&board=7x7&seed=3", "ouro game spot a=greedy --board 7x7 --seed 3"},
		{"rules=royale&solver=greedy", "ouro watch greedy --rules royale --board 11x11 --seed 1"},
		{"start-length=3&solver=hand", "ouro play --board 10x10 --start-length 3 --seed 1"},
	} {
		a := ask(t, c.text)
		line, err := a.CommandLine()
		if err != nil || line.String() != c.want {
			t.Errorf("%s: %s, %v, want %s", c.text, line, err, c.want)
			continue
		}
		again, err := link.OfCommand(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got, want := again.Link("watch").String(), a.Link("watch").String(); got != want {
			t.Errorf("%s opens %s, want %s", line, got, want)
		}
	}
	for _, text := range []string{
		"position=4x4/s1.1L,g2/f3.3", "rules=maze&level=XXXXX/XS..X/XXXXX", "solver=hand&solver=bfs", "rules=standard&snake=hand&snake=spot", "snake=bfs",
	} {
		if line, err := ask(t, text).CommandLine(); err == nil {
			t.Errorf("%s: %s", text, line)
		}
	}
	if a, err := link.OfCommand(roster.CommandLine{Command: "game", Snakes: []string{"spot", "me=http://127.0.0.1:8000"}}); err == nil {
		t.Errorf("a remote snake is in a link: %+v", a)
	}
}

func FuzzAsk(f *testing.F) {
	for _, seed := range []string{
		"", "rules=maze:regrow=floor&level=rooms&start=2,1", "rules=standard&snake=spot&snake=a=hand&seat=1", "position=4x4/t9/s1.1L,g2/f3.3&turn=12&play=true",
		"rules=maze&level=XXXXX/XS..X/XXXXX&solver=bfs&speed=0.5&show=plan,scores", "solver=cell&solver=hand&seed=7&game=3&nodes=50&time=20ms&cpu=1m",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := link.Parse(text)
		if err != nil || strings.Contains(text, "tablebase") { // tablebase computes a table, which takes long
			return
		}
		a, err := l.Resolve()
		if err != nil {
			return
		}
		once := a.Link(l.Page)
		again, err := link.Parse(once.String())
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, once, err)
		}
		b, err := again.Resolve()
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, once, err)
		}
		if twice := b.Link(l.Page); twice.String() != once.String() {
			t.Fatalf("%q is written as %q, and then %q", text, once, twice)
		}
		if a.GameSeed() != b.GameSeed() || len(a.Lanes()) != len(b.Lanes()) || a.Play != b.Play || a.Turn != b.Turn {
			t.Fatalf("%q is %+v, and %q is %+v", text, a, once, b)
		}
		x, errX := roster.Deal(a.Game, a.GameSeed())
		y, errY := roster.Deal(b.Game, b.GameSeed())
		if (errX == nil) != (errY == nil) || errX == nil && x.Start.Hash() != y.Start.Hash() {
			t.Fatalf("%q starts otherwise than %q: %v, %v", text, once, errX, errY)
		}
	})
}
