package check

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"ouro"
	"ouro/engine/wire"
)

func (x *exam) checkNotes() error {
	return x.eachGame(usualPlaces, func(t *talk, m *match) error {
		return x.turns(m, 5, func() (ouro.Dir, error) {
			d, _, err := t.ask(&wire.Turn{State: m.state, Nodes: x.cfg.Nodes, Watched: true}, x.cfg.Turn, m.state.Grid)
			return d, err
		})
	})
}

// For the point InTime: the number of timedTurns turns in each game. One answer in lateShare may be
// late, because the machine may be busy.
const (
	timedTurns = 8
	lateShare  = 10
)

func (x *exam) checkInTime() error {
	answers, late := 0, 0
	var longest time.Duration
	err := x.eachGame(usualPlaces, func(t *talk, m *match) error {
		return x.turns(m, timedTurns, func() (ouro.Dir, error) {
			d, took, err := t.ask(&wire.Turn{State: m.state, Time: milliseconds(x.cfg.Time)}, x.cfg.Turn, nil)
			if err != nil {
				return d, err
			}
			answers++
			if longest = max(longest, took); took > x.cfg.Time+x.cfg.Grace {
				late++
			}
			return d, nil
		})
	})
	if err != nil {
		return err
	}
	x.where = ""
	summary := fmt.Sprintf("%d turns of %v: at most %v", answers, x.cfg.Time, longest.Round(10*time.Microsecond))
	switch {
	case late*lateShare > answers:
		return fmt.Errorf("%s, and %d of them were more than %v late", summary, late, x.cfg.Grace)
	case late > 0:
		return warnResult("%s, and %d of them were more than %v late", summary, late, x.cfg.Grace)
	}
	return passResult("%s", summary)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// startThinking sends a turn with plenty of time and waits until the engine has started to think.
func (x *exam) startThinking() (*talk, error) {
	m, err := x.newPlayableMatch(x.kinds()...)
	if err != nil {
		return nil, err
	}
	t := x.talk
	t.id++
	line := wire.AppendTurn(nil, &wire.Turn{ID: t.id, State: m.state, Time: milliseconds(x.cfg.Turn)})
	if err := t.send(line); err != nil {
		return nil, err
	}
	select {
	case <-time.After(x.cfg.thinking):
	case <-x.ctx.Done():
	}
	return t, nil
}

func (x *exam) checkStops() error {
	var longest time.Duration
	for range 3 {
		t, err := x.startThinking()
		if err != nil {
			return err
		}
		began := time.Now()
		line := wire.AppendStop(wire.AppendStop(nil, t.id-1), t.id) // the first stop is for the turn before, so the engine must ignore it
		if err := t.send(line); err != nil {
			return err
		}
		_, _, err = t.move(x.quick(), nil)
		if errors.As(err, new(*timeoutError)) {
			return fmt.Errorf("no answer within %v of stop", x.quick())
		}
		if err != nil {
			return err
		}
		longest = max(longest, time.Since(began))
	}
	return passResult("within %v", longest.Round(10*time.Microsecond))
}

func (x *exam) checkQuits() error {
	return x.checkExit("quit", func(t *talk) error { return t.send(wire.AppendQuit(nil)) })
}

func (x *exam) checkEnds() error {
	return x.checkExit("the end of standard input", func(t *talk) error { return t.In.Close() })
}

// checkExit checks that the engine exits after request, both while idle and while thinking.
func (x *exam) checkExit(requestName string, request func(*talk) error) error {
	for _, thinking := range []bool{false, true} {
		while := ""
		t, err := x.engine()
		if thinking && err == nil {
			while = ", while it thinks"
			t, err = x.startThinking()
		}
		if err != nil {
			return err
		}
		if err := request(t); err != nil {
			return err
		}
		select {
		case <-t.Exited:
			x.drop()
		case <-time.After(x.quick()):
			return fmt.Errorf("the engine still runs %v after %s%s", x.quick(), requestName, while)
		case <-x.ctx.Done():
			return x.ctx.Err()
		}
	}
	return nil
}

// For the point Memory, which plays memoryRounds rounds. A round ends after memoryTurns turns, or
// after memoryTime and at least memoryLeast turns. In at least one round after the second, memory
// must grow by less than growth.
const (
	memoryRounds = 4
	memoryTurns  = 300
	memoryTime   = 3 * time.Second
	memoryLeast  = 30      // turns that a round has at least, even if it exceeds memoryTime
	growth       = 8 << 20 // bytes
)

func (x *exam) checkMemory() error {
	m, err := x.newPlayableMatch(x.kinds()...)
	if err != nil {
		return err
	}
	var sizes []int64
	for range memoryRounds {
		began := time.Now()
		for i := 0; i < memoryTurns && (i < memoryLeast || time.Since(began) < memoryTime); {
			if _, err := x.open(m); err != nil {
				return err
			}
			before := x.report.Turns
			if _, err := x.play(x.talk, m, 30); err != nil {
				return err
			}
			i += max(1, x.report.Turns-before)
			if m, err = m.another(); err != nil {
				return err
			}
		}
		size, err := resident(x.talk.ID())
		if err != nil {
			return skipResult("this system does not report the memory of a process")
		}
		sizes = append(sizes, size)
	}
	mega := func(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
	x.where = ""
	for i := 2; i < len(sizes); i++ {
		if sizes[i]-sizes[i-1] < growth {
			return passResult("%s", mega(sizes[len(sizes)-1]))
		}
	}
	return fmt.Errorf("the memory grew from %s to %s and did not stop growing", mega(sizes[1]), mega(sizes[len(sizes)-1]))
}

func resident(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, errors.New("a short line")
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize()), err
}
