package fleet

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ouro/fleet/schedule"
	"ouro/internal/cputime"
)

// serveDir names an environment variable. If it is set, the test program runs as a
// coordinator with this data directory.
const serveDir = "OURO_TEST_FLEET_DIR"

// serveAlone is the main function of the test program when it runs as a coordinator. It
// writes the coordinator's address to standard output and returns the exit code.
func serveAlone(dir string) int {
	port, _ := strconv.Atoi(os.Getenv(serveDir + "_PORT"))
	err := Serve(context.Background(), CoordinatorConfig{Dir: dir, Port: port, StartServer: startServer, Ready: func(at Address) { fmt.Println(at.NATS) }})
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// served is a coordinator in a separate process.
type served struct {
	cmd *exec.Cmd
	at  string
}

func serveProcess(b *testing.B, dir string, port int) *served {
	b.Helper()
	cmd := exec.Command(os.Args[0]) //nolint:noctx // the method kill kills it
	cmd.Env = append(os.Environ(), serveDir+"="+dir, fmt.Sprintf("%s_PORT=%d", serveDir, port))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	s := &served{cmd: cmd}
	b.Cleanup(s.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	s.at = strings.TrimSpace(line)
	return s
}

// kill ends the process with SIGKILL.
func (s *served) kill() {
	if s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
	}
}

// used returns the process's peak memory in MB and how much processor time it has used.
func (s *served) used(b *testing.B) (memory float64, processor time.Duration) {
	b.Helper()
	file := fmt.Sprintf("/proc/%d/", s.cmd.Process.Pid)
	status, err := os.ReadFile(file + "status")
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); f[0] == "VmHWM:" {
			memory, _ = strconv.ParseFloat(f[1], 64)
		}
	}
	stat, err := os.ReadFile(file + "stat")
	if err != nil {
		b.Fatal(err)
	}
	f := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')'):]))
	user, _ := strconv.Atoi(f[12])
	system, _ := strconv.Atoi(f[13])
	return memory / 1000, time.Duration(user+system) * 10 * time.Millisecond
}

// pretend runs a worker that plays no games. The worker waits as long as the games would take, and
// sends known results.
func pretend(ctx context.Context, l *link, build string, i int, each time.Duration, truth func(int) []byte) {
	h := newWorkerClient(l, WorkerConfig{Name: fmt.Sprint("pretends-", i), Build: build, Slots: 1, Logf: func(string, ...any) {}}, false)
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { h.sendHeartbeats(ctx) })
	for ctx.Err() == nil {
		var a askAnswer
		if l.ask(ctx, subjectAsk, h.newRequest(true), &a) != nil || len(a.Lease.Games) == 0 {
			pause(ctx, maxIdleTime)
			continue
		}
		if !pause(ctx, each*time.Duration(schedule.Count(a.Lease.Games))) {
			return
		}
		b := batch{lease: a.Lease.ID}
		for _, s := range a.Lease.Games {
			for n := s.From; n < s.To; n++ {
				b.results = append(b.results, result{game: n, data: truth(n)})
			}
		}
		h.send(ctx, a.Lease.Experiment, b)
	}
}

// BenchmarkThousand: 1000 workers pretend to play and send the results of b.N games to a
// real server and coordinator, in a separate process. A submitter writes the results to a
// real store. The process is killed with SIGKILL when nine tenths of the games are done.
// -benchtime 500000x sets the number of games.
func BenchmarkThousand(b *testing.B) {
	const workers, links = 1000, 20
	d, truth := tenByTen(b)
	dir := b.TempDir()
	serving := serveProcess(b, dir, -1)
	port, _ := strconv.Atoi(serving.at[strings.LastIndexByte(serving.at, ':')+1:])
	ctx, cancel := context.WithCancel(b.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	build, err := Build()
	if err != nil {
		b.Fatal(err)
	}
	var l *link
	for i := range workers {
		if i%(workers/links) == 0 {
			if l, err = dial(ctx, Access{URL: serving.at}, "pretends", func(string, ...any) {}); err != nil {
				b.Fatal(err)
			}
			defer l.nc.Close()
		}
		each := time.Duration(float64(50*time.Millisecond) * math.Exp(rand.NormFloat64()/2))
		link := l
		all.Go(func() { pretend(ctx, link, build, i, each, truth) })
	}
	c, err := Connect(ctx, Access{URL: serving.at}, func(string, ...any) {})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	games := make([]int, b.N)
	for i := range games {
		games[i] = i
	}
	k := newSink(b, d, truth)
	until := b.N * 9 / 10 // 0 means never: in trial runs of the benchmark
	var memory, ready, recovery float64
	var processor, own, reading time.Duration
	before, _ := cputime.Process()
	began := time.Now()
	var rate float64
	var again sync.WaitGroup
	err = c.Play(ctx, Job{Definition: d, Games: games, Records: true, Logf: func(string, ...any) {}}, func(n int, data []byte) error {
		if err := k.put(n, data); err != nil {
			return err
		}
		if k.games == until {
			rate = float64(until) / time.Since(began).Seconds()
			memory, processor = serving.used(b)
			now, _ := cputime.Process()
			own = now - before
			serving.kill()
			again.Go(func() {
				killed := time.Now()
				serving = serveProcess(b, dir, port)
				ready = time.Since(killed).Seconds()
				_, reading = serving.used(b)
				me := schedule.Worker{ID: "asks", Name: "asks", Build: build, Slots: 1}
				for c.link.ask(ctx, subjectAsk, askRequest{Protocol: protocol, Worker: me}, new(askAnswer)) != nil && pause(ctx, time.Millisecond) {
				}
				recovery = time.Since(killed).Seconds()
			})
		}
		return nil
	})
	again.Wait()
	if err == nil {
		err = k.activeRun.Close()
	}
	if err != nil {
		b.Fatal(err)
	}
	if k.games != b.N {
		b.Errorf("%d of %d games were delivered", k.games, b.N)
	}
	if until == 0 {
		return
	}
	after, _ := serving.used(b)
	b.ReportMetric(rate, "results/s")
	b.ReportMetric(float64(until)/processor.Seconds(), "results/coordinator-s")
	b.ReportMetric(float64(until)/own.Seconds(), "results/others-s")
	b.ReportMetric(memory, "coordinator-MB")
	b.ReportMetric(after, "coordinator-again-MB")
	b.ReportMetric(ready, "ready-again-s")
	b.ReportMetric(reading.Seconds(), "ready-again-processor-s")
	b.ReportMetric(recovery, "hands-out-again-s")
	b.ReportMetric(float64(k.bytes)/float64(k.games), "bytes/result")
}

// BenchmarkSimulatedStore: the results of a simulation are written to a real store.
func BenchmarkSimulatedStore(b *testing.B) {
	d, truth := tenByTen(b)
	k := newSink(b, d, truth)
	before, _ := cputime.Process()
	b.ResetTimer()
	for n := range b.N {
		if err := k.put(n, truth(n)); err != nil {
			b.Fatal(err)
		}
	}
	if err := k.activeRun.Close(); err != nil {
		b.Fatal(err)
	}
	after, _ := cputime.Process()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(b.N)/(after-before).Seconds(), "rows/processor-s")
}
