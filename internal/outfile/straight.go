package outfile

import (
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// Grace is the time that a reader has to take what is written after a command was
// stopped.
const Grace = time.Second

// straight is an output that is no regular file.
type straight struct {
	Handle
	ctx  context.Context // of the work; nothing waits for the reader when it has ended
	stop func() bool
}

// openStraight opens what is no regular file. A named pipe waits for its reader,
// and that ends with ctx.
func openStraight(ctx context.Context, sys System, name string) (io.WriteCloser, error) {
	type opened struct {
		f   Handle
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := sys.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		stop := context.AfterFunc(ctx, func() { _ = o.f.SetWriteDeadline(time.Now().Add(Grace)) })
		return &straight{o.f, ctx, stop}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *straight) Write(p []byte) (int, error) {
	n, err := s.Handle.Write(p)
	if errors.Is(err, os.ErrDeadlineExceeded) && s.ctx.Err() != nil {
		err = s.ctx.Err()
	}
	return n, err
}

func (s *straight) Close() error {
	s.stop()
	return s.Handle.Close()
}

// unclosed is standard output, which others write to as well.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
