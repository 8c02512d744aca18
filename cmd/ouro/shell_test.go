package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"time"
)

// progressLines matches lines of progress, which appear only on slow machines.
var progressLines = regexp.MustCompile(`(?m)^ouro: \d+ of \d+ .*\n`)

// shell runs a command line in a shell in which ouro is the test binary. If there is no
// --store, the results file is in dir.
func shell(ctx context.Context, dir, line string) (output string, code int, err error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir, "OURO_STORE=", "GORACE=atexit_sleep_ms=0")
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	out = progressLines.ReplaceAll(out, nil)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return string(out), exit.ExitCode(), nil
	}
	return string(out), 0, err
}
