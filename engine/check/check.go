// Package check examines an engine: [Examine] starts a program that speaks the protocol of
// docs/protocol.md, tests each point of that page, and reports which points pass and how to correct
// the engine where points fail.
//
// An examination always ends: every answer has a deadline, output is read up to a limit, and a
// process that failed is killed with its children. The next point then starts another process.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ouro/engine/wire"
	"ouro/internal/printable"
	"ouro/internal/shell"
)

// Config is the configuration of an examination. The default of a zero field is in its comment.
type Config struct {
	Command string // the engine; it is split into words as by a shell
	Seed    uint64 // seed of the positions and games

	Nodes int64         // limit of a turn; default 1000
	Time  time.Duration // limit of a turn in the point InTime; default 50 ms
	Grace time.Duration // tolerated lateness of an answer; default 20 ms

	Hello      time.Duration // deadline of the answers to hello and new; default 60 s
	Turn       time.Duration // deadline of every answer to a turn; default 20 s
	Quick      time.Duration // deadline of an answer after stop, and of the exit; default 1 s. An engine that takes more than twice as long to start gets a warning
	quickPoint *Point        // unless nil, the only point to which Quick applies; all other points wait an hour
	thinking   time.Duration // how long an engine thinks before it is interrupted; default 50 ms

	Transcript *wire.Transcript // records all messages, or nil

	// Progress, unless nil, is called before each point.
	Progress func(done, total int, point Point)
}

func (c *Config) complete() {
	c.Time = cmp.Or(c.Time, 50*time.Millisecond)
	c.Grace = cmp.Or(c.Grace, 20*time.Millisecond)
	c.Hello = cmp.Or(c.Hello, time.Minute)
	c.Turn = cmp.Or(c.Turn, 20*time.Second)
	c.Quick = cmp.Or(c.Quick, time.Second)
	c.thinking = cmp.Or(c.thinking, 50*time.Millisecond)
	c.Nodes = cmp.Or(c.Nodes, 1000)
	if c.Progress == nil {
		c.Progress = func(int, int, Point) {}
	}
}

type Report struct {
	Command string
	Intro   *wire.Intro // the engine's answer to hello; nil if there was none
	Checks  []Check     // in the order of the points
	Turns   int         // number of answered turns
	Partial bool        // the examination was stopped before its end
}

// Check is the result of the examination of one point.
type Check struct {
	Point  Point
	Result Result
	Detail string // what was observed, or ""
	Where  string // the game and turn, or ""
	Stderr string // the last lines of the engine's standard error, after a failure
	Ended  bool   // the point failed because the process of the engine had ended

	mend string // advice for the author of the engine; "" means the advice of the point
}

// Mend returns one sentence on how to correct the engine.
func (c *Check) Mend() string { return cmp.Or(c.mend, c.Point.Mend()) }

func (r *Report) Count(result Result) (n int) {
	for i := range r.Checks {
		if r.Checks[i].Result == result {
			n++
		}
	}
	return n
}

func (r *Report) Conforms() bool { return !r.Partial && r.Count(Failed) == 0 }

// Examine examines all points. It returns an error only if the command is empty or ctx ends first.
// If ctx ends, the report has the results so far.
func Examine(ctx context.Context, cfg Config) (*Report, error) {
	cfg.complete()
	words, err := shell.Split(cfg.Command)
	if err == nil && len(words) == 0 {
		err = errors.New("the command is empty: want one such as python3 snake.py")
	}
	if err != nil {
		return nil, err
	}
	x := &exam{ctx: ctx, cfg: cfg, words: words, report: &Report{Command: cfg.Command}, faults: map[Point]*Check{}}
	defer func() { x.drop() }()
	for p := range points {
		cfg.Progress(int(p), int(points), p)
		x.current = p
		x.point(p)
		if err := ctx.Err(); err != nil {
			x.report.Partial = true
			x.finish()
			return x.report, err
		}
	}
	x.finish()
	return x.report, nil
}

type exam struct {
	ctx    context.Context // context of Examine
	cfg    Config
	words  []string
	report *Report
	faults map[Point]*Check // first fault of each point without its own check

	current Point    // the point that is examined
	talk    *talk    // conversation with a process that can still answer, or nil
	where   string   // the game and turn, for the report
	refused []string // boards that the engine refused, in the last call of eachGame
	seeds   int      // number of seeds used

	replays []*replay // games of the point Repeats; later points play them again
}

func (x *exam) quick() time.Duration {
	if x.cfg.quickPoint != nil && *x.cfg.quickPoint != x.current {
		return time.Hour
	}
	return x.cfg.Quick
}

func (x *exam) point(p Point) {
	c, row := Check{Point: p}, &pointTable[p]
	if row.check == nil {
		x.report.Checks = append(x.report.Checks, c) // finish completes the entry
		return
	}
	for _, needed := range row.needs {
		if i := slices.IndexFunc(x.report.Checks, func(c Check) bool { return c.Point == needed }); i < 0 || x.report.Checks[i].Result > Warned {
			c.Result, c.Detail = Skipped, fmt.Sprintf("this check needs %s", needed)
			x.report.Checks = append(x.report.Checks, c)
			return
		}
	}
	x.where = ""
	err := row.check(x)
	var result *pointResult
	switch {
	case x.ctx.Err() != nil:
		return
	case err == nil:
	case errors.As(err, &result):
		c.Result, c.Detail = result.result, result.detail
	default:
		c.Result, c.Detail, c.Where = Failed, printable.Short(err.Error(), 500), x.where
		switch {
		case errors.As(err, new(*startError)):
			c.mend = "name a command that starts the engine, with an absolute path or one relative to this directory; put shell syntax into a script"
		case errors.As(err, new(*exitError)) && p == Hello:
			c.Ended, c.mend = true, "the engine ended before it answered: look at its standard error"
		case errors.As(err, new(*exitError)) && p != Quits && p != Ends:
			c.Ended, c.mend = true, "the engine ended during a game: look at its standard error, and make it answer every turn"
		}
		if t := x.talk; t != nil {
			x.drop() // the state of the process is unknown
			c.Stderr = t.Stderr.Last()
		}
	}
	x.report.Checks = append(x.report.Checks, c)
}

// addFault records a fault of a point without its own check, unless the point already has one.
func (x *exam) addFault(p Point, detail string) {
	if x.faults[p] == nil {
		x.faults[p] = &Check{Point: p, Result: Failed, Detail: printable.Short(detail, 500), Where: x.where}
	}
}

// finish completes the results of the points without their own checks. Every message to or from the
// engine can fail these points.
func (x *exam) finish() {
	started := len(x.report.Checks) > 0 && x.report.Checks[0].Result <= Warned
	for i := range x.report.Checks {
		c := &x.report.Checks[i]
		if pointTable[c.Point].check != nil {
			continue
		}
		switch seen := x.faults[c.Point]; {
		case seen != nil:
			*c = *seen
		case !started:
			c.Result, c.Detail = Skipped, fmt.Sprintf("this check needs %s", Hello)
		}
	}
}

// pointResult is returned by a check as its error if the point did not fail: it passed, passed with
// a warning, or was skipped.
type pointResult struct {
	result Result
	detail string
}

func (r *pointResult) Error() string { return r.detail }

func passResult(format string, args ...any) error {
	return &pointResult{Passed, fmt.Sprintf(format, args...)}
}

func warnResult(format string, args ...any) error {
	return &pointResult{Warned, fmt.Sprintf(format, args...)}
}
func skipResult(why string) error { return &pointResult{Skipped, why} }
