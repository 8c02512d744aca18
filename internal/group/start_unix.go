//go:build unix && !linux

package group

import (
	"os/exec"
	"syscall"
)

// start starts a process that leads a group of its own. When this program is
// killed, the end of its standard input tells it.
func start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd.Start()
}

func ended() {}
