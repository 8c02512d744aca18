package arena

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"testing"
)

// TestReportOfSomeGames: a report can be written in every format, whatever games are
// finished, even if some snakes have none. It shows no figure as NaN.
func TestReportOfSomeGames(t *testing.T) {
	const seed = 3
	dice := rand.New(rand.NewPCG(seed, 0))
	none := regexp.MustCompile(`\b(NaN|Inf)\b`)
	for name, tour := range map[string]*Tournament{
		"roundrobin": tourOf(RoundRobin, 24, "a", "b", "c", "d"),
		"gauntlet":   tourOf(Gauntlet, 12, "a", "b", "c"),
		"ffa":        tourOf(FreeForAll, 8, "a", "b", "c", "d"),
		"sprt":       tourOf(SPRT, 8, "a", "b"),
		"alone":      tourOf(RoundRobin, 8, "a", "b", "c", "d").alone(),
		"hunt":       tourOf(RoundRobin, 8, "a", "b", "c", "d").hunt(),
	} {
		if tour.Format == FreeForAll {
			tour.Seats = 4
		}
		if tour.Format == SPRT {
			tour.Elo1, tour.Alpha, tour.Beta = 20, 0.05, 0.05
		}
		for round := range 12 {
			games := randomGames(tour, 2)
			dice.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
			for format, text := range writeAll(t, reportOf(t, tour, games[:min(round, len(games))])) {
				if at := none.FindStringIndex(text); at != nil {
					t.Errorf("seed %d, %s, %d games, %s: %s", seed, name, round, format, text[max(0, at[0]-60):at[1]])
				}
				if format == "json" && !json.Valid([]byte(text)) {
					t.Errorf("seed %d, %s, %d games: not JSON: %s", seed, name, round, text)
				}
			}
		}
	}
}
