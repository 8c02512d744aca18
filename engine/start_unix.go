//go:build unix && !linux

package engine

import (
	"os/exec"
	"syscall"
)

// startGroup starts a process that leads a group of its own. When this program is
// killed, the end of its standard input tells it.
func startGroup(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd.Start()
}

func endGroup() {}
