// Package failure rewords errors of files and connections for users. [Plain] changes only the text
// of an error: errors.Is and errors.As find the same errors in it.
package failure

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
)

// Plain returns err with plain words in place of the texts of system errors. Without system errors
// it returns err itself.
func Plain(err error) error {
	if err == nil {
		return nil
	}
	before := err.Error()
	text := rewrite(before, err)
	if text == before {
		return err
	}
	return &plainError{text, err}
}

type plainError struct {
	text string
	err  error
}

func (e *plainError) Error() string { return e.text }
func (e *plainError) Unwrap() error { return e.err }

// rewrite returns text with plain words in place of the text of every system error in the tree of
// err.
func rewrite(text string, err error) string {
	if plain := words(err); plain != "" {
		return strings.Replace(text, err.Error(), plain, 1)
	}
	switch e := err.(type) { //nolint:errorlint // the function walks the tree of errors itself
	case interface{ Unwrap() error }:
		if below := e.Unwrap(); below != nil {
			return rewrite(text, below)
		}
	case interface{ Unwrap() []error }:
		for _, below := range e.Unwrap() {
			text = rewrite(text, below)
		}
	}
	return text
}

// words returns plain words for one error, or "" if it is not a system error.
func words(err error) string {
	switch e := err.(type) { //nolint:errorlint // err is one error of the tree
	case *fs.PathError:
		return about(e.Path, fileReason(e.Err))
	case *net.OpError:
		return connection(e)
	case *exec.Error:
		if errors.Is(e, exec.ErrNotFound) {
			return "no program of this name is in the directories of PATH"
		}
	case tls.RecordHeaderError:
		return "the server does not speak https; try http"
	}
	if err == http.ErrSchemeMismatch { //nolint:errorlint // err is one error of the tree
		return "the server does not speak https; try http"
	}
	return ""
}

func about(name, reason string) string {
	if reason == "" {
		return ""
	}
	return name + ": " + reason
}

// fileReason returns why a file cannot be used, or "" for rare reasons.
func fileReason(err error) string {
	for _, r := range []struct {
		is     error
		reason string
	}{
		{fs.ErrNotExist, "no such file"},
		{fs.ErrPermission, "permission denied: you may not read or write here"},
		{syscall.ENOTDIR, "a part of this path is a file and not a directory"},
		{syscall.EISDIR, "it is a directory, not a file"},
		{syscall.ENAMETOOLONG, "this name is too long for a file"},
		{syscall.ENOSPC, "the disk is full"},
		{syscall.EROFS, "the disk is read-only"},
	} {
		if errors.Is(err, r.is) {
			return r.reason
		}
	}
	return ""
}

// connection returns plain words for a failed connection, or "" for rare failures.
func connection(e *net.OpError) string {
	var name *net.DNSError
	place := ""
	if e.Addr != nil {
		place = e.Addr.String()
	}
	switch {
	case errors.As(e, &name) && strings.HasPrefix(name.Name, "tcp/"):
		return fmt.Sprintf("%q is not a port: want a number", strings.TrimPrefix(name.Name, "tcp/"))
	case errors.As(e, &name) && name.IsNotFound:
		return fmt.Sprintf("no computer is named %q", name.Name)
	case place == "":
		return ""
	case errors.Is(e, syscall.ECONNREFUSED):
		return fmt.Sprintf("no server listens at %s; is it running?", place)
	case errors.Is(e, syscall.EHOSTUNREACH), errors.Is(e, syscall.ENETUNREACH):
		return fmt.Sprintf("the network has no route to %s", place)
	case e.Op == "dial" && e.Timeout():
		return place + " does not answer"
	case errors.Is(e, syscall.EADDRINUSE):
		return fmt.Sprintf("%s is in use by another program", place)
	case errors.Is(e, syscall.EADDRNOTAVAIL):
		return fmt.Sprintf("this computer does not have the address %s", place)
	case e.Op == "listen" && errors.Is(e, fs.ErrPermission):
		return fmt.Sprintf("%s: permission denied: ports below 1024 need special rights", place)
	}
	return ""
}
