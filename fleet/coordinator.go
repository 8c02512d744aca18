package fleet

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"ouro/definition"
	"ouro/fleet/schedule"
	"ouro/internal/outfile"
)

// coordinator runs the scheduler of a fleet. Its state depends only on the stream, so a restarted
// coordinator has the same state.
type coordinator struct {
	link  *link
	build string
	since time.Time
	cfg   CoordinatorConfig

	mu          sync.Mutex
	schedule    *schedule.Scheduler
	experiments map[string]*storedExperiment
	live        bool              // all messages from before the start have been read
	states      map[string]string // by worker: its last reported state

	bytes uint64
	limit int64

	messages messageLimiter
}

// storedExperiment is an experiment as first submitted.
type storedExperiment struct {
	submission
	definition definition.Definition
	last       uint64 // sequence number of its last submission
}

func coordinate(ctx context.Context, l *link, build string, cfg CoordinatorConfig, ready func(*coordinator) error) error {
	if cfg.Scheduler.Draw == nil {
		cfg.Scheduler.Draw = secureRandom(rand.Read)
	}
	cfg.Scheduler.First = uint64(time.Now().UnixMicro())
	c := &coordinator{
		link: l, build: build, since: time.Now(), cfg: cfg, schedule: schedule.New(cfg.Scheduler),
		experiments: map[string]*storedExperiment{}, states: map[string]string{}, limit: cfg.Size, messages: messageLimiter{print: cfg.Logf},
	}
	var other helloAnswer
	if err := l.ask(ctx, subjectHello, hello{protocol, build}, &other); err == nil {
		return fmt.Errorf("another coordinator, of build %s, has served this fleet since %s", other.Build, other.Since.Format(time.DateTime))
	}
	last, err := c.open(ctx)
	if err != nil {
		return err
	}
	if err := c.replay(ctx, last); err != nil {
		return err
	}
	subscriptions, err := c.subscribe(ctx)
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
		c.apply(m)
		return true
	})
}

// open creates the stream if necessary. It returns the sequence number of the last message, or 0.
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
			if info.State.Msgs == 0 {
				return 0, nil
			}
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

// replay reads the stream up to its last message.
func (c *coordinator) replay(ctx context.Context, last uint64) error {
	reader := streamReader{follow: c.link.follow, open: c.open, take: c.apply, slow: func() {
		if c.cfg.Logf != nil {
			c.cfg.Logf("the server of the fleet is slow; the coordinator must read its data before it can answer")
		}
	}}
	if err := reader.readAll(ctx, last); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.live = true
	c.schedule.Verdicts() // drop the changes: the loop publishes all decisions
	for id, e := range c.experiments {
		if err := c.publish(ctx, verdictMessage{c.schedule.AllDecisions(id), e.last}); err != nil {
			return err
		}
	}
	return nil
}

// streamReader has the functions that readAll calls.
type streamReader struct {
	follow func(ctx context.Context, subjects string, from uint64, take func(*event) bool) error
	open   func(context.Context) (last uint64, err error)
	take   func(*event)
	slow   func()
}

// readAll reads the stream up to message lastSeq or, if that message was purged, until no message
// is pending. If the server stops sending, readAll calls slow, calls open for the number of the
// last message, and continues.
func (r *streamReader) readAll(ctx context.Context, lastSeq uint64) error {
	done := lastSeq == 0
	for lastRead := uint64(0); !done; done = lastRead >= lastSeq {
		try, cancel := context.WithCancel(ctx)
		idle := time.AfterFunc(replyTime, cancel)
		err := r.follow(try, subjectsOfAll, lastRead+1, func(m *event) bool {
			idle.Reset(replyTime)
			r.take(m)
			lastRead = m.seq
			done = lastRead >= lastSeq || m.pending == 0
			return !done
		})
		idle.Stop()
		cancel()
		if done { // even if the timer fired just after the last message
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.slow()
		}
		if lastSeq, err = r.open(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (c *coordinator) say(format string, v ...any) {
	if c.live {
		c.messages.say(format, v...)
	}
}

// store writes a message to the stream, and retries until it succeeds or ctx ends. It prints the
// first reason for a failure, and returns the last one when ctx ends.
func (c *coordinator) store(ctx context.Context, subject string, data []byte) error {
	err := c.link.publish(ctx, subject, "", data, func(why string) { c.messages.fault(c.cause(errors.New(why)).Error()) })
	if err != nil {
		err = c.cause(explain(err))
		if !errors.Is(ctx.Err(), context.Canceled) {
			c.messages.fault(err.Error())
		}
		return err
	}
	c.messages.fault("")
	return nil
}

// cause finds out why the server cannot store, by a test write to its data folder. It returns the
// error of the test write, or err if the write succeeds. After its disk was full, NATS does not
// answer until it is restarted.
func (c *coordinator) cause(err error) error {
	if c.cfg.Dir == "" || c.cfg.NATS != nil {
		return err
	}
	testFile := outfile.In(nil, c.cfg.Dir, "room")
	failure := testFile.WriteQuick(func(w io.Writer) error {
		_, err := w.Write(make([]byte, 64<<10))
		return err
	})
	if failure = cmp.Or(failure, os.Remove(testFile.Path())); failure != nil {
		return failure
	}
	return fmt.Errorf("%w; if the disk was full, restart ouro fleet serve", err)
}

// storeForRequest is store with a timeout that ends before the sender of the request stops waiting.
func (c *coordinator) storeForRequest(ctx context.Context, subject string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, replyTime*3/5)
	defer cancel()
	if err := c.store(ctx, subject, data); err != nil {
		return fmt.Errorf("the coordinator cannot store the request: %w", err)
	}
	return nil
}

// messageLimiter prints the messages of a coordinator. If there are too many, for example because
// an attacker invents workers, it prints only their number.
type messageLimiter struct {
	print func(format string, v ...any)

	mu      sync.Mutex
	started time.Time // start of the current period
	lines   int       // number of messages in the period
	more    int       // number of these messages that were not printed
	refused int       // number of refused messages at the last summary
	broken  string    // the last printed reason why nothing can be stored, or ""
}

// A messageLimiter prints at most maxMessages messages in each messagePeriod.
const (
	maxMessages   = 20
	messagePeriod = 10 * time.Second
)

func (n *messageLimiter) say(format string, v ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.lines++; n.lines > maxMessages {
		n.more++
		return
	}
	n.print(format, v...)
}

// summarise prints, once per messagePeriod, how many messages were suppressed and refused. surplus
// is the number of refused messages since the start: those of workers beyond the limit.
func (n *messageLimiter) summarise(surplus int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if time.Since(n.started) < messagePeriod {
		return
	}
	if n.more > 0 {
		n.print("%d more messages are not shown", n.more)
	}
	if surplus > n.refused {
		n.print("refused %d messages of additional workers: the fleet has too many workers", surplus-n.refused)
	}
	n.started, n.lines, n.more, n.refused = time.Now(), 0, 0, surplus
}

// fault prints once why nothing can be stored. An empty reason means that storing works again.
func (n *messageLimiter) fault(why string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case why == n.broken:
	case why == "":
		n.print("the store works again")
	case n.broken == "":
		n.print("cannot store anything, trying again: %s", why)
	}
	n.broken = why
}
