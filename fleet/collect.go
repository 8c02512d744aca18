package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro/fleet/schedule"
)

// collector holds the results and verdicts that a submitter has read from the stream.
type collector struct {
	wanted    map[int]bool
	data      map[string]map[int][]byte // results by worker and game
	counts    map[int]string            // the worker whose result counts, by game
	delivered map[int]schedule.Digest   // digests of the results that were passed to receive
	job       *Job
	joined    bool   // the submission was read: all further messages are later
	since     uint64 // sequence number of the submission
	receive   func(int, []byte) error
	waiting   []int // games whose results count but were not passed to receive yet
	bytes     int   // size of the results in data that were not passed to receive yet
	limit     int   // limit of bytes
}

// maxKept limits the bytes of results that wait for a verdict.
const maxKept = 1 << 30

func (c *Client) collect(ctx context.Context, id, nonce string, job *Job, put func(int, []byte) error) error {
	r := &collector{
		wanted: make(map[int]bool, len(job.Games)), data: map[string]map[int][]byte{}, counts: map[int]string{},
		delivered: make(map[int]schedule.Digest, len(job.Games)), job: job, receive: put, limit: maxKept,
	}
	for _, n := range job.Games {
		r.wanted[n] = true
	}
	var failure error
	err := c.link.follow(ctx, subjectsOf(id), 1, func(m *event) bool {
		kind, worker, _ := strings.Cut(strings.TrimPrefix(m.subject, subjectsPrefix+id+"."), ".")
		switch kind {
		case "order":
			var s submission
			if json.Unmarshal(m.data, &s) == nil && s.Nonce == nonce {
				r.joined, r.since = true, m.seq
			}
		case "result":
			failure = r.result(worker, m.data)
		case "verdict":
			failure = r.verdict(m.data)
		}
		if failure == nil && r.joined {
			failure = r.deliver()
		}
		return failure == nil && len(r.delivered) < len(r.wanted)
	})
	if failure != nil {
		return failure
	}
	return err
}

// result keeps the results in a message until a verdict on them arrives.
func (r *collector) result(worker string, data []byte) error {
	b, err := decodeBatch(data)
	if err != nil {
		return nil // the coordinator excludes this worker
	}
	for _, g := range b.results {
		if g.failed || !r.wanted[g.game] {
			continue
		}
		if r.data[worker] == nil {
			r.data[worker] = map[int][]byte{}
		}
		if _, twice := r.data[worker][g.game]; !twice {
			r.data[worker][g.game] = slices.Clone(g.data)
			r.bytes += len(g.data)
		}
	}
	if r.bytes > r.limit {
		return fmt.Errorf("more than %d MB of results wait for a verdict of the coordinator: a worker may send wrong games; submit fewer games at once", r.limit>>20)
	}
	return nil
}

func (r *collector) verdict(data []byte) error {
	var v verdictMessage
	if err := json.Unmarshal(data, &v); err != nil {
		return fmt.Errorf("an invalid verdict of the coordinator: %w", err)
	}
	for _, b := range v.Banned {
		if _, known := r.data[b.Worker]; known && r.joined && r.job.Logf != nil {
			r.job.Logf("worker %s is excluded: %s; its games are played again", b.Name, b.Why)
		}
		for n := range r.data[b.Worker] {
			if r.counts[n] == b.Worker {
				delete(r.counts, n)
			}
		}
	}
	for worker, spans := range v.Cleared {
		for _, s := range spans {
			for n := s.From; n < s.To && n-s.From < schedule.MaxGames; n++ {
				if r.wanted[n] && r.counts[n] != worker {
					r.counts[n] = worker
					r.waiting = append(r.waiting, n)
				}
			}
		}
	}
	switch {
	case !r.joined || v.After < r.since:
	case v.Failed != "":
		return errors.New(v.Failed)
	case v.Stopped:
		return errors.New("a user stopped the experiment; repeat the command to resume it")
	}
	return nil
}

// deliver calls r.receive with the results that count.
func (r *collector) deliver() error {
	for _, n := range r.waiting {
		worker, counts := r.counts[n]
		data := r.data[worker][n]
		if !counts || data == nil {
			continue
		}
		digest, err := digestOf(data)
		if err != nil {
			return fmt.Errorf("game %d: %w", n, err)
		}
		if before, delivered := r.delivered[n]; delivered {
			if before != digest {
				return fmt.Errorf("game %d was counted, but its result proved wrong later: a worker cannot be trusted; repeat the command to count the right games, with another --store if you used one", n)
			}
			continue
		}
		if err := r.receive(n, data); err != nil {
			return err
		}
		r.delivered[n] = digest
		r.bytes -= len(data)
		r.data[worker][n] = nil // the empty entry shows that the result arrived
	}
	r.waiting = r.waiting[:0]
	return nil
}
