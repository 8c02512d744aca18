package cli

import (
	"bytes"
	"encoding"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"ouro/internal/infile"
	"ouro/internal/outfile"
)

// recordFolder is where an experiment writes the records of its games; without dir it
// does nothing.
type recordFolder struct {
	sys outfile.System
	dir string
}

func (f *recordFolder) open() error {
	if f.dir == "" {
		return nil
	}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return err
	}
	return outfile.Clean(f.sys, f.dir)
}

// maxRecordFile limits a file that is compared with a record.
const maxRecordFile = 64 << 20

// write writes a record, which lasts when the folder is closed. A file of that name with
// another game is an error.
func (f *recordFolder) write(name string, r encoding.TextMarshaler) error {
	text, err := r.MarshalText()
	if err != nil {
		return err
	}
	have, err := infile.Read(filepath.Join(f.dir, name), maxRecordFile)
	switch {
	case err == nil && bytes.Equal(have, text):
		return nil
	case err == nil:
		return usagef("--records %s: %s there is the record of another game; choose another directory", f.dir, name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return outfile.In(f.sys, f.dir, name).WriteUnsynced(recordText(r))
}

// close makes all records last.
func (f *recordFolder) close() error {
	if f.dir == "" {
		return nil
	}
	return outfile.SyncDir(f.sys, f.dir)
}
