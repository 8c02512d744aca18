package store

import (
	"context"
	"time"
)

// Totals add the games of an experiment up, as far as columns tell: for lists of many
// experiments. They come from rows whose sums nobody has looked at.
type Totals struct {
	Games, Won      int
	Turns           float64 // of all games
	WonTurns        float64 // of won games
	WonTurnsSquared float64 // the squares of those, added up
	Faults          int
	Took            time.Duration
	Last            time.Time // when the last game was finished
}

// Totals are those of all experiments that have games, by ID.
func (s *Store) Totals(ctx context.Context) (map[int64]Totals, error) {
	all := map[int64]Totals{}
	err := query(ctx, s.db, func(scan scanner) error {
		var id, last int64
		var t Totals
		if err := scan(&id, &t.Games, &t.Won, &t.Turns, &t.WonTurns, &t.WonTurnsSquared, &t.Faults, &t.Took, &last); err != nil {
			return err
		}
		t.Last = time.UnixMilli(last)
		all[id] = t
		return nil
	}, `SELECT experiment, count(*), sum(ending = 'won'), total(turns),
			total(CASE ending WHEN 'won' THEN turns END), total(CASE ending WHEN 'won' THEN 1.0 * turns * turns END), sum(mishaps), sum(took), max(at)
		FROM games GROUP BY experiment`)
	return all, s.words(err)
}
