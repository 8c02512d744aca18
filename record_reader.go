package ouro

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// UnmarshalText reads a record. It reports what cannot be read, by line and,
// inside the moves, by turn. A wrong checksum alone is no error here, it sets
// Changed: replaying finds the turn that was changed. A text that is read
// without it is exactly what MarshalText writes.
func (r *Record) UnmarshalText(text []byte) error {
	*r = Record{}
	p := recordParser{text: text}
	if err := p.parse(r); err != nil {
		return fmt.Errorf("record line %d: %w", p.line, err)
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

var errTruncated = errors.New("the record is truncated")

// next moves to the next line and splits it into key and rest.
func (p *recordParser) next() error {
	p.line++
	end := bytes.IndexByte(p.text[p.at:], '\n')
	if end < 0 {
		return errTruncated
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
	if p.key != key {
		return fmt.Errorf("want %q, have %q", key, p.key)
	}
	return nil
}

func (p *recordParser) parse(r *Record) error {
	if err := p.next(); err != nil || p.key+" "+p.rest != recordMagic {
		return fmt.Errorf("not a game record (want %q)", recordMagic)
	}
	if err := p.parseGame(&r.Game); err != nil {
		return err
	}
	if err := p.parseSeats(r); err != nil {
		return err
	}
	if err := p.parseTurns(r); err != nil {
		return err
	}
	if err := p.parseIncidents(r); err != nil {
		return err
	}
	if err := p.parseEnd(r); err != nil {
		return err
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

func (p *recordParser) parseGame(g *GameSpec) (err error) {
	if err = p.want("rules"); err != nil {
		return err
	}
	if g.Rules, err = ParseSpec(p.rest); err != nil {
		return fmt.Errorf("rules %w", err)
	}
	if err = p.want("board"); err != nil {
		return err
	}
	if g.W, g.H, err = ParseSize(p.rest); err != nil {
		return err
	}
	if fmt.Sprintf("%dx%d", g.W, g.H) != p.rest {
		return fmt.Errorf("board %q is not written as %dx%d", p.rest, g.W, g.H)
	}
	if err = p.want("start-length"); err != nil {
		return err
	}
	if g.StartLength, err = parseCanonical(p.rest, 1, g.W*g.H); err != nil {
		return err
	}
	if err = p.next(); err != nil || p.key != "level" {
		return err
	}
	var rows strings.Builder
	for range g.H {
		if p.key != "level" || len(p.rest) < 2 || p.rest[0] != '|' || p.rest[len(p.rest)-1] != '|' {
			return errors.New("want a level row between bars")
		}
		rows.WriteString(p.rest[1:len(p.rest)-1] + "\n")
		if err = p.next(); err != nil {
			return err
		}
	}
	if g.Level, err = ParseLevel(rows.String()); err != nil {
		return err
	}
	if g.Level.Grid.W != g.W || g.Level.String() != rows.String() {
		return fmt.Errorf("level rows do not have the %d columns of the board", g.W)
	}
	return nil
}

// parseSeats reads from the seed, on whose line parseGame stopped, to the
// start hash.
func (p *recordParser) parseSeats(r *Record) (err error) {
	if p.key != "seed" {
		return fmt.Errorf("want %q, have %q", "seed", p.key)
	}
	if r.Seed, err = strconv.ParseUint(p.rest, 10, 64); err != nil || strconv.FormatUint(r.Seed, 10) != p.rest {
		return fmt.Errorf("seed %q is not a number", p.rest)
	}
	if err = p.want("nodes"); err != nil {
		return err
	}
	if r.Budget.Nodes, err = strconv.ParseInt(p.rest, 10, 64); err != nil || r.Budget.Nodes < 0 || strconv.FormatInt(r.Budget.Nodes, 10) != p.rest {
		return fmt.Errorf("nodes %q is not a whole number", p.rest)
	}
	if err = p.want("time"); err != nil {
		return err
	}
	if r.Budget.Time, err = time.ParseDuration(p.rest); err != nil || r.Budget.Time < 0 || r.Budget.Time.String() != p.rest {
		return fmt.Errorf("time %q is not a duration", p.rest)
	}
	for {
		if err = p.next(); err != nil {
			return err
		}
		if p.key != "solver" {
			break
		}
		spec, err := ParseSpec(p.rest)
		if err != nil {
			return fmt.Errorf("solver %w", err)
		}
		if r.Seats = append(r.Seats, spec); len(r.Seats) > maxRecordSeats {
			return fmt.Errorf("more than %d solvers", maxRecordSeats)
		}
	}
	if len(r.Seats) == 0 {
		return errors.New("no solver")
	}
	if len(r.Seats) > 1 {
		r.Game.Snakes = len(r.Seats)
	}
	if p.key != "start" {
		return fmt.Errorf("want %q, have %q", "start", p.key)
	}
	r.Start, err = parseHash(p.rest)
	return err
}

// parseTurns reads the lines of moves and stops on the line after them.
func (p *recordParser) parseTurns(r *Record) error {
	perLine := turnsPerLine(len(r.Seats))
	for {
		if err := p.next(); err != nil {
			return fmt.Errorf("after turn %d: %w", r.Turns(), err)
		}
		if p.key != "turn" {
			return nil
		}
		if r.Turns()%perLine != 0 {
			return fmt.Errorf("turn %d: want %d turns on each line but the last", r.Turns()+1, perLine)
		}
		if err := p.parseTurnLine(r); err != nil {
			return err
		}
		if r.Turns() > maxRecordTurns {
			return fmt.Errorf("more than %d turns", maxRecordTurns)
		}
	}
}

// parseTurnLine reads "N MOVES CHECKS", where N is the first turn on the line.
// Errors name the turn whose letter is wrong or missing.
func (p *recordParser) parseTurnLine(r *Record) error {
	k, first := len(r.Seats), r.Turns()+1
	number, text, _ := strings.Cut(p.rest, " ")
	if number != strconv.Itoa(first) {
		return fmt.Errorf("turn %d: the line has the number %q", first, number)
	}
	n := (len(text) - 1) / (k + 1) // turns on the line, if it is whole
	if n == 0 || n > turnsPerLine(k) || len(text) != n*(k+1)+1 || text[n*k] != ' ' {
		whole := len(text) / k
		if gap := strings.IndexByte(text, ' '); gap >= 0 {
			whole = min(gap/k, len(text)-gap-1)
		}
		return fmt.Errorf("turn %d: want %d moves and a check for each turn on the line", first+whole, k)
	}
	for i, m := range []byte(text[:n*k]) {
		d, ok := DirOfLetter(m)
		if m == '-' {
			d, ok = NoDir, true
		}
		if !ok {
			return fmt.Errorf("turn %d: unknown move %q (known: U R D L -)", first+i/k, m)
		}
		r.Moves = append(r.Moves, d)
	}
	for i, c := range []byte(text[n*k+1:]) {
		if strings.IndexByte(checkDigits, c) < 0 {
			return fmt.Errorf("turn %d: %q is no check character", first+i, c)
		}
		r.Checks = append(r.Checks, c)
	}
	return nil
}

// parseIncidents reads from the current line to the line after the incidents.
func (p *recordParser) parseIncidents(r *Record) error {
	for p.key == "incident" {
		fields := strings.SplitN(p.rest, " ", 4)
		if len(fields) != 4 {
			return errors.New("incident: want turn, seat, kind and detail")
		}
		var in Incident
		var err error
		if in.Turn, err = parseCanonical(fields[0], 1, r.Turns()); err != nil {
			return err
		}
		if in.Seat, err = parseCanonical(fields[1], 0, len(r.Seats)-1); err != nil {
			return err
		}
		if err = in.Mishap.UnmarshalText([]byte(fields[2])); err != nil {
			return err
		}
		if in.Detail, err = strconv.Unquote(fields[3]); err != nil || strconv.Quote(in.Detail) != fields[3] {
			return fmt.Errorf("incident at turn %d: detail is not a quoted text", in.Turn)
		}
		r.Incidents = append(r.Incidents, in)
		if err = p.next(); err != nil {
			return err
		}
	}
	return nil
}

// parseEnd reads the end from the current line.
func (p *recordParser) parseEnd(r *Record) (err error) {
	if p.key != "end" {
		return fmt.Errorf("after turn %d: want turn, incident or end, have %q", r.Turns(), p.key)
	}
	fields := strings.Split(p.rest, " ")
	if len(fields) != 4 {
		return errors.New("end: want ending, winner, turns and hash")
	}
	if err = r.Outcome.Ending.UnmarshalText([]byte(fields[0])); err != nil {
		return err
	}
	if r.Outcome.Winner, err = parseCanonical(fields[1], -1, len(r.Seats)-1); err != nil {
		return err
	}
	if fields[2] != strconv.Itoa(r.Turns()) {
		return fmt.Errorf("end after turn %s, but there are %d turns", fields[2], r.Turns())
	}
	r.Final, err = parseHash(fields[3])
	return err
}

// parseCanonical reads a whole number from lo to hi that is written the one
// way in which records write it.
func parseCanonical(text string, lo, hi int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text || n < lo || n > hi {
		return 0, fmt.Errorf("%q is not a whole number from %d to %d", text, lo, hi)
	}
	return n, nil
}

func parseHash(text string) (uint64, error) {
	h, err := strconv.ParseUint(text, 16, 64)
	if err != nil || fmt.Sprintf("%016x", h) != text {
		return 0, fmt.Errorf("%q is not a hash of 16 digits", text)
	}
	return h, nil
}
