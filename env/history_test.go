package env_test

import (
	"fmt"
	"strings"
	"testing"

	"ouro"
	"ouro/derive"
	"ouro/env"
)

// TestRecords: the records of all boards derive to the same positions, during games, at their ends
// and after them.
func TestRecords(t *testing.T) {
	t.Parallel()
	all := games(t)
	for n, name := range []string{"classic, walls", "maze, floor", "royale", "standard", "solo, maze"} {
		for _, mode := range []env.Autoreset{env.NextStep, env.Off} {
			t.Run(fmt.Sprintf("%s/%v", name, mode), func(t *testing.T) {
				cfg := env.Config{Game: all[name], Boards: 2, Seed: uint64(n), Autoreset: mode, Records: true, Reward: env.DefaultReward(), MaxTurns: 60}
				if cfg.Game.Snakes > 2 {
					cfg.Opponents = opponents(t, "greedy", "random")
				}
				testRecords(t, cfg)
			})
		}
	}
}

func testRecords(t *testing.T, cfg env.Config) {
	t.Helper()
	v, err := env.New(cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Reset(nil); err != nil {
		t.Fatal(err)
	}
	sees, p := show(t, v), newPolicy()
	ended := 0
	for step := range 90 {
		for i := range cfg.Boards {
			if over := sees.at("over", i) == 1; over || step%30 == 0 {
				checkRecord(t, v, cfg, i)
				if over {
					ended++
				}
			}
		}
		p.act(v)
		if err := v.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if ended == 0 {
		t.Error("no game has ended")
	}
}

func checkRecord(t *testing.T, v *env.Vec, cfg env.Config, i int) {
	t.Helper()
	r, err := v.Record(i)
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var again ouro.Record
	if err := again.UnmarshalText(text); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	sees := show(t, v)
	if again.End() != int(sees.at("turn", i)) || again.Seed != ouro.GameSeed(cfg.Seed, int(sees.at("game", i))) {
		t.Errorf("board %d: record of %d turns, seed %d, of game %v in turn %v", i, again.End(), again.Seed, sees.at("game", i), sees.at("turn", i))
	}
	if len(again.Seats) != max(1, cfg.Game.Snakes) || again.Seats[0].String() != "policy" || len(cfg.Opponents) > 0 && again.Seats[len(again.Seats)-1].String() != "random" {
		t.Errorf("board %d: seats %v", i, again.Seats)
	}
	if _, err := derive.Record(t.Context(), &again); err != nil {
		t.Errorf("board %d, turn %d: %v", i, again.End(), err)
	}
}

func TestRecordsInHello(t *testing.T) {
	t.Parallel()
	l := connect(t, &env.Server{Defaults: env.DefaultHello(), Memory: 20 << 20})
	l.refuse(hello, []byte(`{"version":1,"records":true,"autoreset":"same"}`), false, `use "next" or "off"`)
	l.refuse(hello, []byte(`{"version":1,"records":1}`), false, "records: want true or false")
	l.refuse(hello, []byte(`{"version":1,"records":true,"boards":400}`), false, "raise --memory")
	l.hello(`{"version":1,"records":true,"rules":"standard","opponents":["hydra:nodes=20","spot:nodes=20"]}`)
	l.refuse(render, wish(0, asRecord, 0), false, "reset first")
	l.ask(reset, nil, state)
	l.ask(step, []byte{1}, state)
	var r ouro.Record
	if err := r.UnmarshalText(l.ask(render, wish(0, asRecord, 0), pictured)); err != nil {
		t.Fatal(err)
	}
	if r.Turns() != 1 || r.Moves[0] != ouro.Right || r.Budget.Nodes != 20 || r.Outcome.Ending != ouro.Unfinished {
		t.Errorf("record %+v", r)
	}
	l.ask(bye0, nil, bye)
}

func TestLongRecords(t *testing.T) {
	t.Parallel()
	v, err := env.New(env.Config{Game: game(t, "classic", 5, 5, 1, 1, ""), Boards: 1, Records: true, Autoreset: env.Off}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for range 2 {
		if err := v.Reset(nil); err != nil {
			t.Fatal(err)
		}
		v.AddTurns(env.MaxRecorded)
		if r, err := v.Record(0); err != nil || r.Turns() != env.MaxRecorded {
			t.Fatal(r, err)
		}
		v.AddTurns(1)
		if _, err := v.Record(0); err == nil || !strings.Contains(err.Error(), "the game has more than 65536 turns") {
			t.Fatalf("the record of a longer game: %v", err)
		}
	}
}
