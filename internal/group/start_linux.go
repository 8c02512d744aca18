package group

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// On Linux a process can be told to die with who has started it, which is the thread
// and not the program. So all are started on one thread, and no other goroutine gets
// that as long as any of them runs: a goroutine may end its thread.
var starter struct {
	mu      sync.Mutex
	running int
	jobs    chan func()
}

// start starts a process that leads a group of its own, and is killed when this
// program ends in any way. Call ended when it has exited.
func start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	starter.mu.Lock()
	if starter.running++; starter.running == 1 {
		starter.jobs = make(chan func())
		go startAll(starter.jobs)
	}
	jobs := starter.jobs
	starter.mu.Unlock()
	done := make(chan error)
	jobs <- func() { done <- cmd.Start() }
	err := <-done
	if err != nil {
		ended()
	}
	return err
}

func startAll(jobs <-chan func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for job := range jobs {
		job()
	}
}

// ended tells that a process has exited.
func ended() {
	starter.mu.Lock()
	defer starter.mu.Unlock()
	if starter.running--; starter.running == 0 {
		close(starter.jobs)
	}
}
