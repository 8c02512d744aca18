package outfile

import (
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// Grace is the time that a reader has to read output after a command was stopped.
const Grace = time.Second

// straight is an output that is not a regular file.
type straight struct {
	Handle
	ctx  context.Context // after its end, writes wait at most Grace
	stop func() bool
}

// openStraight opens an output that is not a regular file. A named pipe waits for its
// reader until ctx ends.
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

// unclosed is standard output, which Close does not close.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
