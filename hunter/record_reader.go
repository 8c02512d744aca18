package hunter

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ouro"
)

// UnmarshalText reads a record. It names the line of what cannot be read. A
// wrong checksum alone is no error here, it sets Changed: playing the record
// again finds what was changed. A text that is read without it is exactly what
// MarshalText writes.
func (r *Record) UnmarshalText(text []byte) error {
	*r = Record{}
	p := recordParser{text: text}
	if err := p.parse(r); err != nil {
		*r = Record{}
		return fmt.Errorf("hunter record line %d: %w", p.line, err)
	}
	return nil
}

type recordParser struct {
	text []byte
	at   int // offset of the next line
	line int // number of the current line, from 1
	key  string
	rest string
}

// next moves to the next line and splits it into key and rest.
func (p *recordParser) next() error {
	p.line++
	end := bytes.IndexByte(p.text[p.at:], '\n')
	if end < 0 {
		return errors.New("the record is truncated")
	}
	p.key, p.rest, _ = strings.Cut(string(p.text[p.at:p.at+end]), " ")
	p.at += end + 1
	return nil
}

// want moves to the next line, which must have this key.
func (p *recordParser) want(key string) error {
	if err := p.next(); err != nil {
		return err
	}
	return p.is(key)
}

func (p *recordParser) is(key string) error {
	if p.key != key {
		return fmt.Errorf("want %q, have %q", key, p.key)
	}
	return nil
}

// number reads the next line, a number from lo to hi.
func (p *recordParser) number(key string, to *int, lo, hi int) (err error) {
	if err = p.want(key); err != nil {
		return err
	}
	if *to, err = parseNumber(p.rest, lo, hi); err != nil {
		return fmt.Errorf("%s %w", key, err)
	}
	return nil
}

func (p *recordParser) parse(r *Record) error {
	if err := p.next(); err != nil || p.key+" "+p.rest != recordMagic {
		return fmt.Errorf("not a record of Snake Hunter (want %q)", recordMagic)
	}
	for _, part := range []func(*Record) error{p.parseGame, p.parseLevels, p.parseTicks, p.parseEnd} {
		if err := part(r); err != nil {
			return err
		}
	}
	body := p.text[:p.at]
	if err := p.want("sum"); err != nil {
		return err
	}
	sum, err := parseHash(p.rest)
	if err != nil {
		return err
	}
	if p.at != len(p.text) {
		p.line++
		return errors.New("text after the checksum")
	}
	r.Changed = sum != textSum(body)
	return nil
}

// parseGame reads to the line after the drivers.
func (p *recordParser) parseGame(r *Record) (err error) {
	if err = p.want("seed"); err != nil {
		return err
	}
	if r.Seed, err = strconv.ParseUint(p.rest, 10, 64); err != nil || strconv.FormatUint(r.Seed, 10) != p.rest {
		return fmt.Errorf("seed %q: %w", p.rest, errNumber)
	}
	var nodes int
	if err = p.number("hunters", &r.Hunters, 1, MaxHunters); err == nil {
		err = p.number("snakes", &r.Snakes, 0, MaxSnakes)
	}
	if err == nil {
		err = p.number("nodes", &nodes, 0, math.MaxInt)
	}
	if err != nil {
		return err
	}
	r.Nodes = int64(nodes)
	for {
		if err = p.next(); err != nil {
			return err
		}
		if p.key != "driver" {
			break
		}
		spec, err := ouro.ParseSpec(p.rest)
		if err != nil {
			return err
		}
		if r.Drivers = append(r.Drivers, spec); len(r.Drivers) > MaxSnakes {
			return fmt.Errorf("more than %d drivers", MaxSnakes)
		}
	}
	if len(r.Drivers) == 0 {
		return p.is("driver")
	}
	return nil
}

// parseLevels reads from the current line to the line after the levels.
func (p *recordParser) parseLevels(r *Record) (err error) {
	first := p.line
	var text strings.Builder
	for p.key == "level" {
		n := len(p.rest)
		if n < 2 || p.rest[0] != '|' || p.rest[n-1] != '|' {
			return errors.New("want a line of a level between bars")
		}
		text.WriteString(p.rest[1:n-1] + "\n")
		if err = p.next(); err != nil {
			return err
		}
	}
	if text.Len() == 0 {
		return p.is("level")
	}
	if r.Levels, err = ParseLevels(text.String()); err != nil {
		p.line = first
		return fmt.Errorf("the levels from here on: %w", err)
	}
	return nil
}

// parseTicks reads from the current line to the line after the inputs.
func (p *recordParser) parseTicks(r *Record) error {
	most := MaxTicks(r.Levels)
	for p.key == "tick" {
		first := r.Ticks() + 1
		fields := strings.Split(p.rest, " ")
		if len(fields) != 3 || fields[0] != strconv.Itoa(first) {
			return fmt.Errorf("want tick %d, inputs and a hash", first)
		}
		if (first-1)%checkTicks != 0 {
			return fmt.Errorf("tick %d: want %d ticks on each line but the last", first, checkTicks)
		}
		if err := p.parseRuns(r, fields[1]); err != nil {
			return fmt.Errorf("tick %d: %w", r.Ticks()+1, err)
		}
		if r.Ticks() > most {
			return fmt.Errorf("more than %d ticks, which no game of these levels has", most)
		}
		hash, err := parseHash(fields[2])
		if err != nil {
			return err
		}
		r.Checks = append(r.Checks, hash)
		if err := p.next(); err != nil {
			return err
		}
	}
	return nil
}

// parseRuns reads the runs of one line.
func (p *recordParser) parseRuns(r *Record, text string) error {
	first := len(r.Inputs)
	for text != "" {
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		run := 1
		if digits > 0 {
			var err error
			if run, err = parseNumber(text[:digits], 2, checkTicks); err != nil {
				return fmt.Errorf("run %w", err)
			}
		}
		text = text[digits:]
		if len(text) < r.Hunters {
			return fmt.Errorf("want a sign for each of %d hunters", r.Hunters)
		}
		var in [MaxHunters]Input
		for h := range r.Hunters {
			var ok bool
			if in[h], ok = inputOfSign(text[h]); !ok {
				return fmt.Errorf("unknown input %q (known: %s %s)", text[h], signsPlain, signsBomb)
			}
		}
		if n := len(r.Inputs); n > first && slices.Equal(r.Inputs[n-r.Hunters:], in[:r.Hunters]) {
			return errors.New("a run that goes on with the one before it")
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

// parseEnd reads the end from the current line.
func (p *recordParser) parseEnd(r *Record) (err error) {
	if err = p.is("end"); err != nil {
		return err
	}
	fields := strings.Split(p.rest, " ")
	if len(fields) != 4 {
		return errors.New("end: want phase, score, ticks and hash")
	}
	if err = r.Phase.UnmarshalText([]byte(fields[0])); err != nil {
		return err
	}
	if r.Score, err = parseNumber(fields[1], 0, math.MaxInt32); err != nil {
		return fmt.Errorf("end: score %w", err)
	}
	if fields[2] != strconv.Itoa(r.Ticks()) {
		return fmt.Errorf("end after tick %s, but there are %d ticks", fields[2], r.Ticks())
	}
	r.Final, err = parseHash(fields[3])
	return err
}

func parseHash(text string) (uint64, error) {
	h, err := strconv.ParseUint(text, 16, 64)
	if err != nil || fmt.Sprintf("%016x", h) != text {
		return 0, fmt.Errorf("%q is not a hash of 16 digits", text)
	}
	return h, nil
}
