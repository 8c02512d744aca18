package fleet

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	replyTime = 5 * time.Second // time to wait for an answer
	retryTime = 500 * time.Millisecond
)

var errNoCoordinator = errors.New("no coordinator answers there; start one with ouro fleet serve")

// link is a connection to a NATS server. It reconnects by itself.
type link struct {
	nc *nats.Conn
	js jetstream.JetStream
}

// dial connects to a server. extra has further options for a server in this process.
func dial(ctx context.Context, a Access, name string, printf func(string, ...any), extra ...nats.Option) (*link, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	options := append([]nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(retryTime), nats.ReconnectJitter(retryTime/2, retryTime/2),
		nats.Timeout(replyTime), nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			if !nc.IsClosed() && err != nil && ctx.Err() == nil {
				printf("lost the connection to the fleet, trying again")
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { printf("connected to the fleet again") }),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the calls return these errors
	}, extra...)
	if a.Token != "" {
		options = append(options, nats.Token(a.Token))
	}
	if a.CA != "" {
		pool, err := readCertPool(a.CA)
		if err != nil {
			return nil, err
		}
		options = append(options, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	d := &dialer{ctx: ctx}
	if a.URL != "" { // "" is the server in this process
		options = append(options, nats.SetCustomDialer(d))
	}
	nc, err := nats.Connect(a.URL, options...)
	d.detach()
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%s: %w", a.Redacted(), explain(err))
	}
	js, err := jetstream.New(nc)
	if err != nil {
		nc.Close()
		return nil, err
	}
	return &link{nc, js}, nil
}

// dialer makes connections. Until detach is called, the end of the context interrupts an attempt to
// connect.
type dialer struct {
	mu   sync.Mutex
	ctx  context.Context
	done bool
	stop []func() bool
}

func (d *dialer) Dial(network, address string) (net.Conn, error) {
	d.mu.Lock()
	ctx, done := d.ctx, d.done
	d.mu.Unlock()
	limited, cancel := context.WithTimeout(ctx, replyTime)
	defer cancel()
	c, err := new(net.Dialer).DialContext(limited, network, address)
	if err == nil && !done {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.stop = append(d.stop, context.AfterFunc(ctx, func() { _ = c.Close() }))
	}
	return c, err
}

// detach makes the connection independent of the context.
func (d *dialer) detach() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done = true
	for _, stop := range d.stop {
		stop()
	}
	d.ctx = context.WithoutCancel(d.ctx)
}

// explain replaces known errors of NATS by messages for users.
func explain(err error) error {
	switch {
	case errors.Is(err, nats.ErrNoServers):
		return errors.New("no server listens there; start one with ouro fleet serve")
	case errors.Is(err, nats.ErrAuthorization):
		return errors.New("the token is wrong; set it with --token or OURO_FLEET_TOKEN")
	case errors.Is(err, nats.ErrReconnectBufExceeded):
		return errors.New("no connection to the server; ouro connects again when the server is back")
	case errors.Is(err, nats.ErrNoResponders):
		return errNoCoordinator
	case errors.Is(err, jetstream.ErrNoStreamResponse):
		return errors.New("the store does not answer; is the disk of the server full?")
	case errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return errors.New("no answer in time")
	}
	return err
}

type refusal string

func (r refusal) Error() string { return string(r) }

// ask sends a request and decodes the answer.
func (l *link) ask(ctx context.Context, subject string, question, reply any) error {
	data, err := json.Marshal(question)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, replyTime)
	defer cancel()
	m, err := l.nc.RequestWithContext(ctx, subject, data)
	if err != nil {
		return explain(err)
	}
	var a answer
	if err := json.Unmarshal(m.Data, &a); err != nil {
		return fmt.Errorf("the answer of the coordinator is invalid: %w", err)
	}
	if a.Protocol != protocol {
		return refusal(fmt.Sprintf("the coordinator uses fleet protocol %d, and this program uses %d", a.Protocol, protocol))
	}
	if a.Error != "" {
		return refusal(a.Error)
	}
	return json.Unmarshal(m.Data, reply)
}

// askUntilAnswered repeats a request until an answer arrives, because a NATS server may accept
// connections before its coordinator answers. It gives up after 20 tries, half a second apart.
func (l *link) askUntilAnswered(ctx context.Context, subject string, question, reply any, say func(string, ...any)) error {
	for try := 0; ; try++ {
		err := l.ask(ctx, subject, question, reply)
		if refused := refusal(""); err == nil || errors.As(err, &refused) || try == 20 {
			return err
		}
		if try == 1 {
			say("trying again: %v", err)
		}
		if !pause(ctx, retryTime) {
			return err
		}
	}
}

// publish writes a message to the stream, and retries until it succeeds or ctx ends. If ctx ends
// first, publish returns the last failure. After about a second, it calls fault with each new
// reason for the delay. The server stores only one of several messages with the same id, unless id
// is "".
func (l *link) publish(ctx context.Context, subject, id string, data []byte, fault func(why string)) error {
	var options []jetstream.PublishOpt
	if id != "" {
		options = append(options, jetstream.WithMsgID(id))
	}
	var last error
	for wait, reported := retryTime/10, ""; ; wait = min(2*wait, 2*time.Second) {
		try, cancel := context.WithTimeout(ctx, replyTime)
		_, err := l.js.Publish(try, subject, data, options...)
		cancel()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return cmp.Or(last, ctx.Err())
		case errors.Is(err, nats.ErrMaxPayload):
			return fmt.Errorf("a message has %d bytes; the server accepts at most %d", len(data), l.nc.MaxPayload())
		}
		if last = explain(err); last.Error() != reported && wait > retryTime {
			reported = last.Error()
			fault(reported)
		}
		if !pause(ctx, wait) {
			return last
		}
	}
}

// follow reads the stream from message number first on until handle returns false or ctx ends. It
// reconnects when necessary.
func (l *link) follow(ctx context.Context, subjects string, first uint64, handle func(m *event) bool) error {
	for next := max(1, first); ; {
		done, err := l.followOnce(ctx, subjects, &next, handle)
		if done || ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, jetstream.ErrStreamNotFound) && !l.nc.IsConnected() {
			continue
		}
		if !pause(ctx, retryTime) {
			return ctx.Err()
		}
	}
}

type event struct {
	subject string
	data    []byte
	seq     uint64
	stored  time.Time // when the server stored the message
	pending uint64    // number of messages after this one
}

func (l *link) followOnce(ctx context.Context, subjects string, next *uint64, handle func(m *event) bool) (done bool, err error) {
	try, cancel := context.WithTimeout(ctx, replyTime)
	consumer, err := l.js.OrderedConsumer(try, stream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{subjects}, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *next,
		InactiveThreshold: time.Minute,
	})
	cancel()
	if err != nil {
		return false, err
	}
	messages, err := consumer.Messages(jetstream.PullMaxMessages(1000))
	if err != nil {
		return false, err
	}
	defer messages.Stop()
	for {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return false, err
		}
		meta, err := m.Metadata()
		if err != nil {
			return false, err
		}
		*next = meta.Sequence.Stream + 1
		if !handle(&event{m.Subject(), m.Data(), meta.Sequence.Stream, meta.Timestamp, meta.NumPending}) {
			return true, nil
		}
	}
}

// pause waits for d. It returns false if ctx ends first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
