//go:build linux

// Stress runs all tests on a machine that is as busy and as unsteady as possible, to find tests
// whose result depends on time:
//
//	go run ./scripts/stress -runs 10
//
// It compiles the tests of each package, and runs two packages at a time. Beside them, loops keep
// the processors busy, and random processes of the tests are stopped for up to 1.5 s (SIGSTOP). The
// output of a failed package stays in a folder that Stress names. The exit code is 1 if a test has
// failed.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

type options struct {
	runs, loops, atOnce, stoppers int
	packages                      []string
}

func main() {
	var o options
	flag.IntVar(&o.runs, "runs", 1, "how often to run all tests")
	flag.IntVar(&o.loops, "loops", 4, "busy loops beside the tests")
	flag.IntVar(&o.atOnce, "at-once", 2, "packages that run at the same time")
	flag.IntVar(&o.stoppers, "stoppers", 2, "processes that may be stopped at the same time")
	flag.Parse()
	if o.packages = flag.Args(); len(o.packages) == 0 {
		o.packages = []string{"./..."}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	failed, err := o.run(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "stress:", err)
	}
	if failed || err != nil {
		stop()
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

// compiled is the compiled tests of a package.
type compiled struct{ path, folder, program string }

func (o *options) run(ctx context.Context) (failed bool, err error) {
	dir, err := os.MkdirTemp("", "stress")
	if err != nil {
		return false, err
	}
	defer func() {
		if failed {
			fmt.Println("the output of failed tests is in", dir)
		} else {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	tests, err := compile(ctx, dir, o.packages)
	if err != nil {
		return false, err
	}
	// Each loop has a thread, which the scheduler of the system treats like a process.
	runtime.GOMAXPROCS(o.loops + 4)
	for range o.loops {
		go func() {
			for { //nolint:staticcheck // it is busy on purpose
			}
		}()
	}
	var stops atomic.Int64
	var stoppers sync.WaitGroup
	ctx, end := context.WithCancel(ctx)
	defer stoppers.Wait() // so that no process stays stopped
	defer end()
	for range o.stoppers {
		stoppers.Go(func() { stopAtRandom(ctx, &stops) })
	}
	for i := range o.runs {
		began, before := time.Now(), stops.Load()
		wrong := o.runAll(ctx, tests)
		failed = failed || wrong > 0
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		fmt.Printf("run %d of %d: %d packages in %.0f s, %d stops of processes, %d failed\n", i+1, o.runs, len(tests), time.Since(began).Seconds(), stops.Load()-before, wrong)
	}
	return failed, nil
}

// compile compiles the tests of the packages into dir. It skips packages without tests.
func compile(ctx context.Context, dir string, packages []string) (tests []compiled, err error) {
	const format = "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}"
	list := exec.CommandContext(ctx, "go", append([]string{"list", "-f", format}, packages...)...)
	list.Stderr = os.Stderr
	text, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		path, folder, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		t := compiled{path, folder, filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))}
		build := exec.CommandContext(ctx, "go", "test", "-c", "-o", t.program, path)
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return nil, fmt.Errorf("compile the tests of %s: %w", path, err)
		}
		tests = append(tests, t)
		fmt.Fprintf(os.Stderr, "\r%d packages compiled", len(tests))
	}
	fmt.Fprintln(os.Stderr)
	return tests, nil
}

// runAll runs all tests once and returns the number of packages that failed.
func (o *options) runAll(ctx context.Context, tests []compiled) (failed int) {
	var mu sync.Mutex // guards failed
	var wg sync.WaitGroup
	queue := make(chan compiled)
	for range o.atOnce {
		wg.Go(func() {
			for t := range queue {
				if ok := t.run(ctx); !ok {
					mu.Lock()
					failed++
					mu.Unlock()
				}
			}
		})
	}
	for _, t := range tests {
		queue <- t
	}
	close(queue)
	wg.Wait()
	return failed
}

// run runs the tests of a package. If they fail, it keeps their output beside the program.
func (t *compiled) run(ctx context.Context) (ok bool) {
	if ctx.Err() != nil {
		return true // not run
	}
	var output bytes.Buffer
	c := exec.CommandContext(ctx, t.program, "-test.timeout=60m")
	c.Dir, c.Stdout, c.Stderr = t.folder, &output, &output
	if err := c.Run(); err == nil || ctx.Err() != nil {
		return true
	}
	name := fmt.Sprintf("%s.%d.log", t.program, time.Now().Unix())
	if err := os.WriteFile(name, output.Bytes(), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, "stress:", err)
	}
	fmt.Printf("FAIL %s: %s\n", t.path, name)
	return false
}

// stopAtRandom stops one process of the tests after the other for a random time, and counts the
// stops. It never stops a child that still runs this program, because until the child runs the
// program of a test, this process waits for it and could not continue it.
func stopAtRandom(ctx context.Context, stops *atomic.Int64) {
	for ctx.Err() == nil {
		time.Sleep(between(50*time.Millisecond, 500*time.Millisecond))
		all := descendants(os.Getpid())
		if len(all) == 0 {
			continue
		}
		pid := all[rand.IntN(len(all))]
		if program(pid) == program(os.Getpid()) {
			continue
		}
		if syscall.Kill(pid, syscall.SIGSTOP) == nil {
			stops.Add(1)
			time.Sleep(between(50*time.Millisecond, 1500*time.Millisecond))
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}
	}
}

// program returns the path of the program that a process runs, or "" if the process has ended.
func program(pid int) string {
	path, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	return path
}

func between(least, most time.Duration) time.Duration { return least + rand.N(most-least) }

// descendants returns the processes that the process pid has started, and those that these have
// started.
func descendants(pid int) (all []int) {
	children := map[int][]int{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // the process has ended
		}
		// The name of the program, in parentheses, may contain anything.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		child, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if err != nil || len(fields) < 2 {
			continue
		}
		if parent, err := strconv.Atoi(fields[1]); err == nil {
			children[parent] = append(children[parent], child)
		}
	}
	all = append(all, children[pid]...)
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}
