package standings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"ouro/results"
	"ouro/store"
	"ouro/studio/session"
)

// gamesPage is how many games of the list are sent in one message.
const gamesPage = 500

// Kind is that of a channel on which tournaments are looked at. Opened without a
// tournament it lists them, and again whenever that changes:
//
//	opened {file, flag, list}  which file, how commands name it, and a List
//	list   {list}              the same later
//
// Opened with the first letters of a key it follows that tournament:
//
//	opened   {file, flag, key, title, snakes}
//	progress {games, playing}  how many there are, and whether games were finished just now
//	report   {...}             see reportData; none before the first game
//	games    {from, games}     those of the list from this number on
//
// The page sends nothing but that it ends.
func (f *File) Kind() session.Kind {
	return func(ctx context.Context, ch *session.Channel) error {
		var asked struct {
			Tournament string `json:"tournament"`
		}
		err := ch.Request().Into(&asked)
		switch {
		case err != nil:
		case asked.Tournament == "":
			err = f.sendList(ctx, ch)
		default:
			err = f.sendOne(ctx, ch, asked.Tournament)
		}
		var none *noTournamentError
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.As(err, &none):
			return &session.Error{Message: err.Error(), Field: "tournament"}
		}
		return err
	}
}

// wait waits for the next look; it is false where ctx has ended.
func wait(ctx context.Context, ch *session.Channel) bool {
	timer := time.NewTimer(lookEvery)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ch.In():
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// sendList sends what tournaments there are until ctx ends.
func (f *File) sendList(ctx context.Context, ch *session.Channel) error {
	kind := session.Opened
	var sent []byte
	for ok := true; ok; ok = wait(ctx, ch) {
		list, err := f.List(ctx)
		if err != nil {
			return err
		}
		text, err := json.Marshal(list)
		if err != nil {
			return err
		}
		if bytes.Equal(text, sent) {
			continue
		}
		if err := ch.Send(ctx, kind, map[string]any{"file": f.shown(), "flag": f.flag, "list": json.RawMessage(text)}); err != nil {
			return err
		}
		kind, sent = "list", text
	}
	return nil
}

// sendOne sends what is new of a tournament until ctx ends.
func (f *File) sendOne(ctx context.Context, ch *session.Channel, key string) error {
	about, err := f.about(ctx, key)
	if err != nil {
		return err
	}
	err = ch.Send(ctx, session.Opened, map[string]any{"file": f.shown(), "flag": f.flag, "key": about.Key, "title": about.Title, "snakes": about.Snakes})
	if err != nil {
		return err
	}
	t, leave := f.follow(about.Key)
	defer leave()
	var sent state
	for ok := true; ok; ok = wait(ctx, ch) {
		now, err := t.now(ctx)
		if err != nil {
			return err
		}
		if err := tell(ctx, ch, &sent, &now); err != nil {
			return err
		}
		sent = now
	}
	return nil
}

// about describes the tournament whose key begins like this.
func (f *File) about(ctx context.Context, key string) (t Tournament, err error) {
	err = f.with(ctx, func(s *store.Store) error {
		var set *results.Set
		if set, err = f.find(ctx, s, key); err == nil {
			t = tournamentOf(s, &set.Experiments[0], time.Time{})
		}
		return err
	})
	switch {
	case errors.Is(err, errNothing):
		err = &noTournamentError{key, f.shown()}
	case err == nil && t.Unusable != "":
		err = errors.New(t.Unusable)
	}
	return t, err
}

// tell sends what differs from what was sent before.
func tell(ctx context.Context, ch *session.Channel, sent, now *state) error {
	again := now.series != sent.series
	grown := again || now.games != sent.games
	if grown || now.playing != sent.playing {
		if err := ch.Send(ctx, "progress", map[string]any{"games": now.games, "playing": now.playing}); err != nil {
			return err
		}
	}
	if grown && now.report != nil {
		if err := ch.Send(ctx, "report", now.report); err != nil {
			return err
		}
	}
	from := len(sent.list)
	if again {
		from = 0
	}
	for from < len(now.list) {
		to := min(len(now.list), from+gamesPage)
		if err := ch.Send(ctx, "games", map[string]any{"from": from, "games": now.list[from:to]}); err != nil {
			return err
		}
		from = to
	}
	return nil
}
