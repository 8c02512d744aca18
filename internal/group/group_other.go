//go:build !unix

package group

import "os/exec"

// start starts a process. If this program is killed, the process reaches the end of its standard
// input.
func start(cmd *exec.Cmd) error { return cmd.Start() }

func recordExit() {}

// kill kills a process. The processes that it started reach the end of their pipes.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
