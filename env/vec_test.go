package env_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"ouro"
	"ouro/env"
	"ouro/internal/needs"
	"ouro/play"
	"ouro/roster"
)

// TestBenchGames: with a solver that survives long, a board plays the same games as
// experiments, move by move. Snakes may be longer than a uint8 can hold.
func TestBenchGames(t *testing.T) {
	t.Parallel()
	const seed, boards = 3, 2
	spec := game(t, "classic", 16, 17, 1, 1, "")
	v, err := env.New(env.Config{Game: spec, Boards: boards, Seed: seed, Planes: []env.Plane{env.Food, env.Tail, env.Head, env.Body}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Reset(nil); err != nil {
		t.Fatal(err)
	}
	cfg, sees := v.Config(), show(t, v)
	for round := range needs.Many(1, 2) {
		var games [boards]*play.Game
		for i := range games {
			solver, err := ouro.ParseSpec("ouroboros")
			if err != nil {
				t.Fatal(err)
			}
			if games[i], err = roster.NewGame(spec, ouro.GameSeed(seed, i+boards*round), []ouro.Spec{solver}, play.Config{}); err != nil {
				t.Fatal(err)
			}
		}
		longest := 0
		for n, going := 0, true; going; n++ {
			going = false
			for i, g := range games {
				if _, over := g.Over(); over {
					v.Actions()[i] = 0
					continue
				}
				if err := g.Move(t.Context()); err != nil {
					t.Fatal(err)
				}
				v.Actions()[i] = uint8(g.Last(0).Dir)
				going = true
			}
			if !going {
				break
			}
			if err := v.Step(); err != nil {
				t.Fatal(err)
			}
			for i, g := range games {
				s := g.State()
				length := s.Snakes[0].Body.Len()
				longest = max(longest, length)
				if got := sees.at("game", i); got != float64(i+boards*round) && sees.at("over", i) == 0 {
					return // the other board is already in its next game
				}
				if n%400 != 0 && length < spec.W*spec.H {
					continue
				}
				w := twin{cfg: cfg}
				if diff := w.differsObserved(sees, "observations", s, i, 0); diff != "" {
					t.Fatalf("game %d, turn %d: %s", i+boards*round, s.Turn, diff)
				}
				if sees.at("turn", i) != float64(s.Turn) || sees.at("lengths", i, 0) != float64(length) {
					t.Fatalf("game %d: turn %v and length %v, want %d and %d", i, sees.at("turn", i), sees.at("lengths", i, 0), s.Turn, length)
				}
			}
		}
		if longest <= 255 {
			t.Fatalf("the longest snake had %d segments", longest)
		}
		for _, g := range games {
			if err := g.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestWorkers(t *testing.T) {
	t.Parallel()
	for name, spec := range games(t) {
		var want []byte
		for _, workers := range []int{1, 2, 5, 1 << 61, math.MaxInt} {
			v, err := env.New(env.Config{Game: spec, Boards: 61, Workers: workers, Reward: env.DefaultReward(), Autoreset: env.SameStep}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := v.Reset(nil); err != nil {
				t.Fatal(err)
			}
			p := newPolicy()
			for range 25 {
				p.act(v)
				if err := v.Step(); err != nil {
					t.Fatal(err)
				}
			}
			switch {
			case want == nil:
				want = bytes.Clone(v.Memory())
			case !bytes.Equal(want, v.Memory()):
				t.Errorf("%s: %d workers show something else than one", name, workers)
			}
			v.Close()
		}
	}
}

func TestEveryGameOnce(t *testing.T) {
	t.Parallel()
	const boards = 7
	v, err := env.New(env.Config{Game: game(t, "classic", 3, 3, 1, 1, ""), Boards: boards, Reward: env.DefaultReward()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Reset(nil); err != nil {
		t.Fatal(err)
	}
	sees, p := show(t, v), newPolicy()
	var ended [boards]int
	for range 500 {
		p.act(v)
		if err := v.Step(); err != nil {
			t.Fatal(err)
		}
		for i := range boards {
			if sees.at("over", i) == 0 {
				continue
			}
			if got, want := sees.at("game", i), float64(i+ended[i]*boards); got != want {
				t.Fatalf("board %d: game %d was %v, want %v", i, ended[i], got, want)
			}
			ended[i]++
		}
	}
	for i, n := range ended {
		if n < 5 {
			t.Errorf("board %d has played %d games", i, n)
		}
	}
}

// TestNothingAllocates: a step that deals no game allocates nothing, or very little in Battlesnake.
func TestNothingAllocates(t *testing.T) {
	for name, spec := range games(t) {
		v, err := env.New(env.Config{Game: spec, Boards: 40, Workers: 2, Autoreset: env.Off, Reward: env.DefaultReward()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := newPolicy()
		begin := func() {
			if err := v.Reset(nil); err != nil {
				t.Fatal(err)
			}
		}
		step := func() {
			p.act(v)
			if err := v.Step(); err != nil {
				t.Fatal(err)
			}
		}
		for range 5 { // allocates memory that later games use again
			begin()
			for range 60 {
				step()
			}
		}
		begin()
		// In Battlesnake a board allocates when it has more food or hazards than ever
		// before, which happens on a few of 40 boards in each step.
		most := 0.0
		if battle(&env.Config{Game: spec}) {
			most = 10
		}
		if n := testing.AllocsPerRun(50, step); n > most {
			t.Errorf("%s: %v allocations a step", name, n)
		}
		v.Close()
	}
}

func TestConfigErrors(t *testing.T) {
	classic := game(t, "classic", 5, 5, 1, 1, "")
	// A snake that fills the level before its first move has won.
	full := game(t, "classic", 0, 0, 1, 1, "S  \nXXX\n")
	full.StartLength = 3
	for name, c := range map[string]struct {
		cfg  env.Config
		want string
	}{
		"boards": {env.Config{Game: classic}, "0 boards: want 1 to 65536"},
		"seats":  {env.Config{Game: ouro.GameSpec{Rules: classic.Rules, W: 5, H: 5, StartLength: 1, Snakes: 2}, Boards: 1}, "2 seats: the limit of the rules classic is 1"},
		"planes": {env.Config{Game: classic, Boards: 1, Planes: []env.Plane{env.Food, env.Food}}, "plane food: listed twice"},
		"board":  {env.Config{Game: ouro.GameSpec{Rules: classic.Rules, W: 1, H: 5}, Boards: 1}, "board 1x5: each side must be 2 to 64"},
		"over":   {env.Config{Game: full, Boards: 1}, "no game can begin: all 1000 dealt games are over before the first move"},
	} {
		v, err := env.New(c.cfg, nil)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
		if v != nil {
			v.Close()
		}
	}
	if _, err := env.New(env.Config{Game: classic, Boards: 1}, make([]byte, 10)); err == nil {
		t.Error("memory of 10 bytes is enough")
	}
	v, err := env.New(env.Config{Game: classic, Boards: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Step(); !errors.Is(err, env.ErrNotBegun) {
		t.Errorf("a step before the first game: %v", err)
	}
}

func TestReward(t *testing.T) {
	r, err := env.ParseReward("closer=0.25,win=-3,turn=1e-3")
	if err != nil || r != (env.Reward{Meal: 1, Death: -1, Win: -3, Turn: 0.001, Closer: 0.25}) {
		t.Errorf("%+v %v", r, err)
	}
	again, err := env.ParseReward(r.String())
	if err != nil || again != r {
		t.Errorf("%s is read as %+v, %v", r, again, err)
	}
}
