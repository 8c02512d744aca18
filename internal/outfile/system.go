package outfile

import (
	"io"
	"io/fs"
	"os"
	"time"
)

// System is the required part of the operating system. Tests make its calls fail.
type System interface {
	OpenFile(name string, flag int, perm fs.FileMode) (Handle, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	Rename(from, to string) error
	Remove(name string) error
	SyncDir(name string) error // makes renames in a directory durable
}

// Handle is an open file.
type Handle interface {
	io.WriteCloser
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Chmod(mode fs.FileMode) error
	Sync() error
	Stat() (fs.FileInfo, error)
	SetWriteDeadline(t time.Time) error
	Fd() uintptr
}

// OS is the real system.
var OS System = system{}

type system struct{}

func (system) OpenFile(name string, flag int, perm fs.FileMode) (Handle, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err // a nil *os.File would be a Handle that is not nil
	}
	return f, nil
}

func (system) Stat(name string) (fs.FileInfo, error)  { return os.Stat(name) }
func (system) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }
func (system) Readlink(name string) (string, error)   { return os.Readlink(name) }
func (system) Rename(from, to string) error           { return os.Rename(from, to) }
func (system) Remove(name string) error               { return os.Remove(name) }
func (system) SyncDir(name string) error              { return syncDir(name) }
