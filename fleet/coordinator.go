//go:build !nofleet

package fleet

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ouro/fleet/desk"
	"ouro/internal/printable"
	"ouro/order"
)

// coordinator is the desk of a fleet with what is around it. What it knows it has from
// the stream, so that the next one knows the same.
type coordinator struct {
	link  *link
	build string
	since time.Time
	cfg   Serving

	mu     sync.Mutex
	desk   *desk.Desk
	orders map[string]*ordered
	live   bool              // it has read what was there when it started
	told   map[string]string // states of workers that people know of

	bytes uint64
	limit int64
}

// ordered is an experiment as it was submitted first.
type ordered struct {
	submission
	order order.Order
	last  uint64 // submission of it, as the stream counts
}

// maxTitle is as much as is shown of a title.
const maxTitle = 200

// coordinate coordinates until ctx ends.
func coordinate(ctx context.Context, l *link, build string, cfg Serving, ready func(*coordinator) error) error {
	if cfg.Desk.Draw == nil {
		cfg.Desk.Draw = secret(rand.Read)
	}
	cfg.Desk.First = uint64(time.Now().UnixMicro())
	c := &coordinator{
		link: l, build: build, since: time.Now(), cfg: cfg, desk: desk.New(cfg.Desk),
		orders: map[string]*ordered{}, told: map[string]string{}, limit: cfg.Size,
	}
	var other helloAnswer
	if err := l.ask(ctx, subjectHello, hello{protocol, build}, &other); err == nil {
		return fmt.Errorf("another coordinator, of build %s, serves this fleet since %s", other.Build, other.Since.Format(time.DateTime))
	}
	last, err := c.open(ctx)
	if err != nil {
		return err
	}
	if err := c.recall(ctx, last); err != nil {
		return err
	}
	subscriptions, err := c.answer(ctx)
	if err != nil {
		return err
	}
	defer func() {
		for _, s := range subscriptions {
			_ = s.Unsubscribe()
		}
	}()
	if err := ready(c); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { c.decide(ctx) })
	return l.follow(ctx, subjectsOfAll, last+1, func(m *event) bool {
		c.take(m)
		return true
	})
}

// open makes the stream where there is none, and says what its last message is.
func (c *coordinator) open(ctx context.Context) (last uint64, err error) {
	for {
		try, cancel := context.WithTimeout(ctx, replyTime)
		s, err := c.link.js.CreateOrUpdateStream(try, jetstream.StreamConfig{
			Name: stream, Description: "experiments of ouro", Subjects: []string{subjectsOfAll},
			MaxBytes: c.cfg.Size, Discard: jetstream.DiscardNew, Storage: jetstream.FileStorage, Duplicates: 2 * time.Minute,
		})
		var info *jetstream.StreamInfo
		if err == nil {
			info, err = s.Info(try)
		}
		cancel()
		if err == nil {
			c.bytes = info.State.Bytes
			return info.State.LastSeq, nil
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		var api *jetstream.APIError
		if errors.As(err, &api) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) {
			return 0, fmt.Errorf("the stream of the fleet: %w", err)
		}
		pause(ctx, retryTime)
	}
}

// recall takes what is in the stream, up to its last message.
func (c *coordinator) recall(ctx context.Context, last uint64) error {
	if last > 0 {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		idle := time.AfterFunc(replyTime, cancel) // what was purged at its end does not come
		defer idle.Stop()
		_ = c.link.follow(ctx, subjectsOfAll, 1, func(m *event) bool {
			idle.Reset(replyTime)
			c.take(m)
			return m.seq < last && m.pending > 0
		})
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.live = true
	c.desk.Verdicts() // all that was decided is told again
	for id, o := range c.orders {
		if err := c.tell(ctx, decided{c.desk.Standing(id), o.last}); err != nil {
			return err
		}
	}
	return nil
}

// take takes a message of the stream.
func (c *coordinator) take(m *event) {
	id, what, _ := strings.Cut(strings.TrimPrefix(m.subject, subjectsPrefix), ".")
	what, worker, _ := strings.Cut(what, ".")
	switch what {
	case "order":
		c.takeOrder(m)
	case "result":
		c.takeResults(m, id, worker)
	case "stop":
		c.mu.Lock()
		defer c.mu.Unlock()
		c.desk.Stop(m.at, id)
	case "verdict":
		c.takeVerdict(m, id)
	}
}

func (c *coordinator) takeOrder(m *event) {
	s := new(ordered)
	if json.Unmarshal(m.data, &s.submission) != nil {
		return
	}
	var err error
	if s.order, err = order.Parse(s.Order); err != nil || ID(&s.order, s.Build, !strings.HasSuffix(s.ID, bare)) != s.ID {
		return // of a coordinator that knew other orders
	}
	sure, racing := sure(&s.order)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.desk.Submit(m.at, desk.Spec{ID: s.ID, Build: s.Build, Sure: sure, Racing: racing}, s.Games) != nil {
		return
	}
	if c.orders[s.ID] == nil {
		c.orders[s.ID] = s
		c.say("experiment %s: %s", s.ID, s.Title)
	}
	c.orders[s.ID].last = m.seq
	if c.live {
		_ = c.link.nc.Publish(subjectWake, nil)
	}
}

func (c *coordinator) takeResults(m *event, id, worker string) {
	c.mu.Lock()
	o := c.orders[id]
	c.mu.Unlock()
	if o == nil {
		return
	}
	b, err := decodeBatch(m.data)
	digests := make([]desk.Digest, len(b.results))
	for i := range b.results {
		if r := &b.results[i]; err == nil && !r.failed {
			digests[i], err = digestOf(o.order.Kind, r.data)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.desk.Garbled(m.at, worker, err.Error())
		return
	}
	for i, r := range b.results {
		if r.failed {
			c.desk.Unplayable(m.at, worker, id, b.lease, r.game, printable.Short(string(r.data), 1000))
		} else {
			c.desk.Result(m.at, worker, id, b.lease, r.game, digests[i])
		}
	}
}

// takeVerdict takes what an earlier coordinator has decided.
func (c *coordinator) takeVerdict(m *event, id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var v desk.Verdict
	if c.live || json.Unmarshal(m.data, &v) != nil {
		return
	}
	for _, b := range v.Banned {
		c.desk.Ban(m.at, b)
	}
	for worker, spans := range v.Cleared {
		c.desk.Clear(m.at, id, worker, spans)
	}
}

// decide tells the verdicts as they come, and tidies up.
func (c *coordinator) decide(ctx context.Context) {
	var waiting []decided
	tidied := time.Time{}
	for pause(ctx, 100*time.Millisecond) {
		c.mu.Lock()
		c.desk.Tick(time.Now())
		for _, v := range c.desk.Verdicts() {
			waiting = append(waiting, decided{v, c.orders[v.Experiment].last})
		}
		c.notice()
		c.mu.Unlock()
		for len(waiting) > 0 && c.tell(ctx, waiting[0]) == nil {
			waiting = waiting[1:]
		}
		if time.Since(tidied) > 10*time.Second {
			tidied = time.Now()
			c.tidy(ctx)
		}
	}
}

// tell writes a verdict down, in parts that fit into messages.
func (c *coordinator) tell(ctx context.Context, v decided) error {
	part := decided{desk.Verdict{Experiment: v.Experiment, Banned: v.Banned}, v.After}
	spans := 0
	send := func() error {
		data, err := json.Marshal(part)
		if err != nil {
			return err
		}
		part, spans = decided{desk.Verdict{Experiment: v.Experiment}, v.After}, 0
		return c.link.publish(ctx, subjectsPrefix+v.Experiment+".verdict", "", data, c.say)
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
				part.Cleared = map[string][]desk.Span{}
			}
			part.Cleared[worker] = append(part.Cleared[worker], piece...)
		}
	}
	part.Done, part.Failed, part.Stopped = v.Done, v.Failed, v.Stopped
	return send()
}

// notice says what people should know of workers.
func (c *coordinator) notice() {
	for _, w := range c.desk.Workers() {
		before, known := c.told[w.ID]
		if w.State == before || w.Referee {
			continue
		}
		c.told[w.ID] = w.State
		switch {
		case w.State == desk.Out:
			c.say("worker %s is left out: %s", w.Name, w.Why)
		case w.State == desk.Hangs:
			c.say("worker %s hangs; what it plays is handed out again", w.Name)
		case w.State == desk.Gone && known:
			c.say("worker %s is gone", w.Name)
		case (!known || before == desk.Gone) && w.Name != "":
			c.say("worker %s is there, %d at once, build %s", w.Name, w.Slots, w.Build)
		}
	}
}

// tidy removes what was over for long, or what is over where the room is needed.
func (c *coordinator) tidy(ctx context.Context) {
	s, err := c.link.js.Stream(ctx, stream)
	if err != nil {
		return
	}
	c.mu.Lock()
	c.bytes = s.CachedInfo().State.Bytes
	full := c.limit > 0 && c.bytes > uint64(c.limit)/4*3
	var old []string
	for _, e := range c.desk.Experiments() {
		if e.State != desk.Playing && (time.Since(e.Ended) > c.cfg.Keep || full && len(old) == 0) {
			old = append(old, e.ID)
		}
	}
	c.mu.Unlock()
	for _, id := range old {
		_ = c.forget(ctx, id)
	}
}

// forget removes an experiment from the desk and from the stream.
func (c *coordinator) forget(ctx context.Context, id string) error {
	c.mu.Lock()
	delete(c.orders, id)
	c.desk.Forget(id)
	c.mu.Unlock()
	s, err := c.link.js.Stream(ctx, stream)
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject(subjectsOf(id)))
	}
	return err
}

func (c *coordinator) say(format string, v ...any) {
	if c.cfg.Say != nil && c.live {
		c.cfg.Say(format, v...)
	}
}

// answer answers requests from now on.
func (c *coordinator) answer(ctx context.Context) (all []*nats.Subscription, err error) {
	for subject, reply := range map[string]func(data []byte) any{
		subjectHello:  func([]byte) any { return helloAnswer{answer{Protocol: protocol}, c.build, c.since} },
		subjectSubmit: func(data []byte) any { return c.submit(ctx, data) },
		subjectOrder:  c.orderOf,
		subjectAsk:    func(data []byte) any { return c.ask(data, true) },
		subjectBeat:   func(data []byte) any { return c.ask(data, false) },
		subjectLeave:  c.leave,
		subjectStop:   func(data []byte) any { return c.end(ctx, data, false) },
		subjectCancel: func(data []byte) any { return c.end(ctx, data, true) },
		subjectStatus: func([]byte) any { return statusAnswer{answer{Protocol: protocol}, c.status()} },
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

// statusAnswer is the answer to who asks how it stands.
type statusAnswer struct {
	answer
	Status Status `json:"status"`
}

// no is the answer to what is refused.
func no(format string, v ...any) answer {
	return answer{Protocol: protocol, Error: fmt.Sprintf(format, v...)}
}

// submit writes down what somebody wants to have played.
func (c *coordinator) submit(ctx context.Context, data []byte) any {
	var s submission
	if err := json.Unmarshal(data, &s); err != nil {
		return no("a submission: %v", err)
	}
	if s.Protocol != protocol {
		return no("this coordinator (build %s) speaks protocol %d of fleets, the program that asks (build %s) protocol %d", c.build, protocol, s.Build, s.Protocol)
	}
	o, err := order.Parse(s.Order)
	if err != nil {
		return no("%v", err)
	}
	if s.ID != ID(&o, s.Build, !strings.HasSuffix(s.ID, bare)) || len(s.Games) > maxSpans {
		return no("a submission that no program makes")
	}
	if n := desk.Count(s.Games); n > desk.MaxGames {
		return no("%d games: want at most %d", n, desk.MaxGames)
	}
	s.Title = printable.Short(printable.Line(s.Title), maxTitle)
	if data, err = json.Marshal(s); err != nil {
		return no("%v", err)
	}
	ctx, cancel := context.WithTimeout(ctx, replyTime)
	defer cancel()
	if err := c.link.publish(ctx, subjectsPrefix+s.ID+".order", "", data, c.say); err != nil {
		return no("%v", plain(err))
	}
	return answer{Protocol: protocol}
}

func (c *coordinator) orderOf(data []byte) any {
	var a about
	if err := json.Unmarshal(data, &a); err != nil {
		return no("%v", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.orders[a.ID]
	if o == nil {
		return no("there is no experiment %s", a.ID)
	}
	return orderAnswer{answer{Protocol: protocol}, o.Order}
}

// ask gives a worker games if it wants some, and tells which of its leases nobody wants
// any more.
func (c *coordinator) ask(data []byte, wants bool) any {
	var a asking
	if err := json.Unmarshal(data, &a); err != nil || a.Worker.ID == "" || len(a.Worker.ID) > 64 || strings.ContainsAny(a.Worker.ID, ".*> \t\r\n") {
		return no("a question that no worker asks")
	}
	a.Worker.Name = printable.Short(printable.Line(a.Worker.Name), 80)
	if a.Protocol != protocol {
		return no("this coordinator (build %s) speaks protocol %d of fleets, the worker (build %s) protocol %d", c.build, protocol, a.Worker.Build, a.Protocol)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r := askAnswer{answer: answer{Protocol: protocol}}
	if !wants {
		c.desk.Beat(time.Now(), a.Worker)
		r.Void = c.desk.Void(a.Worker.ID, a.Leases)
		return r
	}
	r.Lease, r.Refused = c.desk.Ask(time.Now(), a.Worker, a.Racing)
	return r
}

func (c *coordinator) leave(data []byte) any {
	var a asking
	if err := json.Unmarshal(data, &a); err != nil {
		return no("%v", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.desk.Leave(a.Worker.ID)
	return answer{Protocol: protocol}
}

// endAnswer says which experiment was meant.
type endAnswer struct {
	answer
	ID string `json:"id"`
}

// end stops an experiment, or removes it.
func (c *coordinator) end(ctx context.Context, data []byte, remove bool) any {
	var a about
	if err := json.Unmarshal(data, &a); err != nil {
		return no("%v", err)
	}
	var ids []string
	c.mu.Lock()
	for id := range c.orders {
		if a.ID != "" && strings.HasPrefix(id, a.ID) {
			ids = append(ids, id)
		}
	}
	c.mu.Unlock()
	switch {
	case len(ids) == 0:
		return no("there is no experiment %s", printable.Short(printable.Line(a.ID), 80))
	case len(ids) > 1:
		slices.Sort(ids)
		return no("%s may be %s", a.ID, strings.Join(ids, " or "))
	}
	ctx, cancel := context.WithTimeout(ctx, replyTime)
	defer cancel()
	err := c.link.publish(ctx, subjectsPrefix+ids[0]+".stop", "", []byte("{}"), c.say)
	if err == nil && remove {
		c.mu.Lock()
		c.desk.Stop(time.Now(), ids[0])
		gone := decided{desk.Verdict{Experiment: ids[0], Stopped: true}, math.MaxInt64}
		c.mu.Unlock()
		if err = c.tell(ctx, gone); err == nil { // so that who waits for it knows
			time.Sleep(50 * time.Millisecond)
			err = c.forget(ctx, ids[0])
		}
	}
	if err != nil {
		return no("%v", plain(err))
	}
	return endAnswer{answer{Protocol: protocol}, ids[0]}
}

func (c *coordinator) status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Status{Schema: 1, Build: c.build, Since: c.since, Bytes: c.bytes, Limit: c.limit, Workers: c.desk.Workers(), Experiments: []ExperimentFacts{}}
	for _, e := range c.desk.Experiments() {
		o := c.orders[e.ID]
		s.Experiments = append(s.Experiments, ExperimentFacts{e, o.Title, o.order.Kind})
	}
	return s
}
