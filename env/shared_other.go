//go:build !unix

package env

import "errors"

// openShared is for systems on which files are mapped in this way.
func openShared(string, int) (mem []byte, unmap func() error, err error) {
	return nil, nil, errors.New("shared: there is no shared memory on this system; leave it out, and observations come in frames")
}
