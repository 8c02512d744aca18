package metrics

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// read asks the system for the figures. It does not provide those of memory to programs
// without C.
func (p *process) read() {
	if all, err := unix.SysctlKinfoProcSlice("kern.proc.pid", os.Getpid()); err == nil && len(all) == 1 {
		p.start = float64(all[0].Proc.P_starttime.Nano() / 1e9)
	}
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) == nil {
		p.processor = time.Duration(used.Stime.Nano() + used.Utime.Nano()).Seconds()
	}
	if folder, err := os.Open("/dev/fd"); err == nil {
		// ReadDir would fail, because the system does not describe all files.
		if names, err := folder.Readdirnames(0); err == nil {
			p.files = float64(len(names) - 1) // one of them is the folder itself
		}
		_ = folder.Close()
	}
	p.mostFiles, p.mostMemory = limit(unix.RLIMIT_NOFILE, p.mostFiles), limit(unix.RLIMIT_AS, p.mostMemory)
}

// limit returns a limit, or the alternative if the system does not provide it.
func limit(which int, alternative float64) float64 {
	var l unix.Rlimit
	if unix.Getrlimit(which, &l) != nil {
		return alternative
	}
	return float64(l.Cur)
}
