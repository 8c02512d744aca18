package position

import (
	"context"
	"sync"

	"ouro/play"
)

// jobs run beside the answering of messages, one of each name at a time.
type jobs struct {
	ctx     context.Context
	onError func(name string, id int, err error)

	running sync.WaitGroup
	now     map[string]job
}

type job struct {
	stop context.CancelFunc
	done chan struct{}
}

// start stops the job with this name and then begins a new one. Errors of a job that was
// not stopped are passed to onError.
func (j *jobs) start(name string, id int, f func(context.Context) error) {
	before, some := j.now[name]
	if some {
		before.stop()
	}
	ctx, stop := context.WithCancel(j.ctx)
	own := job{stop, make(chan struct{})}
	j.now[name] = own
	j.running.Go(func() {
		defer close(own.done)
		defer stop()
		if some {
			<-before.done
		}
		if ctx.Err() != nil {
			return
		}
		if err := recovered(ctx, f); err != nil && ctx.Err() == nil {
			j.onError(name, id, err)
		}
	})
}

// recovered runs f and returns a panic as an error.
func recovered(ctx context.Context, f func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = play.Caught(p)
		}
	}()
	return f(ctx)
}

func (j *jobs) cancel(name string) {
	if job, some := j.now[name]; some {
		job.stop()
	}
}
