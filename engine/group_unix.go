//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// killGroup kills a process and all that it has started, unless they have left its
// group. It may have exited a moment ago: its number is not another's so soon, and
// stays that of the group as long as there is anybody in it.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
