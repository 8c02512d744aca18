package store_test

import (
	"testing"
	"time"

	"ouro/store"
)

// TestRunEndsWithItsLatestGame: a run ends at the time of its latest game. If an earlier
// game is written later, as workers may do, that does not change the end.
func TestRunEndsWithItsLatestGame(t *testing.T) {
	s := open(t, newFile(t))
	run := startRun(t, s, experiment("cell"))
	latest := time.Now().Add(2 * time.Hour)
	for group, at := range []time.Time{latest.Add(-time.Hour), latest, latest.Add(-30 * time.Minute)} {
		if err := run.Put(&store.Game{Group: group, Winner: -1, Detail: []byte("{}"), At: at}); err != nil {
			t.Fatal(err)
		}
		if err := run.Close(); err != nil {
			t.Fatal(err)
		}
	}
	runs, err := s.Runs(t.Context(), run.Experiment().ID)
	if err != nil || len(runs) != 1 || runs[0].Games != 3 || runs[0].Ended.UnixMilli() != latest.UnixMilli() {
		t.Errorf("%+v, %v; want the end at %v", runs, err, latest)
	}
}
