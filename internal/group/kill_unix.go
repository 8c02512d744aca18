//go:build unix

package group

import (
	"os/exec"
	"syscall"
)

// kill kills a process and all that it has started, unless they have left its
// group. It may have exited a moment ago: its number is not another's so soon, and
// stays that of the group as long as there is anybody in it.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
