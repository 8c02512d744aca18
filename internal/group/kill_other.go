//go:build !unix

package group

import "os/exec"

// kill kills a process. Processes that it started see the end of their pipes.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
