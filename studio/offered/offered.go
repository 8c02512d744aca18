// Package offered defines the files that the studio serves to its page.
package offered

import (
	"io"
	"time"
)

// File is an open file. The caller must close it.
type File struct {
	io.ReadSeeker
	Modified time.Time
}

// New returns a file with its content and time of modification.
func New(r io.ReadSeeker, modified time.Time) File { return File{r, modified} }

// Close closes the content if it is an io.Closer.
func (f File) Close() error {
	if closer, ok := f.ReadSeeker.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// Refusal is the error of a file that exists but cannot be served. Users see its text.
type Refusal string

func (r Refusal) Error() string { return string(r) }
