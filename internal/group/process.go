package group

import (
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// Process is a running command that leads a group of its own.
type Process struct {
	In     *os.File      // its standard input
	Words  Tail          // of its standard error
	Exited chan struct{} // closed when it has exited, and what it started was killed
	Gone   chan struct{} // closed when nothing reads its outputs any more
	How    error         // it exited; read it after Exited

	cmd *exec.Cmd
}

// Run starts a command, and listen with its standard output. When the command has exited,
// listen has so much grace to read the rest: processes that left the group may still hold
// the pipes.
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

// ID is its number.
func (p *Process) ID() int { return p.cmd.Process.Pid }

// Kill kills the process and all that it has started, unless it has exited: then its
// number may be another's.
func (p *Process) Kill() {
	select {
	case <-p.Exited:
	default:
		kill(p.cmd)
	}
}

// pipes are those of standard input, output and error. Files, unlike the pipes of package
// exec, can be closed to end the reading.
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
