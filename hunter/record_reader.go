package hunter

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ouro"
)

// UnmarshalText parses a record. Errors have the line. A wrong checksum alone is not an
// error; it sets Changed, and a replay finds the changed place. A text without that is
// exactly the output of MarshalText.
func (r *Record) UnmarshalText(text []byte) (err error) {
	*r = Record{}
	in := ouro.NewLineReader("hunter record", recordMagic, text)
	r.readGame(in)
	r.Levels = ouro.ReadRows(in, "level", ParseLevels)
	for in.Peek("tick", "end") == "tick" {
		r.readTicks(in)
	}
	r.readEnd(in)
	if r.Changed, err = in.End(); err != nil {
		*r = Record{}
	}
	return err
}

func (r *Record) readGame(in *ouro.LineReader) {
	r.Seed = ouro.ReadLine(in, "seed", ouro.Number[uint64](0, math.MaxUint64))
	r.Hunters = ouro.ReadLine(in, "hunters", ouro.Number(1, MaxHunters))
	r.Snakes = ouro.ReadLine(in, "snakes", ouro.Number(0, MaxSnakes))
	r.Nodes = ouro.ReadLine(in, "nodes", ouro.Number[int64](0, math.MaxInt64))
	r.Drivers = append(r.Drivers, ouro.ReadLine(in, "driver", ouro.ParseSpec))
	for in.Peek("driver", "level") == "driver" {
		if r.Drivers = append(r.Drivers, ouro.ReadLine(in, "driver", ouro.ParseSpec)); len(r.Drivers) > MaxSnakes {
			in.Fail(fmt.Errorf("more than %d drivers", MaxSnakes))
		}
	}
}

func (r *Record) readTicks(in *ouro.LineReader) {
	first := r.Ticks() + 1
	fields := in.Fields("tick", 3, "first tick, inputs and a hash")
	if fields[0] != strconv.Itoa(first) {
		in.Fail(fmt.Errorf("want tick %d, inputs and a hash", first))
		return
	}
	if (first-1)%checkTicks != 0 {
		in.Fail(fmt.Errorf("tick %d: want %d ticks on each line but the last", first, checkTicks))
		return
	}
	if err := r.parseRuns(fields[1]); err != nil {
		in.Fail(fmt.Errorf("tick %d: %w", r.Ticks()+1, err))
	}
	if r.Ticks() > MaxTicks(r.Levels) {
		in.Fail(fmt.Errorf("more than %d ticks, the limit for these levels", MaxTicks(r.Levels)))
	}
	hash, err := ouro.ParseHash(fields[2])
	in.Fail(err)
	r.Checks = append(r.Checks, hash)
}

func (r *Record) parseRuns(text string) error {
	first := len(r.Inputs)
	for text != "" {
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		run := 1
		if digits > 0 {
			var err error
			if run, err = ouro.Number(2, checkTicks)(text[:digits]); err != nil {
				return fmt.Errorf("run %w", err)
			}
		}
		text = text[digits:]
		if len(text) < r.Hunters {
			return fmt.Errorf("want a character for each of %d hunters", r.Hunters)
		}
		var in [MaxHunters]Input
		for h := range r.Hunters {
			var ok bool
			if in[h], ok = inputOfSign(text[h]); !ok {
				return fmt.Errorf("unknown input %q (known: %s %s)", text[h], signsPlain, signsBomb)
			}
		}
		if n := len(r.Inputs); n > first && slices.Equal(r.Inputs[n-r.Hunters:], in[:r.Hunters]) {
			return errors.New("two successive runs have the same inputs")
		}
		for range run {
			r.Inputs = append(r.Inputs, in[:r.Hunters]...)
		}
		if len(r.Inputs)-first > checkTicks*r.Hunters {
			return fmt.Errorf("more than %d ticks on the line", checkTicks)
		}
		text = text[r.Hunters:]
	}
	if len(r.Inputs) == first {
		return errors.New("no inputs")
	}
	return nil
}

func (r *Record) readEnd(in *ouro.LineReader) {
	fields := in.Fields("end", 4, "phase, score, ticks and hash")
	in.Fail(r.Phase.UnmarshalText([]byte(fields[0])))
	var err error
	if r.Score, err = ouro.Number(0, math.MaxInt32)(fields[1]); err != nil {
		in.Fail(fmt.Errorf("end: score %w", err))
	}
	if ticks := fmt.Sprint(r.Ticks()); fields[2] != ticks {
		in.Fail(fmt.Errorf("end after tick %s, but there are %s ticks", fields[2], ticks))
	}
	r.Final, err = ouro.ParseHash(fields[3])
	in.Fail(err)
}
