// Package check examines an engine: [Examine] starts a program that speaks the protocol
// of docs/protocol.md, asks it everything that is there, point by point, and tells of
// each point whether it passed, and if not what to mend.
//
// Whatever the program does, an examination ends: every answer has its time, of what is
// said only so much is read, and a process that has failed is killed with all that it
// has started; the next point begins with another one.
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

// Config says what is examined. The times are the usual ones where they are 0.
type Config struct {
	Command string // whose words are split as a shell does
	Seed    uint64 // of the positions and games

	Nodes int64         // a turn; 0 is 1000
	Time  time.Duration // of a turn that has a time: 50 ms
	Grace time.Duration // how late an answer in time may be: 20 ms

	Hello time.Duration // for the answers to hello and new: 10 s
	Turn  time.Duration // for an answer to a turn that has no time: 20 s
	Quick time.Duration // for an answer after stop, and to exit: 1 s; to start without a word about it: twice that

	Transcript *wire.Transcript // of what is said, or nil

	// Progress, unless nil, is told which point is examined.
	Progress func(done, of int, point Point)
}

func (c *Config) complete() {
	c.Time = cmp.Or(c.Time, 50*time.Millisecond)
	c.Grace = cmp.Or(c.Grace, 20*time.Millisecond)
	c.Hello = cmp.Or(c.Hello, 10*time.Second)
	c.Turn = cmp.Or(c.Turn, 20*time.Second)
	c.Quick = cmp.Or(c.Quick, time.Second)
	c.Nodes = cmp.Or(c.Nodes, 1000)
	if c.Progress == nil {
		c.Progress = func(int, int, Point) {}
	}
}

// Report is what was found.
type Report struct {
	Command string
	Intro   *wire.Intro // what the engine says of itself; nil if it says nothing
	Checks  []Check     // in the order of the points
	Turns   int         // that were answered
	Partial bool        // the examination was stopped before its end
}

// Check is what came of one point.
type Check struct {
	Point  Point
	Result Result
	Detail string // what was seen, if there is something to tell
	Where  string // the game, if it was in one
	Words  string // the end of what the engine wrote to standard error, where it failed
	Ended  bool   // it failed because there was no engine any more

	mend string // "" is that of the point
}

// Mend says in one sentence what to do about it.
func (c *Check) Mend() string { return cmp.Or(c.mend, c.Point.Mend()) }

// Count is how many points have this result.
func (r *Report) Count(result Result) (n int) {
	for i := range r.Checks {
		if r.Checks[i].Result == result {
			n++
		}
	}
	return n
}

// Conforms tells whether nothing has to be mended.
func (r *Report) Conforms() bool { return !r.Partial && r.Count(Failed) == 0 }

// Examine asks the engine everything. The error is nil unless the command is none, or
// ctx ended: then the report holds what was found so far.
func Examine(ctx context.Context, cfg Config) (*Report, error) {
	cfg.complete()
	words, err := shell.Split(cfg.Command)
	if err == nil && len(words) == 0 {
		err = errors.New("there is none, such as python3 snake.py")
	}
	if err != nil {
		return nil, err
	}
	x := &exam{ctx: ctx, cfg: cfg, words: words, report: &Report{Command: cfg.Command}, noted: map[Point]*Check{}}
	defer func() { x.drop() }()
	for p := range points {
		cfg.Progress(int(p), int(points), p)
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

// exam is an examination in progress.
type exam struct {
	ctx    context.Context // of Examine, which lasts as long as this
	cfg    Config
	words  []string
	report *Report
	noted  map[Point]*Check // of points that are looked at all the time

	talk    *talk    // with a process that is sound, or nil
	where   string   // the game that is played
	refused []string // boards on which the engine does not play, among those of the last each
	seeds   int      // that were taken

	firsts []*first // games that are played again and again
}

// point examines one point.
func (x *exam) point(p Point) {
	c, row := Check{Point: p}, &pointTable[p]
	if row.ask == nil {
		x.report.Checks = append(x.report.Checks, c) // told in the end
		return
	}
	for _, needed := range row.needs {
		if i := slices.IndexFunc(x.report.Checks, func(c Check) bool { return c.Point == needed }); i < 0 || x.report.Checks[i].Result > Warned {
			c.Result, c.Detail = Skipped, fmt.Sprintf("it needs %s", needed)
			x.report.Checks = append(x.report.Checks, c)
			return
		}
	}
	x.where = ""
	err := row.ask(x)
	var told *remark
	switch {
	case x.ctx.Err() != nil:
		return
	case err == nil:
	case errors.As(err, &told):
		c.Result, c.Detail = told.result, told.detail
	default:
		c.Result, c.Detail, c.Where = Failed, printable.Short(err.Error(), 500), x.where
		switch {
		case errors.As(err, new(*unstarted)):
			c.mend = "name a command that starts it, with its whole path or as seen from here; what only a shell understands is for a script"
		case errors.As(err, new(*ended)) && p == Hello:
			c.Ended, c.mend = true, "it ends before it has said anything: look at its last words"
		case errors.As(err, new(*ended)) && p != Quits && p != Ends:
			c.Ended, c.mend = true, "it ends in the middle of a game: look at its last words, and answer every turn whatever is in it"
		}
		if t := x.talk; t != nil {
			x.drop() // whatever state it is in now
			c.Words = t.Words.Last()
		}
	}
	x.report.Checks = append(x.report.Checks, c)
}

// note tells of a fault that may be seen at any time, the first of its kind.
func (x *exam) note(p Point, detail string) {
	if x.noted[p] == nil {
		x.noted[p] = &Check{Point: p, Result: Failed, Detail: printable.Short(detail, 500), Where: x.where}
	}
}

// finish tells of the points that were looked at all the time.
func (x *exam) finish() {
	started := len(x.report.Checks) > 0 && x.report.Checks[0].Result <= Warned
	for i := range x.report.Checks {
		c := &x.report.Checks[i]
		if pointTable[c.Point].ask != nil {
			continue
		}
		switch seen := x.noted[c.Point]; {
		case seen != nil:
			*c = *seen
		case !started:
			c.Result, c.Detail = Skipped, fmt.Sprintf("it needs %s", Hello)
		}
	}
}

// remark is a result that is no failure, as an error.
type remark struct {
	result Result
	detail string
}

func (r *remark) Error() string { return r.detail }

func passed(format string, args ...any) error {
	return &remark{Passed, fmt.Sprintf(format, args...)}
}

func warned(format string, args ...any) error {
	return &remark{Warned, fmt.Sprintf(format, args...)}
}
func skipped(why string) error { return &remark{Skipped, why} }
