// Package offered has the files that the studio offers to its page.
package offered

import (
	"io"
	"time"
)

// File is an open file that is offered. Close it.
type File struct {
	io.ReadSeeker
	Modified time.Time
}

// New makes a file of its content and the time when it was modified.
func New(r io.ReadSeeker, modified time.Time) File { return File{r, modified} }

// Close closes the content if that can be closed.
func (f File) Close() error {
	if closer, ok := f.ReadSeeker.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// Refused is the error of a file that is known but cannot be had. Users see its text.
type Refused string

func (r Refused) Error() string { return string(r) }
