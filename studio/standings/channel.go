package standings

import (
	"context"
	"slices"
	"time"

	"ouro/internal/printable"
	"ouro/lab"
	"ouro/results"
	"ouro/store"
	"ouro/studio/session"
)

// How often a file is looked at, and at most which part of the time reading takes.
const (
	lookEvery = time.Second
	lookShare = 10 // times as long as it took
)

// games of the list are sent so many at a time, and no more than mostGames of them.
const (
	gamesPage = 500
	mostGames = 20_000
)

// Kind is that of a channel on which tournaments are looked at. Opened without a
// tournament it lists them; else it sends the report of one, again whenever a game was
// finished there, and its games:
//
//	opened {tournaments}      what there is
//	report {...}              see reportData
//	games  {games}            those that were not sent before
//
// The page sends nothing but that it ends.
func (f File) Kind() session.Kind {
	return func(ctx context.Context, ch *session.Channel) error {
		var asked struct {
			Tournament string `json:"tournament"`
		}
		if err := ch.Request().Into(&asked); err != nil {
			return err
		}
		all, err := f.Tournaments(ctx)
		if err != nil {
			return err
		}
		if asked.Tournament != "" && !slices.ContainsFunc(all, func(t Tournament) bool { return t.Name == asked.Tournament }) {
			return &session.Error{Message: printable.Short(asked.Tournament, maxQuoted) + " is no tournament here", Field: "tournament"}
		}
		if err := ch.Send(ctx, session.Opened, map[string]any{"tournaments": all}); err != nil {
			return err
		}
		if asked.Tournament != "" {
			return f.follow(ctx, ch, asked.Tournament)
		}
		_, err = ch.Next(ctx) // until the page ends it
		return ignored(ctx, err)
	}
}

// ignored is no error where ctx has ended.
func ignored(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// follow sends what is new of a tournament until ctx ends.
func (f File) follow(ctx context.Context, ch *session.Channel, key string) error {
	sent, games := map[[2]int32]bool{}, -1
	for {
		began := time.Now()
		err := f.with(ctx, func(s *store.Store) error {
			set, err := find(ctx, s, key)
			if err != nil || set.Experiments[0].Games == games {
				return err
			}
			games = set.Experiments[0].Games
			return tell(ctx, ch, set, sent)
		})
		if err != nil {
			return ignored(ctx, err)
		}
		timer := time.NewTimer(max(lookEvery, lookShare*time.Since(began)))
		select {
		case <-timer.C:
		case <-ch.In():
			timer.Stop()
		case <-ctx.Done():
			timer.Stop()
			return nil
		}
	}
}

// tell sends the report and the games that were not sent before.
func tell(ctx context.Context, ch *session.Channel, set *results.Set, sent map[[2]int32]bool) error {
	if set.Experiments[0].Games == 0 {
		return ch.Send(ctx, "waiting", nil)
	}
	list := []gameData{}
	report, _, err := set.Report(ctx, func(f *lab.Finished) {
		at := [2]int32{f.Tally.Group, f.Tally.Seating}
		if !sent[at] && len(sent) < mostGames {
			sent[at] = true
			list = append(list, gameOf(set.Experiments[0].Key, &f.Tally))
		}
	})
	if err != nil {
		return err
	}
	d, err := reportOf(set.Experiments[0].Key, report)
	if err != nil {
		return err
	}
	if err := ch.Send(ctx, "report", d); err != nil {
		return err
	}
	for len(list) > 0 {
		n := min(len(list), gamesPage)
		if err := ch.Send(ctx, "games", map[string]any{"games": list[:n]}); err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}
