//go:build unix

package group

import (
	"os/exec"
	"syscall"
)

// kill kills a process and all processes that it has started, unless they have left its group.
// This is safe even if the process has just exited: its number is not reused so soon, and never
// while its group has members.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
