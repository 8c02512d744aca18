package fleet

import (
	"encoding/json"
	"strings"

	"ouro/definition"
	"ouro/fleet/schedule"
	"ouro/internal/printable"
)

// apply applies a message of the stream to the scheduler.
func (c *coordinator) apply(m *event) {
	id, kind, _ := strings.Cut(strings.TrimPrefix(m.subject, subjectsPrefix), ".")
	kind, worker, _ := strings.Cut(kind, ".")
	switch kind {
	case "order":
		c.applyDefinition(m)
	case "result":
		c.applyResults(m, id, worker)
	case "stop":
		c.mu.Lock()
		defer c.mu.Unlock()
		c.schedule.Stop(m.stored, id)
	case "verdict":
		c.applyVerdict(m, id)
	}
}

func (c *coordinator) applyDefinition(m *event) {
	s := new(storedExperiment)
	if json.Unmarshal(m.data, &s.submission) != nil {
		return
	}
	var err error
	if s.definition, err = definition.Parse(s.Definition); err != nil || ID(&s.definition, s.Build, !strings.HasSuffix(s.ID, noRecordsSuffix)) != s.ID {
		return // another version of the coordinator stored the definition in another form
	}
	sure, racing := s.definition.Determinism()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.schedule.Submit(m.stored, schedule.Spec{ID: s.ID, Build: s.Build, Deterministic: sure, Racing: racing}, s.Games) != nil {
		return
	}
	if c.experiments[s.ID] == nil {
		c.experiments[s.ID] = s
		c.say("experiment %s: %s", s.ID, s.Title)
	}
	c.experiments[s.ID].last = m.seq
	if c.live {
		_ = c.link.nc.Publish(subjectWake, nil)
	}
}

func (c *coordinator) applyResults(m *event, id, worker string) {
	c.mu.Lock()
	e := c.experiments[id]
	c.mu.Unlock()
	if e == nil {
		return
	}
	b, err := decodeBatch(m.data)
	digests := make([]schedule.Digest, len(b.results))
	for i := range b.results {
		if r := &b.results[i]; err == nil && !r.failed {
			digests[i], err = digestOf(r.data)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.schedule.InvalidResult(m.stored, worker, err.Error())
		return
	}
	for i, r := range b.results {
		if r.failed {
			c.schedule.Unplayable(m.stored, schedule.LeasedGame{Worker: worker, Experiment: id, Lease: b.lease, Game: r.game}, printable.Short(string(r.data), 1000))
		} else {
			c.schedule.Result(m.stored, schedule.LeasedGame{Worker: worker, Experiment: id, Lease: b.lease, Game: r.game}, digests[i])
		}
	}
}

// applyVerdict applies a verdict of an earlier coordinator. It ignores verdicts of this one.
func (c *coordinator) applyVerdict(m *event, id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var v schedule.Verdict
	if c.live || json.Unmarshal(m.data, &v) != nil {
		return
	}
	for _, b := range v.Banned {
		c.schedule.Ban(m.stored, b)
	}
	for worker, spans := range v.Cleared {
		c.schedule.ClearResults(m.stored, id, worker, spans)
	}
}
