//go:build !unix

package engine

import "os/exec"

// startGroup starts a process. When this program is killed, the end of its standard
// input tells it.
func startGroup(cmd *exec.Cmd) error { return cmd.Start() }

func endGroup() {}
