package cputime

import (
	"fmt"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

type Thread struct {
	clock clock
	began time.Duration
}

// Lock locks the calling goroutine to its thread, as runtime.LockOSThread does, and returns a clock
// of the thread that starts now. The clock is valid until Unlock.
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

// Unlock undoes Lock. The goroutine that called Lock must call it.
func (t *Thread) Unlock() { runtime.UnlockOSThread() }

// Used returns the processor time of the thread since Lock.
func (t *Thread) Used() time.Duration {
	now, err := t.clock.read()
	if err != nil {
		return 0 // the thread has ended
	}
	return now - t.began
}

func Process() (time.Duration, error) { return process.read() }

type clock int32

// process is CLOCK_PROCESS_CPUTIME_ID.
const process clock = 2

// clockOf returns the kernel's number for the clock of a thread: the thread's number with all bits
// inverted, then three bits. 4 selects a single thread, 2 the time that the scheduler counts.
func clockOf(thread int) clock { return clock(^thread<<3 | 4 | 2) }

// read makes a raw system call: the call is too fast to need Go's scheduler.
func (c clock) read() (time.Duration, error) {
	var at syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, uintptr(c), uintptr(unsafe.Pointer(&at)), 0)
	if errno != 0 {
		return 0, errno
	}
	return time.Duration(at.Nano()), nil
}
