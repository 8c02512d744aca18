package ouro

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// GameSpec is what a game starts from, apart from chance: the rules by name
// and the board. Where Level is set, the board is drawn there.
type GameSpec struct {
	Rules       string
	W, H        int
	Level       *Level
	StartLength int
}

// Budget limits the thinking for one move; zero means no limit of that kind.
// Games limited by Nodes are reproducible, games limited by Time are not.
type Budget struct {
	Nodes int64
	Time  time.Duration
}

// NoDir stands in a Record for the move of a dead snake.
const NoDir Dir = 255

// Mishap is a way in which a Solver fails to answer.
type Mishap uint8

// The mishaps. In each case a fallback move is made and the game goes on.
const (
	Erred    Mishap = iota // returned an error
	Panicked               // panicked
	Late                   // did not answer in time
	Invalid                // answered with something that is no direction
)

var mishapNames = [...]string{"error", "panic", "late", "invalid"}

// String is the mishap's name in records.
func (m Mishap) String() string { return enumName(mishapNames[:], m, "Mishap") }

// MarshalText writes the mishap's name.
func (m Mishap) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a mishap's name.
func (m *Mishap) UnmarshalText(text []byte) error {
	return parseEnum(mishapNames[:], m, "mishap", text)
}

// Incident is a turn on which a seat's move was not its Solver's.
type Incident struct {
	Turn   int // the joint move, from 1
	Seat   int
	Mishap Mishap
	Detail string
}

// Record is a game written down: what it started from and the moves. Replaying
// derives everything else again and compares it with the digests.
type Record struct {
	Game      GameSpec
	Seed      uint64 // of this game, see GameSeed
	Budget    Budget
	Seats     []Spec
	Start     uint64 // State.Hash before the first move
	Moves     []Dir  // len(Seats) for each turn
	Checks    []byte // CheckByte after each turn
	Incidents []Incident
	Outcome   Outcome
	Final     uint64 // State.Hash at the end
	Intact    bool   // whether the text's checksum was right when it was read
}

// Turns is the number of joint moves.
func (r *Record) Turns() int { return len(r.Checks) }

// Joint is the joint move of a turn, counted from 1.
func (r *Record) Joint(turn int) []Dir {
	k := len(r.Seats)
	return r.Moves[(turn-1)*k : turn*k]
}

const checkDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"

// CheckByte is the digest of one turn in a Record: one of 64 characters.
func CheckByte(hash uint64) byte { return checkDigits[hash&63] }

const (
	recordMagic    = "ouro record 1"
	recordLineLen  = 60
	maxRecordSeats = 16
	maxRecordTurns = 1 << 26
)

// MarshalText writes the record: header lines, lines of moves with one check
// character a turn, incidents, the end, and a checksum of all lines before it.
func (r *Record) MarshalText() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\nrules %s\nboard %dx%d\nstart-length %d\n", recordMagic, r.Game.Rules, r.Game.W, r.Game.H, r.Game.StartLength)
	if r.Game.Level != nil {
		for row := range strings.Lines(r.Game.Level.String()) {
			fmt.Fprintf(&b, "level |%s|\n", strings.TrimSuffix(row, "\n"))
		}
	}
	fmt.Fprintf(&b, "seed %d\nnodes %d\ntime %s\n", r.Seed, r.Budget.Nodes, r.Budget.Time)
	for _, s := range r.Seats {
		fmt.Fprintf(&b, "solver %s\n", s)
	}
	fmt.Fprintf(&b, "start %016x\n", r.Start)
	k := len(r.Seats)
	perLine := max(1, recordLineLen/max(1, k))
	for turn := 0; turn < r.Turns(); turn += perLine {
		n := min(perLine, r.Turns()-turn)
		fmt.Fprintf(&b, "turn %d ", turn+1)
		for _, d := range r.Moves[turn*k : (turn+n)*k] {
			if d == NoDir {
				b.WriteByte('-')
			} else {
				b.WriteByte(d.Letter())
			}
		}
		b.WriteByte(' ')
		b.Write(r.Checks[turn : turn+n])
		b.WriteByte('\n')
	}
	for _, in := range r.Incidents {
		fmt.Fprintf(&b, "incident %d %d %s %q\n", in.Turn, in.Seat, in.Mishap, in.Detail)
	}
	fmt.Fprintf(&b, "end %s %d %d %016x\n", r.Outcome.Ending, r.Outcome.Winner, r.Turns(), r.Final)
	fmt.Fprintf(&b, "sum %016x\n", textSum(b.Bytes()))
	return b.Bytes(), nil
}

// textSum digests every byte of text.
func textSum(text []byte) uint64 {
	h := uint64(len(text))
	for _, c := range text {
		h = Mix(h, uint64(c))
	}
	return h
}

// UnmarshalText reads a record. It reports what cannot be read, by line and,
// inside the moves, by turn. A wrong checksum alone is no error here, it
// clears Intact: replaying finds the turn that was changed.
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
	r.Intact = sum == textSum(body)
	return nil
}

func (p *recordParser) parseGame(g *GameSpec) (err error) {
	if err = p.want("rules"); err != nil {
		return err
	}
	if g.Rules = p.rest; !isWord(g.Rules) {
		return fmt.Errorf("rules %q is not a name", g.Rules)
	}
	if err = p.want("board"); err != nil {
		return err
	}
	if g.W, g.H, err = ParseSize(p.rest); err != nil {
		return err
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
	if g.Level.Grid.W != g.W || g.Level.Grid.H != g.H {
		return fmt.Errorf("level is %s, board %dx%d", g.Level.Grid, g.W, g.H)
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
	nodes, err := parseCanonical(p.rest, 0, 1<<62)
	if err != nil {
		return err
	}
	r.Budget.Nodes = int64(nodes)
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
			return err
		}
		if r.Seats = append(r.Seats, spec); len(r.Seats) > maxRecordSeats {
			return fmt.Errorf("more than %d solvers", maxRecordSeats)
		}
	}
	if len(r.Seats) == 0 {
		return errors.New("no solver")
	}
	if p.key != "start" {
		return fmt.Errorf("want %q, have %q", "start", p.key)
	}
	r.Start, err = parseHash(p.rest)
	return err
}

// parseTurns reads the lines of moves and stops on the line after them.
func (p *recordParser) parseTurns(r *Record) error {
	k := len(r.Seats)
	for {
		if err := p.next(); err != nil {
			return fmt.Errorf("after turn %d: %w", r.Turns(), err)
		}
		if p.key != "turn" {
			return nil
		}
		first := r.Turns() + 1
		fields := strings.Split(p.rest, " ")
		perLine := max(1, recordLineLen/k)
		if len(fields) != 3 || fields[0] != strconv.Itoa(first) || r.Turns()%perLine != 0 {
			return fmt.Errorf("turn %d: want its number, moves and checks", first)
		}
		moves, checks := fields[1], fields[2]
		if len(checks) == 0 || len(checks) > perLine || len(moves) != k*len(checks) {
			return fmt.Errorf("turn %d: %d moves and %d checks on a line for %d solvers", first, len(moves), len(checks), k)
		}
		for i, m := range []byte(moves) {
			d, ok := DirOfLetter(m)
			if m == '-' {
				d, ok = NoDir, true
			}
			if !ok {
				return fmt.Errorf("turn %d: unknown move %q (known: U R D L -)", first+i/k, m)
			}
			r.Moves = append(r.Moves, d)
		}
		for i, c := range []byte(checks) {
			if strings.IndexByte(checkDigits, c) < 0 {
				return fmt.Errorf("turn %d: %q is no check character", first+i, c)
			}
		}
		if r.Checks = append(r.Checks, checks...); r.Turns() > maxRecordTurns {
			return fmt.Errorf("more than %d turns", maxRecordTurns)
		}
	}
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
