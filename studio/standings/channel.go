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

const gamesPage = 500 // most games in one message

// Kind returns the kind of channel that shows tournaments. If the page opens the channel without a
// tournament, the channel sends the list of all tournaments, and sends the list again after every
// change:
//
//	opened {file, flag, list}  the file, its flag in commands, and a List
//	list   {list}              the changed list
//
// If the page opens the channel with the first letters of a tournament's key, the channel follows
// that tournament:
//
//	opened   {file, flag, key, title, snakes}
//	progress {games, playing}  number of games, and whether the tournament is being played
//	report   {...}             a reportData; sent only after the first game
//	games    {from, games}     games, and the index of the first one in the list
//
// The page sends no messages except the end of the channel.
func (f *File) Kind() session.Kind {
	return func(ctx context.Context, ch *session.Channel) error {
		var req struct {
			Tournament string `json:"tournament"`
		}
		err := ch.Request().Into(&req)
		switch {
		case err != nil:
		case req.Tournament == "":
			err = f.sendList(ctx, ch)
		default:
			err = f.sendOne(ctx, ch, req.Tournament)
		}
		var noTournament *noTournamentError
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.As(err, &noTournament):
			return &session.Error{Message: err.Error(), Field: "tournament"}
		}
		return err
	}
}

// wait waits until it is time to read the file again. It returns false if ctx has ended.
func (f *File) wait(ctx context.Context, ch *session.Channel) bool {
	timer := time.NewTimer(f.every)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ch.In():
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

func (f *File) sendList(ctx context.Context, ch *session.Channel) error {
	kind := session.Opened
	var sent []byte
	for ok := true; ok; ok = f.wait(ctx, ch) {
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
		if err := ch.Send(ctx, kind, map[string]any{"file": f.displayName(), "flag": f.flag, "list": json.RawMessage(text)}); err != nil {
			return err
		}
		kind, sent = "list", text
	}
	return nil
}

func (f *File) sendOne(ctx context.Context, ch *session.Channel, key string) error {
	about, err := f.describe(ctx, key)
	if err != nil {
		return err
	}
	err = ch.Send(ctx, session.Opened, map[string]any{"file": f.displayName(), "flag": f.flag, "key": about.Key, "title": about.Title, "snakes": about.Snakes})
	if err != nil {
		return err
	}
	t, leave := f.follow(about.Key)
	defer leave()
	var sent state
	for ok := true; ok; ok = f.wait(ctx, ch) {
		now, err := t.current(ctx)
		if err != nil {
			return err
		}
		if err := sendChanges(ctx, ch, &sent, &now); err != nil {
			return err
		}
		sent = now
	}
	return nil
}

// describe returns the tournament whose key begins with key.
func (f *File) describe(ctx context.Context, key string) (t Tournament, err error) {
	err = f.withStore(ctx, func(s *store.Store) error {
		var set *results.Set
		if set, err = f.find(ctx, s, key); err == nil {
			t = tournamentOf(s, &set.Experiments[0], time.Time{})
		}
		return err
	})
	switch {
	case errors.Is(err, errNoFile):
		err = &noTournamentError{key, f.displayName()}
	case err == nil && t.Unusable != "":
		err = errors.New(t.Unusable)
	}
	return t, err
}

// sendChanges sends the difference between the state that the page has and the current state.
func sendChanges(ctx context.Context, ch *session.Channel, sent, now *state) error {
	restarted := now.series != sent.series
	grown := restarted || now.games != sent.games
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
	if restarted {
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
