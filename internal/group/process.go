package group

import (
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// Process is a running command that leads a process group.
type Process struct {
	In     *os.File      // its standard input
	Words  Tail          // end of its standard error
	Exited chan struct{} // closed when it has exited and its group was killed
	Gone   chan struct{} // closed when the outputs have been read
	How    error         // result of Wait; valid after Exited

	cmd *exec.Cmd
}

// Run starts a command and calls listen with its standard output. When the command has
// exited, listen has grace to read the rest, because processes that left the group may
// still hold the pipes.
func Run(words []string, grace time.Duration, listen func(out *os.File)) (*Process, error) {
	p := &Process{Exited: make(chan struct{}), Gone: make(chan struct{})}
	p.cmd = exec.Command(words[0], words[1:]...) //nolint:noctx // it outlives the call, and is killed with its group
	read, write, err := pipes()
	if err != nil {
		return nil, unstarted(words[0], err)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = read[0], write[1], write[2]
	err = start(p.cmd)
	closeAll(read[0], write[1], write[2])
	if err != nil {
		closeAll(write[0], read[1], read[2])
		return nil, unstarted(words[0], err)
	}
	p.In = write[0]
	var readers sync.WaitGroup
	readers.Go(func() { listen(read[1]) })
	readers.Go(func() { p.Words.Read(read[2]) })
	go func() {
		p.How = p.cmd.Wait()
		kill(p.cmd)
		ended()
		close(p.Exited)
		cut := time.AfterFunc(grace, func() { closeAll(read[1], read[2]) })
		readers.Wait()
		cut.Stop()
		closeAll(p.In, read[1], read[2])
		close(p.Gone)
	}()
	return p, nil
}

// ID returns the process ID.
func (p *Process) ID() int { return p.cmd.Process.Pid }

// Kill kills the process and all that it has started, unless it has exited: then its number
// may be reused.
func (p *Process) Kill() {
	select {
	case <-p.Exited:
	default:
		kill(p.cmd)
	}
}

// pipes returns pipes for standard input, output and error. Unlike those of package exec,
// they are files that can be closed to end the reading.
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
