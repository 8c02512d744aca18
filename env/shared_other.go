//go:build !unix

package env

import "errors"

// openShared returns an error, because this system cannot map files.
func openShared(string, int) (mem []byte, unmap func() error, err error) {
	return nil, nil, errors.New("shared: this system has no shared memory; omit it to receive observations in frames")
}
