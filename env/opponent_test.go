package env_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"ouro"
	"ouro/env"
	"ouro/internal/needs"
)

func opponents(t testing.TB, texts ...string) (all []env.Opponent) {
	t.Helper()
	for _, text := range texts {
		o, err := env.ParseOpponent(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	return all
}

// TestOpponents: with the same moves of the client, the games are equal to games of package play
// with the same solvers, in all modes.
func TestOpponents(t *testing.T) {
	t.Parallel()
	for n, c := range []struct {
		rules  string
		seats  int
		others []string
	}{
		{"standard", 1, []string{"hydra:nodes=20"}},
		{"standard", 2, []string{"greedy", "random"}},
		{"royale:shrink=3", 1, []string{"hydra:nodes=10,style=bold", "floodfill", "random"}},
		{"solo", 1, []string{"hungry"}},
	} {
		for _, mode := range []env.Autoreset{env.NextStep, env.SameStep, env.Off} {
			t.Run(fmt.Sprintf("%s/%d/%v", c.rules, len(c.others), mode), func(t *testing.T) {
				cfg := env.Config{
					Game: game(t, c.rules, 7, 7, 0, c.seats+len(c.others), ""), Opponents: opponents(t, c.others...),
					Boards: 3, Seed: uint64(n), Autoreset: mode, Reward: env.DefaultReward(), MaxTurns: 40,
				}
				testTwin(t, cfg, needs.Many(45, 150), 12)
			})
		}
	}
}

func TestOpponentsOfWorkers(t *testing.T) {
	t.Parallel()
	var want []byte
	for _, workers := range []int{1, 3} {
		v, err := env.New(env.Config{
			Game: game(t, "standard", 7, 7, 0, 3, ""), Opponents: opponents(t, "hydra:nodes=30", "random"),
			Boards: 9, Workers: workers, Reward: env.DefaultReward(),
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Reset(nil); err != nil {
			t.Fatal(err)
		}
		for p, step := newPolicy(), 0; step < 50; step++ {
			p.act(v)
			if err := v.Step(); err != nil {
				t.Fatal(err)
			}
		}
		switch {
		case want == nil:
			want = bytes.Clone(v.Memory())
		case !bytes.Equal(want, v.Memory()):
			t.Errorf("%d workers show something else than one", workers)
		}
		v.Close()
	}
}

func TestParseOpponent(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"hydra":                  "hydra:hash=1,nodes=1000",
		"hydra:nodes=200":        "hydra:hash=1,nodes=200",
		"hydra:nodes=7,hash=4":   "hydra:hash=4,nodes=7",
		"floodfill:hungry=20":    "floodfill:hungry=20,nodes=1000",
		"ouroboros:nodes=5":      "ouroboros:nodes=5",
		"spot:nodes=300,depth=9": "spot:depth=9,nodes=300",
	} {
		o, err := env.ParseOpponent(text)
		if err != nil || o.String() != want {
			t.Errorf("%s is %s, %v; want %s", text, o, err, want)
			continue
		}
		if again, err := env.ParseOpponent(want); err != nil || again.String() != want {
			t.Errorf("%s is read again as %s, %v", want, again, err)
		}
	}
	for text, want := range map[string]string{
		"Hydra":               "want name",
		"hydar":               "hydra",
		"hydra:nodes=0":       "nodes=0: want 1 to",
		"hydra:nodes=many":    "nodes=many: want 1 to",
		"exec:rm":             "an opponent must be a built-in solver",
		"tablebase:file=x.db": "an opponent must be a built-in solver",
	} {
		if o, err := env.ParseOpponent(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is %s, %v; want an error with %q", text, o, err, want)
		}
	}
}

// TestOpponentsInHello: a client requests opponents and sees only its own seats.
func TestOpponentsInHello(t *testing.T) {
	t.Parallel()
	l := connect(t, &env.Server{Defaults: env.DefaultHello(), Memory: 40 << 20})
	for fields, want := range map[string]string{
		`"opponents":["hydra"]`:                                                         "1 seat and 1 opponent: the limit of the rules classic is 1 snake; rules standard allow more",
		`"rules":"standard","opponents":"hydra"`:                                        "opponents: want a list of solvers",
		`"rules":"standard","opponents":["hydra:depth=0"]`:                              "opponents: solver hydra",
		`"rules":"standard","opponents":["cell"]`:                                       "opponents: solver cell",
		`"rules":"standard","seats":16,"opponents":["random"]`:                          "16 seats and 1 opponent: the limit of the rules standard is 16 snakes",
		`"rules":"standard","boards":64,"opponents":["hydra:hash=4"]`:                   "raise --memory",
		`"rules":"standard","boards":1,"opponents":["exec:python3 x.py"],"seats":1`:     "an opponent must be a built-in solver",
		`"rules":"standard","boards":1,"opponents":["hydra:hash=4096"],"board":"19x19"`: "raise --memory",
	} {
		l.refuse(hello, []byte(`{"version":1,`+fields+`}`), false, want)
	}
	l.hello(`{"version":1,"rules":"standard","boards":5,"opponents":["hydra:nodes=20","random"]}`)
	if got := l.ready.Opponents; l.ready.Seats != 1 || len(got) != 2 || got[0] != "hydra:hash=1,nodes=20" || got[1] != "random:nodes=1000" {
		t.Errorf("READY %+v", l.ready)
	}
	sees := l.results(nil)
	if shape := sees.sections["observations"].Shape; shape[1] != 1 || shape[2] != 9 {
		t.Errorf("observations %v", shape)
	}
	sees.mem = l.ask(reset, nil, state)
	sees.mem = l.ask(step, make([]byte, 5), state)
	if sees.at("turn", 4) != 1 {
		t.Errorf("turn %v", sees.at("turn", 4))
	}
	l.ask(bye0, nil, bye)
}

// TestFailingOpponent: a solver that cannot play the dealt game fails the request, and the memory
// of the solvers of other boards is released.
func TestFailingOpponent(t *testing.T) {
	t.Parallel()
	cfg := env.Config{Game: game(t, "standard", 7, 7, 0, 2, ""), Boards: 2, Opponents: []env.Opponent{{Solver: ouro.Spec{Name: "hamilton"}}}}
	if v, err := env.New(cfg, nil); err == nil {
		v.Close()
		t.Error("hamilton plays Battlesnake")
	}
}
