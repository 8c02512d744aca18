//go:build !unix

package infile

const nonblocking = 0
