// Package doctor examines a Battlesnake server. [Examine] sends the requests of an official engine,
// with positions from games of every ruleset, and reports the faults of the answers and how to
// correct them.
//
// The positions come from games of fast solvers and depend only on the seed. Most are critical: one
// way out, a tail that stays, the last point of health. From each position, the game continues for
// a few turns with the moves of the examined snake. The doctor considers all moves of the other
// snakes to judge whether a move kills.
//
// An examination always ends: every request has a deadline, replies are read up to a limit, and
// after 20 unanswered requests in a row no more are sent.
package doctor

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"math"
	"net/http"
	"slices"
	"time"

	"ouro/battlesnake/guest"
	"ouro/battlesnake/wire"
)

// DefaultPositions is the default number of positions.
const DefaultPositions = 100

const (
	turnsPerGame = 3  // turns in each game
	gamesAtOnce  = 8  // games at once in sendTogether
	lateTimeouts = 2  // maximum wait for a late answer, in timeouts
	maxSilent    = 20 // unanswered requests in a row, after which the examination ends

	// wakeTime is the timeout of the first answer: the server may have to start.
	wakeTime = 10 * time.Second
)

type Config struct {
	URL       string
	Positions int           // 0 means DefaultPositions
	Seed      uint64        // seed of the positions
	Timeout   time.Duration // timeout of an answer; 0 means that of the official engine

	// Progress, unless nil, receives the number of finished positions.
	Progress func(done, total int)

	wake time.Duration // 0 means wakeTime
}

type Report struct {
	URL     string
	Info    wire.Info // the server's answer to GET /
	Proto   string    // protocol of the answers, such as HTTP/1.1
	Timeout time.Duration

	Positions  int      // positions that were sent one after the other
	Games      int      // games of these positions
	Rulesets   []string // rulesets of these games
	Situations []Situation

	Moves Times // times of the answers to these positions
	Crowd Times // times of the answers in several games at once

	Findings []Finding // errors come first
	Silent   bool      // the server stopped answering
	Partial  bool      // ctx ended before the examination
}

// Situation is a kind of position, with the number of positions sent.
type Situation struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Healthy reports whether no finding is an error.
func (r *Report) Healthy() bool {
	return !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Kind.Weight() == Error })
}

// Examine examines the snake at a URL. It returns an error only if the snake is unreachable or ctx
// ends. If ctx ends, the report has the results so far.
func Examine(ctx context.Context, cfg Config) (*Report, error) {
	cfg.Positions = cmp.Or(cfg.Positions, DefaultPositions)
	cfg.Timeout = cmp.Or(cfg.Timeout, wire.DefaultTimeout)
	cfg.wake = cmp.Or(cfg.wake, wakeTime)
	if cfg.Progress == nil {
		cfg.Progress = func(int, int) {}
	}
	line, err := dial(cfg.URL)
	if err != nil {
		return nil, err
	}
	defer line.close()
	e := &exam{
		cfg: cfg, connection: line, name: rand.Text(), deals: scenes{seed: cfg.Seed},
		report: &Report{URL: cfg.URL, Timeout: cfg.Timeout}, found: map[Kind]*Finding{},
	}
	err = e.run(ctx)
	e.finish(ctx)
	return e.report, err
}

type exam struct {
	cfg        Config
	connection *connection
	name       string // random, for the ids of games
	deals      scenes
	report     *Report
	found      map[Kind]*Finding
	checks     [kinds]int // number of checks, by kind; only Unnoticed and Reconnects have one
	silent     int        // unanswered requests in a row
	first      []sample   // positions for sendStrange and sendTogether
}

func (e *exam) run(ctx context.Context) error {
	if err := e.introduce(ctx); err != nil {
		return err
	}
	for e.report.Positions < e.cfg.Positions && !e.isSilent() {
		if err := e.game(ctx); err != nil {
			return err
		}
	}
	if e.isSilent() {
		e.report.Silent = true
		return nil
	}
	if err := e.sendStrange(ctx); err != nil {
		return err
	}
	return e.sendTogether(ctx)
}

func (e *exam) isSilent() bool { return e.silent >= maxSilent }

// introduce sends GET /. It allows wakeTime for the answer. It returns an error only if the server
// is unreachable.
func (e *exam) introduce(ctx context.Context) error {
	r := e.connection.ask(ctx, request{method: http.MethodGet, limit: e.cfg.Timeout, maxWait: max(e.cfg.wake, e.cfg.Timeout)})
	if err := ctx.Err(); err != nil {
		return err
	}
	var failed *guest.Error
	if errors.As(r.err, &failed) && (failed.Fault == guest.Unreachable || failed.Fault == guest.TimedOut) && r.answer == nil {
		return errors.New(failed.Error()) // not wrapped: it may be a deadline, but not that of ctx
	}
	if r.answer != nil {
		e.report.Proto = quote(r.answer.Proto)
	}
	if r.isComplete() && r.took > e.cfg.Timeout {
		e.add(note{Asleep, round(r.took).String()}, nil)
	}
	info, notes := r.readInfo()
	e.report.Info = info
	for _, n := range notes {
		e.add(n, nil)
	}
	return nil
}

// Times holds the times of answers; for a missing answer, the time that the doctor waited. The zero
// value is empty.
type Times struct {
	all  []time.Duration // Quantile and Buckets sort it
	late int
}

func (t *Times) add(r *reply) {
	t.all = append(t.all, r.took)
	if r.took > r.limit {
		t.late++
	}
}

func (t *Times) Len() int { return len(t.all) }

func (t *Times) Late() int { return t.late }

// Quantile returns the shortest time that at least a share p of the times do not exceed, or 0
// without times.
func (t *Times) Quantile(p float64) time.Duration {
	if len(t.all) == 0 {
		return 0
	}
	slices.Sort(t.all)
	rank := int(math.Ceil(p * float64(len(t.all))))
	return t.all[min(max(rank, 1), len(t.all))-1]
}

// Bucket counts the answers that took at most UpTo, but longer than UpTo of the previous bucket.
type Bucket struct {
	UpTo  time.Duration
	Count int
}

// Buckets counts the times in buckets that end at 1, 2, 5, 10 ms and so on, at fractions of a
// millisecond, and at the timeout. It omits empty buckets at both ends.
func (t *Times) Buckets(timeout time.Duration) []Bucket {
	var all []Bucket
	if len(t.all) == 0 {
		return all
	}
	slices.Sort(t.all)
	from := 0
	for _, limit := range limits(timeout, t.all[len(t.all)-1]) {
		to := from
		for to < len(t.all) && t.all[to] <= limit {
			to++
		}
		if to > 0 {
			all = append(all, Bucket{limit, to - from})
		}
		from = to
	}
	return all
}

// limits returns the UpTo of all buckets. longest is the longest time, which the last bucket
// contains.
func limits(timeout, longest time.Duration) (all []time.Duration) {
	all = []time.Duration{timeout}
	for unit := time.Millisecond / 10; ; unit *= 10 {
		for _, n := range []time.Duration{1, 2, 5} {
			if limit := n * unit; limit != timeout {
				all = append(all, limit)
			}
			if n*unit >= longest {
				slices.Sort(all)
				end, _ := slices.BinarySearch(all, longest)
				return all[:end+1]
			}
		}
	}
}
