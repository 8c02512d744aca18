//go:build !linux

package cputime

import (
	"errors"
	"time"
)

var errNoClocks = errors.New("limits of processor time need the clocks of threads, which only Linux has")

type Thread struct{}

func Lock() (*Thread, error) { return nil, errNoClocks }

func (*Thread) Unlock() {}

func (*Thread) Used() time.Duration { return 0 }

func Process() (time.Duration, error) { return 0, errNoClocks }
