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

// Record is a stored game: its Config and every input. A replay derives everything else and compares
// it with the digests.
type Record struct {
	Seed    uint64
	Hunters int
	Snakes  int         // Config.Snakes
	Nodes   int64       // Config.Nodes
	Drivers []ouro.Spec // solvers of Config.Drivers
	Levels  []*Level
	Inputs  []Input  // tick after tick, the inputs of all hunters
	Checks  []uint64 // World.Hash after every checkTicks ticks, and at the end
	Phase   Phase    // phase at the end
	Score   int
	Final   uint64 // World.Hash at the end
	Changed bool   // whether the text had a wrong checksum
}

const (
	recordMagic = "ouro hunter record 1"
	checkTicks  = 300 // ticks on each line of inputs
)

// Ticks returns the number of ticks, which is 0 for an empty Record.
func (r *Record) Ticks() int { return len(r.Inputs) / max(1, r.Hunters) }

// At returns the inputs of a tick, counted from 1.
func (r *Record) At(tick int) []Input { return r.Inputs[(tick-1)*r.Hunters : tick*r.Hunters] }

// Config returns the Config of the game. makers has a Maker for each driver.
func (r *Record) Config(makers []ouro.Maker) (Config, error) {
	if len(makers) != len(r.Drivers) {
		return Config{}, fmt.Errorf("hunter: %d makers for %d drivers", len(makers), len(r.Drivers))
	}
	cfg := Config{Seed: r.Seed, Hunters: r.Hunters, Snakes: r.Snakes, Levels: r.Levels, Nodes: r.Nodes}
	for i, spec := range r.Drivers {
		cfg.Drivers = append(cfg.Drivers, Driver{Spec: spec, Make: makers[i]})
	}
	return cfg, nil
}

// Record returns the game so far. Without Config.Keep it returns nil.
func (w *World) Record() *Record {
	if !w.cfg.Keep {
		return nil
	}
	r := &Record{
		Seed: w.cfg.Seed, Hunters: w.cfg.Hunters, Snakes: w.cfg.Snakes, Nodes: w.cfg.Nodes, Levels: w.cfg.Levels,
		Inputs: slices.Clone(w.inputs), Checks: slices.Clone(w.checks),
		Phase: w.phase, Score: w.Score(), Final: w.Hash(),
	}
	for _, d := range w.cfg.Drivers {
		r.Drivers = append(r.Drivers, d.Spec)
	}
	if w.tick%checkTicks != 0 {
		r.Checks = append(r.Checks, r.Final)
	}
	return r
}

// keep stores the inputs of a tick and, at the end of a line, the hash.
func (w *World) keep(inputs []Input) {
	for h := range w.hunters {
		var in Input
		if h < len(inputs) {
			in = inputs[h]
		}
		w.inputs = append(w.inputs, in.normalize())
	}
	if w.tick%checkTicks == 0 {
		w.checks = append(w.checks, w.Hash())
	}
}

// normalize returns the Input with unused fields cleared, so that inputs with the same effect are
// equal.
func (in Input) normalize() Input {
	if !in.Go {
		return Input{Bomb: in.Bomb}
	}
	return Input{Bomb: in.Bomb, Go: true, Dir: in.Dir & 3}
}

// The characters for inputs without a bomb and with a bomb. The first character means no step; the
// others mean a step in each direction, in the order of ouro.Dirs.
const (
	signsPlain = ".urdl"
	signsBomb  = "*URDL"
)

func (in Input) sign() byte {
	k := 0
	if in.Go {
		k = 1 + int(in.Dir&3)
	}
	if in.Bomb {
		return signsBomb[k]
	}
	return signsPlain[k]
}

func inputOfSign(sign byte) (Input, bool) {
	in, k := Input{}, strings.IndexByte(signsPlain, sign)
	if k < 0 {
		in.Bomb, k = true, strings.IndexByte(signsBomb, sign)
	}
	if k > 0 {
		in.Go, in.Dir = true, ouro.Dir(k-1)
	}
	return in, k >= 0
}

// MarshalText returns the record as text: the Config; lines of inputs, each for 300 ticks, with the
// hash of the world after these ticks; the end of the game; and a checksum of all earlier lines. A
// run of ticks with equal inputs is written as the number of ticks, unless that is 1, and a character
// for each hunter.
func (r *Record) MarshalText() ([]byte, error) {
	if err := r.checkValid(); err != nil {
		return nil, fmt.Errorf("hunter record: %w", err)
	}
	var w ouro.LineWriter
	w.Line("%s\nseed %d\nhunters %d\nsnakes %d\nnodes %d", recordMagic, r.Seed, r.Hunters, r.Snakes, r.Nodes)
	for _, d := range r.Drivers {
		w.Line("driver %s", d)
	}
	w.Rows("level", FormatLevels(r.Levels))
	for first := 1; first <= r.Ticks(); first += checkTicks {
		last := min(first+checkTicks-1, r.Ticks())
		w.Line("tick %d %s %016x", first, r.runs(first, last), r.Checks[(first-1)/checkTicks])
	}
	w.Line("end %s %d %d %016x", r.Phase, r.Score, r.Ticks(), r.Final)
	return w.End(), nil
}

// runs returns the text of the inputs of ticks first to last.
func (r *Record) runs(first, last int) []byte {
	var text []byte
	for tick := first; tick <= last; {
		run := 1
		for tick+run <= last && slices.Equal(r.At(tick), r.At(tick+run)) {
			run++
		}
		if run > 1 {
			text = strconv.AppendInt(text, int64(run), 10)
		}
		for _, in := range r.At(tick) {
			text = append(text, in.sign())
		}
		tick += run
	}
	return text
}

// checkValid returns an error if UnmarshalText would reject the text of the record.
func (r *Record) checkValid() error {
	makers := make([]ouro.Maker, len(r.Drivers))
	cfg, err := r.Config(makers)
	if err == nil {
		_, err = cfg.withDefaults()
	}
	switch {
	case err != nil:
		return err
	case r.Levels == nil:
		return errors.New("no levels")
	case len(r.Inputs)%r.Hunters != 0 || r.Ticks() > MaxTicks(r.Levels):
		return fmt.Errorf("%d inputs of %d hunters", len(r.Inputs), r.Hunters)
	case len(r.Checks) != (r.Ticks()+checkTicks-1)/checkTicks:
		return fmt.Errorf("%d checks of %d ticks", len(r.Checks), r.Ticks())
	case r.Phase > Lost || r.Score < 0:
		return fmt.Errorf("phase %s, score %d", r.Phase, r.Score)
	}
	return nil
}

// UnmarshalText parses a record. Errors contain the line. A wrong checksum is not an error: it sets
// Changed, and a replay finds the changed tick. Text with a correct checksum must be exactly what
// MarshalText returns.
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
		return errors.New("the line has no inputs")
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
