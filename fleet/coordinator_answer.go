package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"ouro/definition"
	"ouro/fleet/schedule"
	"ouro/internal/printable"
)

// subscribe answers requests until its subscriptions are cancelled.
func (c *coordinator) subscribe(ctx context.Context) (all []*nats.Subscription, err error) {
	for subject, reply := range map[string]func(data []byte) any{
		subjectHello:      func([]byte) any { return helloAnswer{answer{Protocol: protocol}, c.build, c.since} },
		subjectSubmit:     request(func(s submission) any { return c.submit(ctx, s) }),
		subjectDefinition: request(c.definitionOf),
		subjectAsk:        func(data []byte) any { return c.ask(data, true) },
		subjectBeat:       func(data []byte) any { return c.ask(data, false) },
		subjectLeave:      request(c.leave),
		subjectStop:       request(func(a experimentRequest) any { return c.end(ctx, a, false) }),
		subjectCancel:     request(func(a experimentRequest) any { return c.end(ctx, a, true) }),
		subjectStatus:     func([]byte) any { return statusAnswer{answer{Protocol: protocol}, c.status()} },
	} {
		s, err := c.link.nc.Subscribe(subject, func(m *nats.Msg) {
			data, err := json.Marshal(reply(m.Data))
			if err == nil {
				_ = m.Respond(data)
			}
		})
		if err != nil {
			return all, err
		}
		all = append(all, s)
	}
	return all, c.link.nc.Flush()
}

type statusAnswer struct {
	answer
	Status Status `json:"status"`
}

// refuse returns an answer that refuses a request.
func refuse(format string, v ...any) answer {
	return answer{Protocol: protocol, Error: fmt.Sprintf(format, v...)}
}

// request returns a handler that decodes a request and returns the answer of reply.
func request[T any](reply func(T) any) func(data []byte) any {
	return func(data []byte) any {
		var q T
		if err := json.Unmarshal(data, &q); err != nil {
			return refuse("%v", err)
		}
		return reply(q)
	}
}

// refuseProtocol refuses a program whose version of the protocol differs.
func (c *coordinator) refuseProtocol(sender, build string, version int) answer {
	return refuse("this coordinator (build %s) uses fleet protocol %d, but the %s (build %s) uses %d", c.build, protocol, sender, build, version)
}

// maxTitle is the length in bytes to which titles are cut.
const maxTitle = 200

func (c *coordinator) submit(ctx context.Context, s submission) any {
	if s.Protocol != protocol {
		return c.refuseProtocol("program that connects", s.Build, s.Protocol)
	}
	d, err := definition.Parse(s.Definition)
	if err != nil {
		return refuse("%v", err)
	}
	if s.ID != ID(&d, s.Build, !strings.HasSuffix(s.ID, noRecordsSuffix)) || len(s.Games) > maxSpans {
		return refuse("invalid submission")
	}
	c.mu.Lock()
	err = c.schedule.Fits(s.ID, s.Games)
	c.mu.Unlock()
	if err != nil {
		return refuse("%v", err)
	}
	s.Title = printable.Short(printable.Line(s.Title), maxTitle)
	data, err := json.Marshal(s)
	if err != nil {
		return refuse("%v", err)
	}
	if err := c.storeForRequest(ctx, subjectsPrefix+s.ID+".order", data); err != nil {
		return refuse("%v", err)
	}
	return answer{Protocol: protocol}
}

func (c *coordinator) definitionOf(a experimentRequest) any {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.experiments[a.ID]
	if e == nil {
		return refuse("unknown experiment %s", a.ID)
	}
	return definitionAnswer{answer{Protocol: protocol}, e.Definition}
}

// ask answers a worker: with a new lease if wantsGames is set, otherwise with the worker's void
// leases.
func (c *coordinator) ask(data []byte, wantsGames bool) any {
	var a askRequest
	if err := json.Unmarshal(data, &a); err != nil || a.Worker.ID == "" || len(a.Worker.ID) > 64 || len(a.Worker.Build) > 64 || strings.ContainsAny(a.Worker.ID, ".*> \t\r\n") {
		return refuse("invalid request from a worker")
	}
	a.Worker.Name = printable.Short(printable.Line(a.Worker.Name), 80)
	if a.Protocol != protocol {
		return c.refuseProtocol("worker", a.Worker.Build, a.Protocol)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r := askAnswer{answer: answer{Protocol: protocol}}
	if !wantsGames {
		c.schedule.Beat(time.Now(), a.Worker)
		r.Void = c.schedule.Void(a.Worker.ID, a.Leases)
		return r
	}
	if r.Lease, r.Refused = c.schedule.Ask(time.Now(), a.Worker, a.Racing); r.Refused == schedule.TooMany {
		return refuse("%s", r.Refused) // the worker tries again later
	}
	return r
}

func (c *coordinator) leave(a askRequest) any {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.schedule.Leave(a.Worker.ID)
	return answer{Protocol: protocol}
}

// endAnswer has the id of the experiment that was stopped or removed.
type endAnswer struct {
	answer
	ID string `json:"id"`
}

func (c *coordinator) end(ctx context.Context, a experimentRequest, remove bool) any {
	var ids []string
	c.mu.Lock()
	for id := range c.experiments {
		if a.ID != "" && strings.HasPrefix(id, a.ID) {
			ids = append(ids, id)
		}
	}
	c.mu.Unlock()
	switch {
	case len(ids) == 0:
		return refuse("unknown experiment %s", printable.Short(printable.Line(a.ID), 80))
	case len(ids) > 1:
		slices.Sort(ids)
		return refuse("the id %s is ambiguous: it can be %s", a.ID, strings.Join(ids, " or "))
	}
	err := c.storeForRequest(ctx, subjectsPrefix+ids[0]+".stop", []byte("{}"))
	if err == nil && remove {
		c.mu.Lock()
		c.schedule.Stop(time.Now(), ids[0])
		gone := verdictMessage{schedule.Verdict{Experiment: ids[0], Stopped: true}, math.MaxInt64}
		c.mu.Unlock()
		if err = c.publish(ctx, gone); err == nil { // the verdict reaches a submitter that waits for the experiment
			time.Sleep(50 * time.Millisecond)
			err = c.forget(ctx, ids[0])
		}
	}
	if err != nil {
		return refuse("%v", explain(err))
	}
	return endAnswer{answer{Protocol: protocol}, ids[0]}
}

func (c *coordinator) status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Status{Schema: 1, Build: c.build, Since: c.since, Bytes: c.bytes, Limit: c.limit, Workers: c.schedule.Workers(), Experiments: []ExperimentFacts{}}
	for _, e := range c.schedule.Experiments() {
		stored := c.experiments[e.ID]
		s.Experiments = append(s.Experiments, ExperimentFacts{e, stored.Title, stored.definition.Kind})
	}
	return s
}
