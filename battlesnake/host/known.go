package host

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/play"
)

// Known keeps what guests have said of themselves in the games of a series, which may be
// played at once. The zero value knows no guest.
type Known struct{ infos sync.Map } // wire.Info by URL

func (k *Known) note(url string, info wire.Info) {
	if k != nil {
		k.infos.Store(url, info)
	}
}

func (k *Known) recall(url string) (info wire.Info, ok bool) {
	if k == nil {
		return info, false
	}
	known, ok := k.infos.Load(url)
	info, _ = known.(wire.Info)
	return info, ok
}

// Meet asks all guests who they are, before any game is played. The error names
// each that does not say so, and what finds out more.
func (k *Known) Meet(ctx context.Context, entrants []Entrant, timeout time.Duration) error {
	errs := make([]error, len(entrants))
	var wg sync.WaitGroup
	for i := range entrants {
		if e := &entrants[i]; e.Guest != nil {
			wg.Go(func() {
				info, err := e.Guest.Info(ctx, timeout)
				if err != nil {
					// Not wrapped: the guest's time may be up, and not that of ctx.
					errs[i] = errors.New(e.silent(err).Error() + "; what is wrong with it says: ouro doctor " + e.Guest.Public())
					return
				}
				k.note(e.Guest.URL(), info)
			})
		}
	}
	wg.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(errs...)
}

// silent says that a guest does not say who it is.
func (e *Entrant) silent(err error) error {
	return fmt.Errorf("snake %s does not say who it is: %w", e.Name, err)
}

// introduce asks a guest who it is. One that has said so in an earlier game of the
// series need not answer again: that is a fault of this game and not the end of all.
func (g *Game) introduce(ctx context.Context, seat int) (wire.Info, error) {
	e := &g.cfg.Entrants[seat]
	info, err := e.Guest.Info(ctx, g.cfg.Timeout)
	if err == nil {
		g.cfg.Known.note(e.Guest.URL(), info)
		return info, nil
	}
	if ctx.Err() != nil {
		return info, ctx.Err() // nobody was waited for any longer
	}
	err = e.silent(err)
	if info, ok := g.cfg.Known.recall(e.Guest.URL()); ok {
		m := play.FaultOf(err)
		g.silent = append(g.silent, ouro.Incident{Seat: seat, Fault: m.Kind, Detail: m.Detail})
		return info, nil
	}
	if ctx.Err() == nil {
		err = errors.New(err.Error()) // the guest's time may be up, and not that of the game
	}
	return info, err
}

// Silent are the guests that did not say who they are, of which an earlier game
// knows it: incidents of turn 0.
func (g *Game) Silent() []ouro.Incident { return g.silent }
