package position

import (
	"context"
	"sync"

	"ouro/play"
)

// jobs are what is done beside the answering of messages: one of each name at a time.
type jobs struct {
	ctx   context.Context
	broke func(name string, id int, err error)

	running sync.WaitGroup
	now     map[string]job
}

type job struct {
	stop context.CancelFunc
	done chan struct{}
}

// start begins a job once the one of this name before it has stopped, which it is
// told to. Errors of a job that was not stopped are told.
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
		if err := guarded(ctx, f); err != nil && ctx.Err() == nil {
			j.broke(name, id, err)
		}
	})
}

// guarded is f, whose panic is an error.
func guarded(ctx context.Context, f func(context.Context) error) (err error) {
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
