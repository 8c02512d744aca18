package hunt

import (
	"encoding/json"
	"testing"

	"ouro"
	"ouro/hunter"
	"ouro/roster"
)

// TestTape: the frames of a tape, read from the start or from a later whole frame, give the view of each
// tick.
func TestTape(t *testing.T) {
	setup := Setup{Level: 7, Hunters: 2, Bots: 2, Solvers: []ouro.Spec{roster.HunterSolver}, Seed: 3}
	cfg, err := setup.testConfig()
	if err != nil {
		t.Fatal(err)
	}
	cfg.Keep = true
	_, record, err := hunter.Run(t.Context(), cfg, hunter.Bots(cfg.Seed, 2))
	if err != nil {
		t.Fatal(err)
	}
	var scenes []*hunter.Scene
	tape, err := NewTape(t.Context(), cfg, record, func(s *hunter.Scene) { scenes = append(scenes, s) })
	if err != nil {
		t.Fatal(err)
	}
	if len(tape.Frames) != record.Ticks()+1 || len(scenes) != len(tape.Frames) || len(scenes) <= every {
		t.Fatalf("%d frames of %d scenes and %d ticks", len(tape.Frames), len(scenes), record.Ticks())
	}
	for _, from := range []int{0, every} {
		var pic picture
		for tick := from; tick < len(scenes); tick++ {
			var f Frame
			if err := json.Unmarshal(tape.Frames[tick], &f); err != nil {
				t.Fatal(err)
			}
			if f.Level == nil && tick%tape.Every == 0 {
				t.Fatalf("the frame of tick %d is not whole", tick)
			}
			pic.show(t, f)
			now := newView(scenes[tick], func(int) bool { return false }, false)
			if have, want := pic.text(t), now.fullFrame(tick).text(t); have != want {
				t.Fatalf("from %d, tick %d:\nhave %s\nwant %s", from, tick, have, want)
			}
		}
	}
}
