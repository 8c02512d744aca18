package session

import "context"

// Channel is one thing that the page has open, as its [Kind] sees it.
type Channel struct {
	session *Session
	name    string
	open    Message
	queue   chan Message // what the page has said
	in      chan Message // what of it is taken
	stop    context.CancelFunc
}

// Request is the message that opened the channel.
func (c *Channel) Request() Message { return c.open }

// In has what the page says, in its order.
func (c *Channel) In() <-chan Message { return c.in }

// Next waits for what the page says next.
func (c *Channel) Next(ctx context.Context) (Message, error) {
	select {
	case m := <-c.in:
		return m, nil
	case <-ctx.Done():
		return Message{}, ctx.Err()
	}
}

// pass hands on what the page says, and counts what still waits.
func (c *Channel) pass(ctx context.Context) {
	for {
		select {
		case m := <-c.queue:
			select {
			case c.in <- m:
			case <-ctx.Done():
			}
			c.session.waiting.Add(-int64(len(m.Data)))
		case <-ctx.Done():
			return
		}
	}
}

// Send emits a message once the page has acknowledged enough earlier ones.
func (c *Channel) Send(ctx context.Context, kind string, data any) error {
	return c.session.send(ctx, c.name, kind, data)
}

// Offer emits a message unless the page is behind. What was not sent is to be told
// otherwise later, as by a key frame.
func (c *Channel) Offer(kind string, data any) (sent bool, err error) {
	if !c.session.window.try() {
		return false, nil
	}
	text, err := encode(c.name, kind, data)
	if err != nil {
		c.session.window.back()
		return false, err
	}
	return true, c.session.put(text)
}

// Leaving returns err, or nil once ctx has ended: whoever has left is told nothing.
func UnlessGone(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Fail tells the page of an error after which the channel goes on.
func (c *Channel) Fail(ctx context.Context, err error) error {
	return c.Send(ctx, Failed, asError(err))
}
