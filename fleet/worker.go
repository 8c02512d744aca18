package fleet

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"maps"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"ouro"
	"ouro/definition"
	"ouro/fleet/schedule"
	"ouro/lab"
)

const (
	heartbeatInterval = time.Second
	idleTime          = 100 * time.Millisecond // first pause before another request; later pauses are longer
	maxIdleTime       = time.Second
	sendEvery         = 2 * time.Second // maximum time between two batches of results
	leaveTime         = 2 * time.Second // time for the last messages after the program was stopped
)

type errRefused struct{ why string }

func (e errRefused) Error() string { return "refused: " + e.why }

// Work plays games for a fleet until ctx ends. Then it sends its results and returns unplayed games
// to the coordinator.
func Work(ctx context.Context, cfg WorkerConfig) error {
	if cfg.Logf == nil {
		cfg.Logf = func(string, ...any) {}
	}
	if cfg.Name == "" {
		cfg.Name, _ = os.Hostname()
	}
	if cfg.Build == "" {
		var err error
		if cfg.Build, err = Build(); err != nil {
			return err
		}
	}
	l, err := dial(ctx, cfg.Access, "ouro worker "+cfg.Name, cfg.Logf)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	defer l.nc.Close()
	h := newWorkerClient(l, cfg, false)
	cfg.Logf("worker %s is connected to %s and plays %d games at once", cfg.Name, cfg.Access.Redacted(), h.cfg.Slots)
	err = h.work(ctx)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

type workerClient struct {
	link *link
	cfg  WorkerConfig
	me   schedule.Worker

	mu          sync.Mutex
	leases      map[uint64]context.CancelFunc // cancels running leases, by number
	definitions map[string]*definition.Definition
	woken       chan struct{} // closed when the coordinator has new work
	silent      bool          // the message that no coordinator answers was printed

	making sync.Mutex
	plans  map[string]lab.Plan // guarded by making
}

func newWorkerClient(l *link, cfg WorkerConfig, referee bool) *workerClient {
	var id [8]byte
	_, _ = rand.Read(id[:]) // Read never fails
	if cfg.Slots <= 0 {
		cfg.Slots = runtime.GOMAXPROCS(0)
	}
	return &workerClient{
		link: l, cfg: cfg, me: schedule.Worker{ID: hex.EncodeToString(id[:]), Name: cfg.Name, Build: cfg.Build, Slots: cfg.Slots, Referee: referee},
		leases: map[uint64]context.CancelFunc{}, definitions: map[string]*definition.Definition{}, plans: map[string]lab.Plan{}, woken: make(chan struct{}),
	}
}

// work plays until ctx ends or the coordinator refuses the worker.
func (h *workerClient) work(ctx context.Context) error {
	stop, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	waking, err := h.link.nc.Subscribe(subjectWake, h.wake)
	if err != nil {
		return err
	}
	defer func() { _ = waking.Unsubscribe() }()
	var all sync.WaitGroup
	all.Go(func() { h.sendHeartbeats(stop) })
	for i := range h.cfg.Slots {
		all.Go(func() {
			if err := h.runSlot(stop, i); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	bye, end := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer end()
	_ = h.link.ask(bye, subjectLeave, h.newRequest(false), new(answer))
	if err := context.Cause(stop); ctx.Err() == nil && err != nil {
		return err
	}
	return ctx.Err()
}

func (h *workerClient) newRequest(racing bool) askRequest {
	return askRequest{Protocol: protocol, Worker: h.me, Racing: racing}
}

// sendHeartbeats sends heartbeats and cancels the leases that the coordinator reports as void.
func (h *workerClient) sendHeartbeats(ctx context.Context) {
	for {
		h.mu.Lock()
		q := h.newRequest(false)
		q.Leases = slices.Collect(maps.Keys(h.leases))
		h.mu.Unlock()
		var a askAnswer
		if h.link.ask(ctx, subjectBeat, q, &a) == nil {
			h.mu.Lock()
			for _, id := range a.Void {
				if cancel := h.leases[id]; cancel != nil {
					cancel()
				}
			}
			h.mu.Unlock()
		}
		if !pause(ctx, heartbeatInterval) {
			return
		}
	}
}

// runSlot requests and plays games, one at a time. It returns an error if the coordinator refuses
// the worker.
func (h *workerClient) runSlot(ctx context.Context, i int) error {
	fair, _ := lab.Fair(ouro.Budget{Time: time.Second}, 1)
	racing := i < max(1, fair) // more games at once would delay each other's moves
	players := map[string]*lab.Player{}
	var sending sync.WaitGroup
	defer sending.Wait()
	free := make(chan struct{}, 1) // one batch is sent while the next games are played
	for idle := idleTime; ctx.Err() == nil; {
		var a askAnswer
		err := h.link.ask(ctx, subjectAsk, h.newRequest(racing), &a)
		h.reportSilence(ctx, err)
		switch {
		case err == nil && a.Refused != "":
			return errRefused{a.Refused}
		case err != nil || len(a.Lease.Games) == 0:
			h.waitForWork(ctx, idle)
			if idle = min(2*idle, maxIdleTime); h.me.Referee {
				idle = idleTime
			}
			continue
		}
		idle = idleTime
		send := func(b batch) {
			free <- struct{}{}
			sending.Go(func() {
				h.send(ctx, a.Lease.Experiment, b)
				<-free
			})
		}
		if !h.play(ctx, a.Lease, players, send) {
			pause(ctx, time.Second)
		}
	}
	return nil
}

func (h *workerClient) waitForWork(ctx context.Context, d time.Duration) {
	h.mu.Lock()
	woken := h.woken
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	select {
	case <-woken:
	case <-ctx.Done():
	}
}

// wake ends the pauses of all slots.
func (h *workerClient) wake(*nats.Msg) {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.woken)
	h.woken = make(chan struct{})
}

// reportSilence prints when the coordinator stops answering and when it answers again.
func (h *workerClient) reportSilence(ctx context.Context, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if silent := err != nil; silent != h.silent && ctx.Err() == nil && !h.me.Referee {
		if h.silent = silent; silent {
			h.cfg.Logf("waiting: %v", err)
		} else {
			h.cfg.Logf("the coordinator answers again")
		}
	}
}
