//go:build unix

package infile

import "syscall"

// nonblocking makes the opening of a FIFO return at once, without a writer.
const nonblocking = syscall.O_NONBLOCK
