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

// unstarted is why a command could not be started, in words, with what to do about it.
func unstarted(command string, err error) error {
	if hint := hint(command, err); hint != "" {
		err = fmt.Errorf("%w (%s)", reason(err), hint)
	}
	return fmt.Errorf("cannot start %s: %w", command, err)
}

// reason leaves out what is said anyway: which call failed, of which program.
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

// hint says how to do what was meant, or is "".
func hint(command string, err error) string {
	here, statErr := os.Stat(command)
	isFile := statErr == nil && !here.IsDir()
	name, _, assigned := strings.Cut(command, "=")
	switch {
	case command == "cd" || command == "source" || command == ".":
		return `no shell is started; with one it is sh -c '...'`
	case assigned && name != "" && !strings.ContainsAny(name, `/\.`):
		return "no shell is started; write env before " + command
	case strings.HasPrefix(command, "~") || strings.HasPrefix(command, "$"):
		return "no shell is started, and nothing expanded: write the whole path"
	case strings.HasPrefix(command, "exec:"):
		return "a command stands here as it is, without exec:"
	case statErr == nil && here.IsDir():
		return "it is a folder"
	case isFile && errors.Is(err, exec.ErrNotFound):
		return "it is not in PATH, and here it is " + spoken(command)
	case isFile && errors.Is(err, fs.ErrPermission):
		return "it is not marked as a program: chmod +x " + command + ", or write " + spoken(command)
	case isFile && errors.Is(err, fs.ErrNotExist):
		return "its first line names a program that is not there, or ends as lines do on Windows; write " + spoken(command)
	case isFile:
		return "its first line should say what runs it, such as #!/usr/bin/env python3; or write " + spoken(command)
	case strings.ContainsAny(command, `/\`) && !filepath.IsAbs(command):
		if dir, err := os.Getwd(); err == nil {
			return "seen from " + dir
		}
	}
	return ""
}

// spoken is how a file is run that is no program by itself.
func spoken(file string) string {
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
