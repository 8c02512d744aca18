//go:build unix

package exact

import (
	"errors"
	"os"
	"syscall"

	"ouro/internal/infile"
)

// mapFile maps a file into memory, so that only the parts in use are read and several
// processes share them.
func mapFile(name string) (file []byte, release func() error, err error) {
	f, err := infile.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 { // an empty file cannot be mapped
		return nil, func() error { return nil }, nil
	}
	file, err = syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "mmap", Path: name, Err: err}
	}
	return file, func() error { return syscall.Munmap(file) }, nil
}
