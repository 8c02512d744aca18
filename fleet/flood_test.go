package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"ouro/fleet/hub"
	"ouro/fleet/schedule"
)

// fullDisk is a JetStream whose disk is full until it has refused a number of messages.
type fullDisk struct {
	jetstream.JetStream
	refuses int  // number of messages that it still refuses
	silent  bool // the server does not answer, like NATS on a full disk
}

func (d *fullDisk) Publish(ctx context.Context, _ string, _ []byte, _ ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	if d.refuses--; d.refuses >= 0 {
		if d.silent {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, &jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "write 7.blk: no space left on device"}
	}
	return new(jetstream.PubAck), nil
}

// bareCoordinator returns a coordinator without a server, and the messages that it prints.
func bareCoordinator(disk *fullDisk) (*coordinator, *messages) {
	s := new(messages)
	return &coordinator{link: &link{js: disk}, build: "b", schedule: schedule.New(schedule.Config{}), live: true, experiments: map[string]*storedExperiment{}, messages: messageLimiter{print: s.say}}, s
}

// TestFlood: invented workers send 30,000 heartbeats. The coordinator's status still fits into a
// message. The coordinator prints few lines, and the number of suppressed messages. A real worker
// is accepted once the invented workers are silent.
func TestFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, printed := bareCoordinator(nil)
		tick := func() {
			c.schedule.Tick(time.Now())
			c.printWorkerChanges()
			c.messages.summarise(c.schedule.Refused())
		}
		ask := func(id string, wants bool) answer {
			data, err := json.Marshal(askRequest{Protocol: protocol, Worker: schedule.Worker{ID: id, Name: strings.Repeat("n", 200), Build: strings.Repeat("b", 64), Slots: 1}})
			if err != nil {
				t.Fatal(err)
			}
			switch a := c.ask(data, wants).(type) {
			case askAnswer:
				return a.answer
			case answer:
				return a
			}
			return answer{}
		}
		tick()
		for i := range 30_000 {
			ask(fmt.Sprintf("%064d", i), false)
		}
		tick()
		if a := ask("real", true); a.Error != schedule.TooMany {
			t.Errorf("the real worker is refused with %q", a.Error)
		}
		status, err := json.Marshal(c.status())
		if err != nil || len(status) > hub.MaxPayload/2 {
			t.Errorf("the status has %d bytes, %v", len(status), err)
		}
		for range 20 {
			time.Sleep(time.Second)
			tick()
		}
		if a := ask("real", true); a.Error != "" {
			t.Errorf("the real worker is refused with %q, although all others are silent", a.Error)
		}
		tick()
		if text := printed.text(); len(printed.lines) > 2*maxMessages+5 || !strings.Contains(text, "19980 more messages are not shown") || !strings.Contains(text, "refused 20001 messages of additional workers") {
			t.Errorf("%d lines: %.3000s", len(printed.lines), text)
		}
		if a := ask("real", true); len(c.states) > 10_000 || a.Error != "" {
			t.Errorf("%d workers are remembered; %q", len(c.states), a.Error)
		}
		long, _ := json.Marshal(askRequest{Protocol: protocol, Worker: schedule.Worker{ID: "x", Build: strings.Repeat("b", 65)}})
		if a, ok := c.ask(long, false).(answer); !ok || a.Error == "" {
			t.Errorf("a build of 65 bytes: %+v", a)
		}
	})
}

// TestFullDisk: if the disk is full, submitters learn this from the coordinator before they give
// up. The coordinator prints the reason once, and continues when there is room again.
func TestFullDisk(t *testing.T) {
	for _, c := range []struct {
		disk     fullDisk
		dir, why string
	}{
		{fullDisk{refuses: 20}, "", "no space left on device"},
		{fullDisk{refuses: 2, silent: true}, "", "no answer in time"},
		{fullDisk{refuses: 2, silent: true}, t.TempDir(), "restart ouro fleet serve"},
		{fullDisk{refuses: 2, silent: true}, "unwritable", "unwritable/room: no such file"},
	} {
		synctest.Test(t, func(t *testing.T) {
			coordinator, printed := bareCoordinator(&c.disk)
			coordinator.cfg.Dir = c.dir
			d := small(t, 1)
			s := submission{hello{protocol, "b"}, ID(&d, "b", true), d.Text(), "", []schedule.Span{{From: 0, To: 3}}, "n"}
			for range 2 {
				began := time.Now()
				a, _ := coordinator.submit(t.Context(), s).(answer)
				if took := time.Since(began); took >= replyTime || !strings.HasPrefix(a.Error, "the coordinator cannot store the request: ") || !strings.Contains(a.Error, c.why) {
					t.Errorf("after %v: %q, want %q", took, a.Error, c.why)
				}
			}
			if err := coordinator.store(t.Context(), "x", nil); err != nil {
				t.Error(err)
			}
			if a, _ := coordinator.submit(t.Context(), s).(answer); a.Error != "" {
				t.Error(a.Error)
			}
			if text := printed.text(); len(printed.lines) != 2 || !strings.Contains(text, "cannot store anything, trying again: ") || !strings.Contains(text, c.why) || !strings.Contains(text, "the store works again") {
				t.Errorf("the coordinator prints %s", text)
			}
		})
	}
}

// TestKeptResults: while results wait for verdicts, a submitter keeps only a bounded number
// of bytes of them.
func TestKeptResults(t *testing.T) {
	r := &collector{wanted: map[int]bool{1: true}, data: map[string]map[int][]byte{}, limit: 250}
	b := batch{results: []result{{game: 1, data: make([]byte, 100)}, {game: 2, data: make([]byte, 1000)}}}
	for i, worker := range []string{"a", "a", "b", "c"} {
		if err := r.result(worker, b.encode()); (err != nil) != (worker == "c") {
			t.Errorf("message %d: %v", i, err)
		}
	}
}
