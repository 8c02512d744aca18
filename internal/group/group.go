// Package group runs programs, and can end a program together with all processes that it started.
// On systems with process groups, each program leads its own group.
package group

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ouro/internal/failure"
	"ouro/internal/printable"
)

// Process is a running command that leads a process group.
type Process struct {
	In     *os.File      // the command's standard input
	Stderr Tail          // the end of the command's standard error
	Exited chan struct{} // closed when the command has exited and its group was killed
	Gone   chan struct{} // closed when listen has returned and standard error was read
	Err    error         // result of Wait; valid once Exited is closed

	cmd *exec.Cmd
}

// Run starts a command and calls listen with its standard output. After the command has exited,
// listen may read for at most grace: processes that left the group may hold the pipes open forever.
func Run(words []string, grace time.Duration, listen func(out *os.File)) (*Process, error) {
	p := &Process{Exited: make(chan struct{}), Gone: make(chan struct{})}
	p.cmd = exec.Command(words[0], words[1:]...) //nolint:noctx // the command outlives the call, and is killed with its group
	read, write, err := pipes()
	if err != nil {
		return nil, startError(words[0], err)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = read[0], write[1], write[2]
	err = start(p.cmd)
	closeAll(read[0], write[1], write[2])
	if err != nil {
		closeAll(write[0], read[1], read[2])
		return nil, startError(words[0], err)
	}
	p.In = write[0]
	var readers sync.WaitGroup
	readers.Go(func() { listen(read[1]) })
	readers.Go(func() { p.Stderr.Read(read[2]) })
	go func() {
		p.Err = p.cmd.Wait()
		kill(p.cmd)
		recordExit()
		close(p.Exited)
		cut := time.AfterFunc(grace, func() { closeAll(read[1], read[2]) })
		readers.Wait()
		cut.Stop()
		closeAll(p.In, read[1], read[2])
		close(p.Gone)
	}()
	return p, nil
}

func (p *Process) ID() int { return p.cmd.Process.Pid }

// Kill kills the process and all processes that it started. After the process has exited, Kill does
// nothing, because another process may have its number.
func (p *Process) Kill() {
	select {
	case <-p.Exited:
	default:
		kill(p.cmd)
	}
}

// pipes returns pipes for standard input, output and error. They are files: unlike the pipes of
// os/exec, closing one ends a read.
func pipes() (read, write [3]*os.File, err error) {
	for i := range read {
		if read[i], write[i], err = os.Pipe(); err != nil {
			closeAll(slices.Concat(read[:i], write[:i])...)
			break
		}
	}
	return read, write, err
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// Tail holds the end of what a process wrote to standard error.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

// Limits of the stored text and of the part that errors quote.
const (
	maxTail      = 4 << 10
	maxLastWords = 300
	maxLastLines = 4 // enough for the line number in a Python error
)

// Read reads r until its end, and stores the end of the text.
func (t *Tail) Read(r io.Reader) {
	buf := make([]byte, maxTail)
	for {
		n, err := r.Read(buf)
		t.mu.Lock()
		t.text = append(t.text, buf[:n]...)
		if drop := len(t.text) - maxTail; drop > 0 {
			t.text = append(t.text[:0], t.text[drop:]...)
		}
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Last returns the last lines, joined into one printable line.
func (t *Tail) Last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var lines []string
	for line := range strings.Lines(string(t.text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, printable.Line(line))
		}
	}
	text := strings.Join(lines[max(0, len(lines)-maxLastLines):], " | ")
	if drop := len(text) - maxLastWords; drop > 0 {
		text = "… " + strings.ToValidUTF8(text[drop:], "")
	}
	return text
}

// startError returns the error for a command that did not start, with advice.
func startError(command string, err error) error {
	why := reason(err)
	if hint := hint(command, err); hint != "" {
		why = fmt.Errorf("%w (%s)", why, hint)
	}
	return fmt.Errorf("cannot start %s: %w", command, why)
}

// reason returns the error without the names of the call and of the program, which the message
// already has.
func reason(err error) error {
	var path *fs.PathError
	var start *exec.Error
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &start) && errors.Is(err, exec.ErrNotFound):
		return failure.Plain(start)
	case errors.As(err, &start):
		return start.Err
	}
	return err
}

// hint returns advice about a probable mistake, or "".
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

// invocation returns how to run a file that is not executable.
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
