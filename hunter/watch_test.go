package hunter

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"ouro/play"
)

// TestWatchedRecord: the scene of a tick of a record is the same, whatever ticks are shown before. A
// record ends after its last tick.
func TestWatchedRecord(t *testing.T) {
	cfg := Config{Seed: 1, Hunters: 2, Drivers: grazers}
	cfg.Keep = true
	_, r, err := Run(t.Context(), cfg, Bots(cfg.Seed, cfg.Hunters))
	if err != nil {
		t.Fatal(err)
	}
	cfg.Keep = false
	game := WatchRecord(cfg, r)
	game.RecordScores(true)
	w := play.NewWatch[Scene](game)
	defer w.Close()
	scenes := map[int]Scene{}
	for _, tick := range []int{0, 50, 120, 50, 0, 120, 51, r.Ticks(), 120, r.Ticks() + 9} {
		scene, err := w.Show(t.Context(), tick, time.Hour)
		if err != nil || scene.Err != nil {
			t.Fatal(err, scene.Err)
		}
		tick = min(tick, r.Ticks())
		if scene.Turn != tick || scene.Scene.Tick != tick || scene.Turns != r.Ticks() || scene.Ended != (tick == r.Ticks()) {
			t.Fatalf("tick %d: at %d of %d, ended %v", tick, scene.Turn, scene.Turns, scene.Ended)
		}
		for i := range scene.Scene.Snakes { // NaN does not equal itself
			scene.Scene.Snakes[i].Scores = [4]float64{}
		}
		if before, ok := scenes[tick]; ok && !reflect.DeepEqual(before, scene.Scene) {
			t.Errorf("two scenes of tick %d differ", tick)
		}
		scenes[tick] = scene.Scene
	}
	if end := scenes[r.Ticks()]; end.Score != r.Score || end.Phase != r.Phase {
		t.Errorf("the end is %s with %d points, want %s with %d", end.Phase, end.Score, r.Phase, r.Score)
	}
	if _, err := w.Records(0); !errors.Is(err, play.ErrRecorded) {
		t.Errorf("Records of a recorded game: %v, want ErrRecorded", err)
	}
}

// TestWatchedGame: a game in progress can only advance. Close saves the game exactly once.
func TestWatchedGame(t *testing.T) {
	cfg := Config{Seed: 1, Hunters: 2, Drivers: grazers}
	cfg.Keep = true
	var kept []*Record
	full := errors.New("the disk is full")
	w := play.NewWatch[Scene](WatchGame(cfg, Bots(cfg.Seed, cfg.Hunters), func(r *Record) error {
		kept = append(kept, r)
		return full
	}))
	if _, err := w.Records(0); err == nil {
		t.Error("Records returned no error before the game has begun")
	}
	for _, tick := range []int{0, 30, 10} {
		scene, err := w.Show(t.Context(), tick, time.Hour)
		if want := max(tick, scene.Scene.Tick); err != nil || scene.Err != nil || scene.Turn != want {
			t.Fatalf("tick %d: at %d, %v, %v", tick, scene.Turn, err, scene.Err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Show(ctx, 40, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("Show with a context that has ended: %v", err)
	}
	if texts, err := w.Records(0); err != nil || len(texts) != 1 {
		t.Errorf("%d records, %v", len(texts), err)
	}
	if err := w.Close(); !errors.Is(err, full) {
		t.Errorf("Close: %v", err)
	}
	if err := w.Close(); err != nil || len(kept) != 1 || kept[0].Ticks() < 30 || kept[0].Ticks() > 31 {
		t.Errorf("kept %d times, %v", len(kept), err)
	}
}

// TestWatchedBreaks: a view of a game with an invalid Config has an error.
func TestWatchedBreaks(t *testing.T) {
	w := play.NewWatch[Scene](WatchGame(Config{}, nil, nil))
	for range 2 {
		if scene, err := w.Show(t.Context(), 5, time.Hour); err != nil || scene.Err == nil {
			t.Errorf("a game without players: %v, %v", err, scene.Err)
		}
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}
