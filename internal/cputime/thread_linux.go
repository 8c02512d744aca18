package cputime

import (
	"fmt"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// Thread is the clock of a thread.
type Thread struct {
	clock clock
	began time.Duration
}

// Lock locks the calling goroutine to its thread, as runtime.LockOSThread does, and
// returns the clock of that, which begins now. It is valid until Unlock.
func Lock() (*Thread, error) {
	runtime.LockOSThread()
	t := &Thread{clock: clockOf(syscall.Gettid())}
	began, err := t.clock.read()
	if err != nil {
		runtime.UnlockOSThread()
		return nil, fmt.Errorf("the clock of a thread: %w", err)
	}
	t.began = began
	return t, nil
}

// Unlock undoes Lock, in the goroutine that called it.
func (t *Thread) Unlock() { runtime.UnlockOSThread() }

// Used is the thread's processor time since Lock.
func (t *Thread) Used() time.Duration {
	now, err := t.clock.read()
	if err != nil {
		return 0 // the thread has ended
	}
	return now - t.began
}

// Process is the processor time of all threads of this process.
func Process() (time.Duration, error) { return process.read() }

// clock is the kernel's number of a clock.
type clock int32

// process is CLOCK_PROCESS_CPUTIME_ID.
const process clock = 2

// clockOf is the clock of the thread with this number, as the kernel makes it: all
// bits of the number inverted, and three that say which clock it is, here that of
// what the scheduler has counted (2) for one thread (4).
func clockOf(thread int) clock { return clock(^thread<<3 | 4 | 2) }

// read asks the kernel, without a word to Go's scheduler: that is done soon.
func (c clock) read() (time.Duration, error) {
	var at syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, uintptr(c), uintptr(unsafe.Pointer(&at)), 0)
	if errno != 0 {
		return 0, errno
	}
	return time.Duration(at.Nano()), nil
}
