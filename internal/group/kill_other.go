//go:build !unix

package group

import "os/exec"

// Kill kills a process; what it has started is told by the end of its pipes.
func Kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
