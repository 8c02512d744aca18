package group

import (
	"os"
	"os/exec"
)

// Pipes are our ends of a command's standard input, output and error. They are files, so
// that reading one can be ended by closing it.
type Pipes struct {
	In, Out, Err *os.File

	cmd    *exec.Cmd
	theirs []*os.File
}

// NewPipes gives a command pipes. Start it with them.
func NewPipes(cmd *exec.Cmd) (*Pipes, error) {
	p := &Pipes{cmd: cmd}
	var read, write [3]*os.File
	for i := range read {
		var err error
		if read[i], write[i], err = os.Pipe(); err != nil {
			for j := range i {
				_, _ = read[j].Close(), write[j].Close()
			}
			return nil, err
		}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = read[0], write[1], write[2]
	p.In, p.Out, p.Err = write[0], read[1], read[2]
	p.theirs = []*os.File{read[0], write[1], write[2]}
	return p, nil
}

// Start starts the command as the function Start does. If that fails, the pipes are
// closed.
func (p *Pipes) Start() error {
	err := Start(p.cmd)
	for _, f := range p.theirs {
		_ = f.Close()
	}
	if err != nil {
		p.Close()
	}
	return err
}

// Close closes our ends.
func (p *Pipes) Close() {
	_ = p.In.Close()
	p.CloseOutputs()
}

// CloseOutputs ends the reading of both outputs, whoever still holds them.
func (p *Pipes) CloseOutputs() { _, _ = p.Out.Close(), p.Err.Close() }
