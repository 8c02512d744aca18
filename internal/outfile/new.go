package outfile

import (
	"cmp"
	"errors"
	"io/fs"
)

// WriteNew writes a new file, with the first of the names that is free, and returns the
// name. A nil sys means [OS].
func WriteNew(sys System, name func(n int) string, text []byte) (string, error) {
	sys = cmp.Or(sys, OS)
	for n := 1; ; n++ {
		if wrote, err := writeNew(sys, name(n), text); wrote || err != nil {
			return name(n), err
		}
	}
}

// writeNew writes the file, unless it exists or another run writes it.
func writeNew(sys System, name string, text []byte) (wrote bool, err error) {
	if taken, err := exists(sys, name); taken || err != nil {
		return false, err
	}
	d, err := OpenDraft(sys, name, false)
	if busy := (*BusyError)(nil); errors.As(err, &busy) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, d.Discard()) }()
	if taken, err := exists(sys, name); taken || err != nil { // created before the draft was locked
		return false, err
	}
	if _, err := d.Write(text); err != nil {
		return false, err
	}
	if err := d.Finish(); err != nil {
		_ = sys.Remove(d.Name())
		return false, err
	}
	return true, nil
}

func exists(sys System, name string) (bool, error) {
	_, err := sys.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
