//go:build unix

package group

import (
	"os/exec"
	"syscall"
)

// kill kills a process and all processes that it started, unless they left its group. It is safe
// even if the process has just exited: the system does not reuse its number so soon, and never
// while its group has members.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
