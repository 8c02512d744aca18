//go:build unix

package infile

import "syscall"

// nonblocking makes opening a FIFO return without waiting for its writer.
const nonblocking = syscall.O_NONBLOCK
