package battlesnake_test

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"ouro"
	"ouro/rule/perft"
)

type logPerft struct {
	Name    string `json:"name"`
	Ruleset string `json:"ruleset"`
	Damage  int    `json:"hazardDamagePerTurn"`
	Board   struct {
		logState
		Width  int `json:"width"`
		Height int `json:"height"`
	} `json:"board"`
	Perft []struct {
		Nodes      uint64            `json:"nodes"`
		Over       uint64            `json:"over"`
		Eliminated map[string]uint64 `json:"eliminated"`
		Eaten      uint64            `json:"eaten"`
		Health     int64             `json:"health"`
		Length     uint64            `json:"length"`
	} `json:"perft"`
}

// TestPerft compares all counts. Under the race detector, which is slow and finds nothing in a
// single goroutine, it compares only the smaller counts.
func TestPerft(t *testing.T) {
	positions, nodes := 0, uint64(0)
	for _, log := range readLines[logPerft](t, "testdata/perft.jsonl.gz") {
		positions++
		rules := newRules(t, fmt.Sprintf("%s:damage=%d", log.Ruleset, log.Damage))
		s := stateOf(t, rules, log.Board.Width, log.Board.Height, log.Board.logState)
		for racing && log.Perft[len(log.Perft)-1].Nodes > 40_000 {
			log.Perft = log.Perft[:len(log.Perft)-1]
		}
		levels, err := perft.Levels(context.Background(), rules, s, len(log.Perft))
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range log.Perft {
			deaths := map[ouro.Cause]uint64{}
			for name, n := range want.Eliminated {
				deaths[causeNames[name]] = n
			}
			got := levels[i]
			nodes += got.Nodes
			if got.Nodes != want.Nodes || got.Over != want.Over || !maps.Equal(got.Deaths, deaths) ||
				got.Eaten != want.Eaten || got.Health != want.Health || got.Length != want.Length {
				t.Errorf("%s depth %d: %+v, want %+v", log.Name, i+1, got, want)
			}
		}
	}
	if positions != 21 || nodes != 2_367_928 && !racing {
		t.Errorf("%d positions and %d nodes compared", positions, nodes)
	}
}
