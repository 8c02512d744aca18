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

// recordFolder is the directory for the records of an experiment. Without dir it does
// nothing.
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

// write writes a record, which is durable after close. It fails if the file exists with
// another game.
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
		return usagef("--records %s: %s is already the record of another game; choose another directory", f.dir, name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return outfile.In(f.sys, f.dir, name).WriteUnsynced(recordText(r))
}

// close makes all records durable.
func (f *recordFolder) close() error {
	if f.dir == "" {
		return nil
	}
	return outfile.SyncDir(f.sys, f.dir)
}
