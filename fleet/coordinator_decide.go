package fleet

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"ouro/fleet/schedule"
	"ouro/internal/buildinfo"
)

// decide publishes verdicts and removes old experiments until ctx ends.
func (c *coordinator) decide(ctx context.Context) {
	var waiting []verdictMessage
	tidied := time.Time{}
	for pause(ctx, 100*time.Millisecond) {
		c.mu.Lock()
		c.schedule.Tick(time.Now())
		for _, v := range c.schedule.Verdicts() {
			waiting = append(waiting, verdictMessage{v, c.experiments[v.Experiment].last})
		}
		c.printWorkerChanges()
		c.messages.summarise(c.schedule.Refused())
		c.mu.Unlock()
		for len(waiting) > 0 && c.publish(ctx, waiting[0]) == nil {
			waiting = waiting[1:]
		}
		if time.Since(tidied) > 10*time.Second {
			tidied = time.Now()
			c.removeOld(ctx)
		}
	}
}

// publish stores a verdict, in several messages if it is long.
func (c *coordinator) publish(ctx context.Context, v verdictMessage) error {
	part := verdictMessage{schedule.Verdict{Experiment: v.Experiment, Banned: v.Banned}, v.After}
	spans := 0
	send := func() error {
		data, err := json.Marshal(part)
		if err != nil {
			return err
		}
		part, spans = verdictMessage{schedule.Verdict{Experiment: v.Experiment}, v.After}, 0
		return c.store(ctx, subjectsPrefix+v.Experiment+".verdict", data)
	}
	for worker, all := range v.Cleared {
		for piece := range slices.Chunk(all, maxSpans) {
			if spans += len(piece); spans > maxSpans {
				if err := send(); err != nil {
					return err
				}
				spans = len(piece)
			}
			if part.Cleared == nil {
				part.Cleared = map[string][]schedule.Span{}
			}
			part.Cleared[worker] = append(part.Cleared[worker], piece...)
		}
	}
	part.Done, part.Failed, part.Stopped = v.Done, v.Failed, v.Stopped
	return send()
}

// printWorkerChanges prints which workers have joined, left, hang or are excluded.
func (c *coordinator) printWorkerChanges() {
	states := make(map[string]string, len(c.states))
	defer func() { c.states = states }() // drops workers that the scheduler has forgotten
	for _, w := range c.schedule.Workers() {
		before, known := c.states[w.ID]
		states[w.ID] = w.State
		if w.State == before || w.Referee {
			continue
		}
		switch {
		case w.State == schedule.Excluded:
			c.say("worker %s is excluded: %s", w.Name, w.Why)
		case w.State == schedule.Hangs:
			c.say("worker %s hangs; its games are leased to others", w.Name)
		case w.State == schedule.Gone && known:
			c.say("worker %s has left or does not answer", w.Name)
		case (!known || before == schedule.Gone) && w.Name != "":
			c.say("worker %s has joined: %d games at once, build %s", w.Name, w.Slots, buildinfo.Short(w.Build))
		}
	}
}

// removeOld removes experiments that ended long ago. If the stream is three quarters full, it also
// removes the first of the ended experiments.
func (c *coordinator) removeOld(ctx context.Context) {
	s, err := c.link.js.Stream(ctx, stream)
	if err != nil {
		return
	}
	c.mu.Lock()
	c.bytes = s.CachedInfo().State.Bytes
	full := c.limit > 0 && c.bytes > uint64(c.limit)/4*3
	var old []string
	for _, e := range c.schedule.Experiments() {
		if e.State != schedule.Playing && (time.Since(e.Ended) > c.cfg.Keep || full && len(old) == 0) {
			old = append(old, e.ID)
		}
	}
	c.mu.Unlock()
	for _, id := range old {
		_ = c.forget(ctx, id)
	}
}

// forget removes an experiment from the scheduler and the stream.
func (c *coordinator) forget(ctx context.Context, id string) error {
	c.mu.Lock()
	delete(c.experiments, id)
	c.schedule.Forget(id)
	c.mu.Unlock()
	s, err := c.link.js.Stream(ctx, stream)
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject(subjectsOf(id)))
	}
	return err
}
