package standings

import (
	"context"
	"os"
	"time"

	"ouro/arena"
	"ouro/studio/session"
)

// How often a folder is looked at, and at most which part of the time reading takes.
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
// folder it lists them; else it tells the report of one, again whenever a game was
// finished there, and its games:
//
//	opened {folders}          what there is
//	report {...}              see reportData
//	games  {games}            those that were not told before
//
// The page says nothing but that it ends.
func (r Root) Kind() session.Kind {
	return func(ctx context.Context, ch *session.Channel) error {
		var asked struct {
			Folder string `json:"folder"`
		}
		if err := ch.Request().Into(&asked); err != nil {
			return err
		}
		if asked.Folder != "" {
			dir, err := r.find(asked.Folder)
			if err == nil {
				err = dir.Close()
			}
			if err != nil {
				return &session.Error{Message: err.Error(), Field: "folder"}
			}
		}
		all, err := r.Folders()
		if err != nil {
			return err
		}
		if err := ch.Send(ctx, session.Opened, map[string]any{"folders": all}); err != nil {
			return err
		}
		if asked.Folder != "" {
			return r.follow(ctx, ch, asked.Folder)
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

// stamp tells whether a file has changed.
type stamp struct {
	size    int64
	changed time.Time
}

func stampOf(dir *os.Root) (stamp, error) {
	info, err := dir.Stat(arena.IndexName("."))
	if os.IsNotExist(err) {
		return stamp{}, nil
	}
	if err != nil {
		return stamp{}, err
	}
	return stamp{info.Size(), info.ModTime()}, nil
}

// follow tells of a tournament until ctx ends.
func (r Root) follow(ctx context.Context, ch *session.Channel, folder string) error {
	var told stamp
	sent, first := map[[2]int]bool{}, true
	for {
		began := time.Now()
		now, err := r.look(ctx, ch, folder, func(now stamp) bool { return first || now != told }, sent)
		if err != nil {
			return ignored(ctx, err)
		}
		told, first = now, false
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

// look tells of a tournament if its file is news, and is what that is like.
func (r Root) look(ctx context.Context, ch *session.Channel, folder string, news func(stamp) bool, sent map[[2]int]bool) (stamp, error) {
	dir, err := r.find(folder)
	if err != nil {
		return stamp{}, err
	}
	defer func() { _ = dir.Close() }()
	now, err := stampOf(dir)
	if err == nil && news(now) {
		err = tell(ctx, ch, folder, dir, sent)
	}
	return now, err
}

// tell sends the report and the games that were not sent before.
func tell(ctx context.Context, ch *session.Channel, folder string, dir *os.Root, sent map[[2]int]bool) error {
	t, games, err := arena.ReadFolderFS(dir.FS(), folder)
	if err != nil {
		return err
	}
	setting, err := t.Setting()
	if err != nil {
		return err
	}
	course, err := arena.NewCourse(setting, arena.Finished(games))
	if err != nil {
		return err
	}
	d, err := reportOf(folder, course.Report())
	if err != nil {
		return err
	}
	if err := ch.Send(ctx, "report", d); err != nil {
		return err
	}
	var fresh []arena.Game
	for i := range games {
		at := [2]int{games[i].Group, games[i].Seating}
		if !sent[at] && len(sent) < mostGames {
			sent[at] = true
			fresh = append(fresh, games[i])
		}
	}
	list := gamesOf(folder, fresh)
	for len(list) > 0 {
		n := min(len(list), gamesPage)
		if err := ch.Send(ctx, "games", map[string]any{"games": list[:n]}); err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}
