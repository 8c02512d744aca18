// Package outfiletest has a file system in which one call fails, for tests of code that writes
// files.
package outfiletest

import (
	"errors"
	"io/fs"
	"os"
	"sync/atomic"

	"ouro/internal/outfile"
)

var ErrInjected = errors.New("no space left on this device")

// System is the real file system, except that call N fails, counted from 1. It counts calls that
// create, write, sync, close or rename a file, or sync a directory.
type System struct {
	outfile.System
	N     int64
	calls atomic.Int64
}

func FailAt(n int) *System { return &System{System: outfile.OS, N: int64(n)} }

// Failed reports whether call N was made.
func (s *System) Failed() bool { return s.calls.Load() >= s.N }

func (s *System) fails() bool { return s.calls.Add(1) == s.N }

func (s *System) OpenFile(name string, flag int, perm fs.FileMode) (outfile.Handle, error) {
	if flag&os.O_CREATE != 0 && s.fails() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrInjected}
	}
	f, err := s.System.OpenFile(name, flag, perm)
	if err != nil || flag&(os.O_WRONLY|os.O_RDWR) == 0 {
		return f, err
	}
	return &handle{f, s}, nil
}

func (s *System) Rename(from, to string) error {
	if s.fails() {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: ErrInjected}
	}
	return s.System.Rename(from, to)
}

func (s *System) SyncDir(name string) error {
	if s.fails() {
		return &fs.PathError{Op: "sync", Path: name, Err: ErrInjected}
	}
	return s.System.SyncDir(name)
}

type handle struct {
	outfile.Handle
	s *System
}

// Write writes p. If it fails, it writes a part of p, as on a disk that becomes full.
func (h *handle) Write(p []byte) (int, error) {
	if h.s.fails() {
		n, _ := h.Handle.Write(p[:len(p)/2])
		return n, ErrInjected
	}
	return h.Handle.Write(p)
}

func (h *handle) WriteAt(p []byte, at int64) (int, error) {
	if h.s.fails() {
		n, _ := h.Handle.WriteAt(p[:len(p)/2], at)
		return n, ErrInjected
	}
	return h.Handle.WriteAt(p, at)
}

func (h *handle) Sync() error {
	if h.s.fails() {
		return ErrInjected
	}
	return h.Handle.Sync()
}

func (h *handle) Chmod(mode fs.FileMode) error {
	if h.s.fails() {
		return ErrInjected
	}
	return h.Handle.Chmod(mode)
}

// Close closes the file, even if it returns ErrInjected.
func (h *handle) Close() error {
	err := h.Handle.Close()
	if h.s.fails() {
		return ErrInjected
	}
	return err
}
