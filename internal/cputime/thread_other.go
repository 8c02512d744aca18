//go:build !linux

package cputime

import (
	"errors"
	"time"
)

var errNoClocks = errors.New("limits of processor time need the clocks of threads, which only Linux has")

// Thread is the clock of a thread, which only Linux has.
type Thread struct{}

// Lock is an error.
func Lock() (*Thread, error) { return nil, errNoClocks }

// Unlock does nothing.
func (*Thread) Unlock() {}

// Used is nothing.
func (*Thread) Used() time.Duration { return 0 }

// Process is an error.
func Process() (time.Duration, error) { return 0, errNoClocks }
