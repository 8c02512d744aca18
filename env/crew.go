package env

import (
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// crew does work that is split into parts, in the goroutine that calls and in others
// that wait for it between two works. Whoever is free takes the next part, so that a
// helper that wakes late holds up nobody.
type crew struct {
	part func(n int) error
	wake []chan struct{} // of each helper
	gone sync.WaitGroup

	next  atomic.Int32  // parts that nobody has taken yet; negative is none
	left  atomic.Int32  // parts that are not done
	ended chan struct{} // a token when all parts are done
	wrong atomic.Pointer[error]
}

// newCrew starts the helpers: one fewer than workers. Close ends them.
func newCrew(workers int, part func(n int) error) *crew {
	c := &crew{part: part, ended: make(chan struct{}, 1)}
	for range workers - 1 {
		wake := make(chan struct{}, 1)
		c.wake = append(c.wake, wake)
		c.gone.Go(func() {
			for range wake {
				c.work()
			}
		})
	}
	return c
}

// run does parts 0 to n-1 and returns an error of one of them.
func (c *crew) run(n int) error {
	if n == 0 {
		return nil
	}
	c.left.Store(int32(n))
	c.next.Store(int32(n)) // from here on helpers find work, awake or not
	for i, wake := range c.wake {
		if i+1 >= n {
			break
		}
		select {
		case wake <- struct{}{}:
		default: // it has not yet taken the last call
		}
	}
	c.work()
	<-c.ended
	if p := c.wrong.Load(); p != nil {
		return *p
	}
	return nil
}

// work does parts until none is left, the last one first. A helper that comes when the
// work is done finds none, or begins with the next one.
func (c *crew) work() {
	for {
		n := c.next.Add(-1)
		if n < 0 {
			return
		}
		if err := onFault(func() error { return c.part(int(n)) }); err != nil {
			c.fail(err)
		}
		if c.left.Add(-1) == 0 {
			c.ended <- struct{}{}
		}
	}
}

// fail keeps the first error. It stands apart so that no other call allocates.
func (c *crew) fail(err error) { c.wrong.CompareAndSwap(nil, &err) }

// onFault calls f, which touches memory that may be shared: it may be taken away
// meanwhile, which must not end the program.
func onFault(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = lost(r)
		}
	}()
	return f()
}

// lost is the error for a panic: that memory is not there any more, or one of the
// rules, which is a defect.
func lost(r any) error {
	if _, ok := r.(interface{ Addr() uintptr }); ok {
		return errCut
	}
	panic(r)
}

// close ends the helpers. Nobody may be running.
func (c *crew) close() {
	for _, wake := range c.wake {
		close(wake)
	}
	c.gone.Wait()
}

var errCut = errors.New("the shared file was cut shorter, or there is no memory left for it")
