package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ouro/definition"
	"ouro/fleet/schedule"
	"ouro/lab"
)

// play plays the games of a lease. It returns false if the worker cannot play the experiment.
func (h *workerClient) play(ctx context.Context, l schedule.Lease, players map[string]*lab.Player, send func(batch)) bool {
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
	for n := range schedule.Each(l.Games) {
		r := result{game: n}
		failure := err
		if failure == nil {
			r.data, failure = h.game(ctx, p, n)
		}
		if ctx.Err() != nil {
			break
		}
		if failure == nil && len(r.data) > maxResult {
			failure = fmt.Errorf("the result has %d bytes; the limit is %d", len(r.data), maxResult)
		}
		if failure != nil {
			r.failed, r.data = true, []byte(failure.Error())
		}
		b.results = append(b.results, r)
		if size += len(r.data); size > batchBytes || time.Since(since) > sendEvery {
			send(b)
			b.results, size, since = nil, 0, time.Now()
		}
	}
	if len(b.results) > 0 {
		send(b)
	}
	return err == nil
}

// game plays a game and returns its binary form.
func (h *workerClient) game(ctx context.Context, p *lab.Player, n int) ([]byte, error) {
	if n >= p.Games() {
		return nil, fmt.Errorf("game %d is not one of the %d games of the experiment", n, p.Games())
	}
	f, err := p.Play(ctx, n)
	if err != nil {
		return nil, err
	}
	data, err := f.MarshalBinary()
	if err == nil && h.cfg.change != nil {
		data = h.cfg.change(n, data)
	}
	return data, err
}

// mostPlayers is the number of experiments for which a slot keeps players.
const mostPlayers = 16

// addBounded adds x to entries. It empties a full map first.
func addBounded[T any](entries map[string]T, id string, x T) T {
	if len(entries) >= mostPlayers {
		clear(entries)
	}
	entries[id] = x
	return x
}

func (h *workerClient) player(ctx context.Context, id string, players map[string]*lab.Player) (*lab.Player, error) {
	if p, ready := players[id]; ready {
		return p, nil
	}
	plan, err := h.plan(ctx, id)
	if err != nil {
		return nil, err
	}
	p, err := lab.NewPlayer(plan)
	if err != nil {
		return nil, err
	}
	return addBounded(players, id, p), nil
}

// plan returns the plan of an experiment. All slots share it, because making a plan reads openings
// and sends requests to remote snakes.
func (h *workerClient) plan(ctx context.Context, id string) (lab.Plan, error) {
	d, err := h.definition(ctx, id)
	if err != nil {
		return lab.Plan{}, err
	}
	h.making.Lock()
	defer h.making.Unlock()
	if plan, ready := h.plans[id]; ready {
		return plan, nil
	}
	plan, err := openPlan(ctx, d, !strings.HasSuffix(id, noRecordsSuffix), h.cfg.Allow)
	if err != nil {
		return plan, err
	}
	return addBounded(h.plans, id, plan), nil
}

func (h *workerClient) definition(ctx context.Context, id string) (*definition.Definition, error) {
	h.mu.Lock()
	d := h.definitions[id]
	h.mu.Unlock()
	if d != nil {
		return d, nil
	}
	var a definitionAnswer
	for {
		err := h.link.ask(ctx, subjectDefinition, experimentRequest{hello{protocol, h.me.Build}, id}, &a)
		if err == nil {
			break
		}
		if refused := refusal(""); errors.As(err, &refused) || !pause(ctx, retryTime) {
			return nil, err
		}
	}
	read, err := definition.Parse(a.Definition)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return addBounded(h.definitions, id, &read), nil
}

// send sends results and retries until it succeeds. It gives up leaveTime after the worker was
// stopped.
func (h *workerClient) send(ctx context.Context, experiment string, b batch) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(leaveTime, cancel) })()
	subject := subjectsPrefix + experiment + ".result." + h.me.ID
	id := fmt.Sprintf("%s-%d-%d", h.me.ID, b.lease, b.results[0].game)
	fault := func(why string) { h.cfg.Logf("cannot submit results, trying again: %s", why) }
	err := h.link.publish(late, subject, id, b.encode(), fault)
	if err == nil || late.Err() != nil {
		return
	}
	// The message is too long for the server. The coordinator must learn that these games fail.
	for i := range b.results {
		b.results[i] = result{b.results[i].game, true, []byte(err.Error())}
	}
	_ = h.link.publish(late, subject, id+"-failed", b.encode(), fault)
}
