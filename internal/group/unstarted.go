package group

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// unstarted returns the error of a command that could not be started, with advice.
func unstarted(command string, err error) error {
	if hint := hint(command, err); hint != "" {
		err = fmt.Errorf("%w (%s)", reason(err), hint)
	}
	return fmt.Errorf("cannot start %s: %w", command, err)
}

// reason returns the error without the call and the program, which the message already has.
func reason(err error) error {
	var path *fs.PathError
	var start *exec.Error
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &start):
		return start.Err
	}
	return err
}

// hint returns advice for a probable mistake, or "".
func hint(command string, err error) string {
	here, statErr := os.Stat(command)
	isFile := statErr == nil && !here.IsDir()
	name, _, assigned := strings.Cut(command, "=")
	switch {
	case command == "cd" || command == "source" || command == ".":
		return `no shell is started; use sh -c '...'`
	case assigned && name != "" && !strings.ContainsAny(name, `/\.`):
		return "no shell is started; write env before " + command
	case strings.HasPrefix(command, "~") || strings.HasPrefix(command, "$"):
		return "no shell is started, so nothing is expanded: write the whole path"
	case strings.HasPrefix(command, "exec:"):
		return "write the command without exec:"
	case statErr == nil && here.IsDir():
		return "it is a folder"
	case isFile && errors.Is(err, exec.ErrNotFound):
		return "it is not in PATH; to run the file here, write " + invocation(command)
	case isFile && errors.Is(err, fs.ErrPermission):
		return "it is not marked as a program: chmod +x " + command + ", or write " + invocation(command)
	case isFile && errors.Is(err, fs.ErrNotExist):
		return "its first line names a program that does not exist, or has a Windows line end; write " + invocation(command)
	case isFile:
		return "its first line must name an interpreter, such as #!/usr/bin/env python3; or write " + invocation(command)
	case strings.ContainsAny(command, `/\`) && !filepath.IsAbs(command):
		if dir, err := os.Getwd(); err == nil {
			return "the current directory is " + dir
		}
	}
	return ""
}

// invocation returns how to run a file that is not a program.
func invocation(file string) string {
	for _, known := range []struct{ extension, language string }{{".py", "python3 "}, {".js", "node "}, {".sh", "sh "}} {
		if strings.HasSuffix(file, known.extension) {
			return known.language + file
		}
	}
	if strings.ContainsAny(file, `/\`) {
		return "the language before it, as in python3 " + file
	}
	return "./" + file
}
