package metrics

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// read reads the figures from the system. Programs without cgo cannot read the figures about
// memory.
func (p *process) read() {
	if all, err := unix.SysctlKinfoProcSlice("kern.proc.pid", os.Getpid()); err == nil && len(all) == 1 {
		p.start = float64(all[0].Proc.P_starttime.Nano() / 1e9)
	}
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) == nil {
		p.processor = time.Duration(used.Stime.Nano() + used.Utime.Nano()).Seconds()
	}
	if folder, err := os.Open("/dev/fd"); err == nil {
		// ReadDir would fail, because it needs a description of each file.
		if names, err := folder.Readdirnames(0); err == nil {
			p.files = float64(len(names) - 1) // without the folder itself
		}
		_ = folder.Close()
	}
	p.mostFiles, p.mostMemory = limit(unix.RLIMIT_NOFILE, p.mostFiles), limit(unix.RLIMIT_AS, p.mostMemory)
}

// limit returns a limit, or alternative if the system does not report it.
func limit(which int, alternative float64) float64 {
	var l unix.Rlimit
	if unix.Getrlimit(which, &l) != nil {
		return alternative
	}
	return float64(l.Cur)
}
