package outfile

import (
	"errors"
	"fmt"
	"os"
)

// Journal is a file that grows by whole pieces over many runs: each piece is there
// for good as soon as it was added, whatever becomes of the program then. Only a
// loss of power may take back what [Journal.Sync] has not seen. Whoever opens it
// keeps others from it, see [Lock].
type Journal struct {
	file Handle
	name string
	size int64 // of all whole pieces
	err  error
}

// OpenJournal opens the file, or makes it. Only so much of it is to stay: what lies
// beyond, of a piece that was being written when a program was killed, is cut off.
// sys nil is [OS].
func OpenJournal(sys System, name string, size int64) (*Journal, error) {
	if sys == nil {
		sys = OS
	}
	f, err := sys.OpenFile(name, os.O_CREATE|os.O_RDWR|noFollow, 0o666)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err == nil && !info.Mode().IsRegular():
		err = fmt.Errorf("%s: in its place is no regular file", name)
	case err == nil && info.Size() < size:
		err = fmt.Errorf("%s: %d bytes, want %d: another program writes it", name, info.Size(), size)
	case err == nil && info.Size() > size:
		err = f.Truncate(size)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Journal{file: f, name: name, size: size}, nil
}

// Add adds a piece, as a whole or not at all. After an error nothing more is added.
func (j *Journal) Add(piece []byte) error {
	if j.err != nil {
		return j.err
	}
	if _, err := j.file.WriteAt(piece, j.size); err != nil {
		j.err = errors.Join(fmt.Errorf("%s: %w", j.name, err), j.file.Truncate(j.size))
		return j.err
	}
	j.size += int64(len(piece))
	return nil
}

// Sync makes all pieces outlast a loss of power.
func (j *Journal) Sync() error { return j.file.Sync() }

// Close syncs and closes the file.
func (j *Journal) Close() error { return errors.Join(j.file.Sync(), j.file.Close()) }
