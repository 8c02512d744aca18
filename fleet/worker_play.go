//go:build !nofleet

package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ouro/fleet/desk"
	"ouro/order"
)

// play plays the games of a lease. False is that it may not.
func (h *hand) play(ctx context.Context, l desk.Lease, players map[string]player, send func(batch)) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	h.mu.Lock()
	h.leases[l.ID] = cancel
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.leases, l.ID)
	}()
	p, err := h.player(ctx, l.Experiment, players)
	if ctx.Err() != nil {
		return true
	}
	b := batch{lease: l.ID}
	size, since := 0, time.Now()
	for _, s := range l.Games {
		for n := s.From; n < s.To; n++ {
			r := result{game: n}
			failure := err
			if failure == nil {
				r.data, failure = h.game(ctx, p, n)
			}
			if ctx.Err() != nil {
				break
			}
			if failure != nil {
				r.failed, r.data = true, []byte(failure.Error())
			}
			b.results = append(b.results, r)
			if size += len(r.data); size > batchTurns || time.Since(since) > sendEvery {
				send(b)
				b.results, size, since = nil, 0, time.Now()
			}
		}
	}
	if len(b.results) > 0 {
		send(b)
	}
	return err == nil
}

// game plays a game.
func (h *hand) game(ctx context.Context, p player, n int) ([]byte, error) {
	data, err := p.play(ctx, n)
	if err == nil && h.cfg.change != nil {
		data = h.cfg.change(n, data)
	}
	return data, err
}

// mostPlayers are as many experiments as a slot is ready for at a time.
const mostPlayers = 16

// player is who plays an experiment's games for a slot.
func (h *hand) player(ctx context.Context, id string, players map[string]player) (player, error) {
	if p := players[id]; p != nil {
		return p, nil
	}
	o, err := h.order(ctx, id)
	if err != nil {
		return nil, err
	}
	p, err := h.makePlayer(ctx, id, o)
	if err != nil {
		return nil, err
	}
	if len(players) >= mostPlayers {
		clear(players)
	}
	players[id] = p
	return p, nil
}

// makePlayer makes a player. One is enough for a tournament, as it reads openings and asks
// guests, for which everything else does not wait.
func (h *hand) makePlayer(ctx context.Context, id string, o *order.Order) (player, error) {
	if o.Kind == order.Arena {
		h.making.Lock()
		defer h.making.Unlock()
		if p := h.arenas[id]; p != nil {
			return p, nil
		}
	}
	p, err := newPlayer(ctx, o, !strings.HasSuffix(id, bare), h.cfg.Allow)
	if err == nil && o.Kind == order.Arena {
		if len(h.arenas) >= mostPlayers {
			clear(h.arenas)
		}
		h.arenas[id] = p
	}
	return p, err
}

// order is what an experiment plays.
func (h *hand) order(ctx context.Context, id string) (*order.Order, error) {
	h.mu.Lock()
	o := h.orders[id]
	h.mu.Unlock()
	if o != nil {
		return o, nil
	}
	var a orderAnswer
	for {
		err := h.link.ask(ctx, subjectOrder, about{hello{protocol, h.me.Build}, id}, &a)
		if err == nil {
			break
		}
		if said := refusal(""); errors.As(err, &said) || !pause(ctx, retryTime) {
			return nil, err
		}
	}
	read, err := order.Parse(a.Order)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.orders) >= mostPlayers {
		clear(h.orders)
	}
	h.orders[id] = &read
	return &read, nil
}

// send hands results in, however long that takes; when the worker is told to stop it
// has a little time left.
func (h *hand) send(ctx context.Context, experiment string, b batch) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(leaveTime, cancel) })()
	subject := subjectsPrefix + experiment + ".result." + h.me.ID
	id := fmt.Sprintf("%s-%d-%d", h.me.ID, b.lease, b.results[0].game)
	err := h.link.publish(late, subject, id, b.encode(), h.cfg.Say)
	if err == nil || late.Err() != nil {
		return
	}
	// It is too long for the server, which somebody has to know.
	for i := range b.results {
		b.results[i] = result{b.results[i].game, true, []byte(err.Error())}
	}
	_ = h.link.publish(late, subject, id+"-failed", b.encode(), h.cfg.Say)
}
