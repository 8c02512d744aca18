package env

import (
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// workerPool runs work that consists of numbered parts, in the calling goroutine and in helpers.
// Without work, helpers wait. Each goroutine takes the next part when it is free, so a helper that
// wakes up late delays nothing.
type workerPool struct {
	part    func(n int) error
	wake    []chan struct{} // wakes helpers, one channel for each
	helpers sync.WaitGroup

	next       atomic.Int32          // number of parts that no goroutine has taken; may be negative
	unfinished atomic.Int32          // number of parts that are not finished
	ended      chan struct{}         // receives a token when all parts are finished
	err        atomic.Pointer[error] // the first error of a part
}

// newWorkerPool starts workers-1 helpers. The method close ends them.
func newWorkerPool(workers int, part func(n int) error) *workerPool {
	c := &workerPool{part: part, ended: make(chan struct{}, 1)}
	for range workers - 1 {
		wake := make(chan struct{}, 1)
		c.wake = append(c.wake, wake)
		c.helpers.Go(func() {
			for range wake {
				c.work()
			}
		})
	}
	return c
}

// run runs parts 0 to n-1. If parts fail, it returns one of their errors.
func (c *workerPool) run(n int) error {
	if n == 0 {
		return nil
	}
	c.unfinished.Store(int32(n))
	c.next.Store(int32(n)) // from here on, awake helpers find work
	for i, wake := range c.wake {
		if i+1 >= n {
			break
		}
		select {
		case wake <- struct{}{}:
		default: // the helper has not yet received the last token
		}
	}
	c.work()
	<-c.ended
	if p := c.err.Load(); p != nil {
		return *p
	}
	return nil
}

// work runs parts, from the last to the first, until all parts are taken. A helper that wakes up
// late finds no parts, or parts of the next run.
func (c *workerPool) work() {
	for {
		n := c.next.Add(-1)
		if n < 0 {
			return
		}
		if err := onFault(func() error { return c.part(int(n)) }); err != nil {
			c.fail(err)
		}
		if c.unfinished.Add(-1) == 0 {
			c.ended <- struct{}{}
		}
	}
}

// fail stores the first error. It is a separate method so that the method work does not allocate
// memory for the error.
func (c *workerPool) fail(err error) { c.err.CompareAndSwap(nil, &err) }

// onFault calls f, which can access shared memory. If that memory disappears, onFault returns an
// error instead of crashing the program.
func onFault(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = memoryFault(r)
		}
	}()
	return f()
}

// memoryFault returns the error for a recovered memory fault. It panics again with any other
// recovered value, because the program then has a defect.
func memoryFault(r any) error {
	if _, ok := r.(interface{ Addr() uintptr }); ok {
		return errCut
	}
	panic(r)
}

func (c *workerPool) close() {
	for _, wake := range c.wake {
		close(wake)
	}
	c.helpers.Wait()
}

var errCut = errors.New("the shared file was truncated, or no memory is left for it")
