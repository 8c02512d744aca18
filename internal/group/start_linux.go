package group

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// Linux can kill a process when its parent dies. The parent is the thread that started the process,
// not the program, so one thread starts all processes. While they run, no other goroutine uses that
// thread, because a goroutine may end its thread.
var starter struct {
	mu      sync.Mutex
	running int
	jobs    chan func()
}

// start starts a process that leads a group. The system kills the process when this program ends
// for any reason. Call recordExit after the process has exited.
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
		recordExit()
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

// recordExit records that a process has exited. After the last process, the starter's thread ends.
func recordExit() {
	starter.mu.Lock()
	defer starter.mu.Unlock()
	if starter.running--; starter.running == 0 {
		close(starter.jobs)
	}
}
