//go:build unix

package infile

import "syscall"

// nonblocking keeps the opening of a FIFO from waiting for its writer.
const nonblocking = syscall.O_NONBLOCK
