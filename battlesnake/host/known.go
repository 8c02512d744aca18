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

// Known keeps the Info of guests during a series of games. It is safe for concurrent use. The zero
// value knows no guest.
type Known struct{ infos sync.Map } // wire.Info by URL

func (k *Known) add(url string, info wire.Info) {
	if k != nil {
		k.infos.Store(url, info)
	}
}

func (k *Known) find(url string) (info wire.Info, ok bool) {
	if k == nil {
		return info, false
	}
	known, ok := k.infos.Load(url)
	info, _ = known.(wire.Info)
	return info, ok
}

// Meet requests the Info of all guests before any game. The error names each guest that fails, and
// the command that examines it.
func (k *Known) Meet(ctx context.Context, entrants []Entrant, timeout time.Duration) error {
	errs := make([]error, len(entrants))
	var wg sync.WaitGroup
	for i := range entrants {
		if e := &entrants[i]; e.Guest != nil {
			wg.Go(func() {
				info, err := e.Guest.Info(ctx, timeout)
				if err != nil {
					// Not wrapped: the error may be a deadline of the guest, which is not that of
					// ctx.
					errs[i] = errors.New(e.infoError(err).Error() + "; to find out why, run: ouro doctor " + e.Guest.Public())
					return
				}
				k.add(e.Guest.URL(), info)
			})
		}
	}
	wg.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(errs...)
}

// infoError returns the error for a guest without a valid Info.
func (e *Entrant) infoError(err error) error {
	return fmt.Errorf("snake %s does not answer GET /: %w", e.Name, err)
}

// introduce requests the Info of a guest. A guest that answered in an earlier game of the series
// may fail: that is a fault in this game, not an error.
func (g *Game) introduce(ctx context.Context, seat int) (wire.Info, error) {
	e := &g.cfg.Entrants[seat]
	info, err := e.Guest.Info(ctx, g.cfg.Timeout)
	if err == nil {
		g.cfg.Known.add(e.Guest.URL(), info)
		return info, nil
	}
	if ctx.Err() != nil {
		return info, ctx.Err() // stopped, whatever the guest does
	}
	err = e.infoError(err)
	if info, ok := g.cfg.Known.find(e.Guest.URL()); ok {
		m := play.FaultOf(err)
		g.silent = append(g.silent, ouro.Incident{Seat: seat, Fault: m.Kind, Detail: m.Detail})
		return info, nil
	}
	if ctx.Err() == nil {
		err = errors.New(err.Error()) // not wrapped: it may be a deadline of the guest, not of the game
	}
	return info, err
}

// Silent returns the guests without Info in this game, but with Info from an earlier one, as
// incidents of turn 0.
func (g *Game) Silent() []ouro.Incident { return g.silent }
