package ouro

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// UnmarshalText reads a record. An error contains the line and, for moves, the turn. A wrong
// checksum sets Changed and is not an error, because a replay finds the changed turn. A text
// with a correct checksum must be exactly the text that MarshalText would write.
func (r *Record) UnmarshalText(text []byte) (err error) {
	*r = Record{}
	in := NewLineReader("record", recordMagic, text)
	r.Game.read(in)
	r.readSeats(in)
	r.readTurns(in)
	in.After = fmt.Sprintf("turn %d", r.End())
	r.readIncidents(in)
	r.readEnd(in)
	r.Changed, err = in.End()
	return err
}

func (g *GameSpec) read(in *LineReader) {
	g.Rules = ReadLine(in, "rules", ParseSpec)
	g.W, g.H = readBoard(in)
	g.StartLength = ReadLine(in, "start-length", Number(1, g.W*g.H))
	switch in.Peek("level", "position", "seed") {
	case "level":
		g.Level = ReadRows(in, "level", g.parseLevel)
	case "position":
		g.Position = ReadLine(in, "position", parsePosition)
	}
}

func parsePosition(text string) (*State, error) {
	s, err := ParseState(text)
	if err == nil && s.String() != text {
		err = fmt.Errorf("is not written as %s", s)
	}
	return s, err
}

func readBoard(in *LineReader) (w, h int) {
	text := in.Take("board")
	w, h, err := ParseSize(text)
	if err == nil && fmt.Sprintf("%dx%d", w, h) != text {
		err = fmt.Errorf("board %q is not written as %dx%d", text, w, h)
	}
	in.Fail(err)
	return w, h
}

// parseLevel parses a level, which must be as large as the board.
func (g *GameSpec) parseLevel(text string) (*Level, error) {
	level, err := ParseLevel(text)
	if err != nil {
		return nil, err
	}
	if level.Grid.W != g.W || level.Grid.H != g.H || level.String() != text {
		return nil, fmt.Errorf("the level has the size %s, and the board %dx%d", level.Grid, g.W, g.H)
	}
	return level, nil
}

func parseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d.String() != text {
		return 0, fmt.Errorf("%q is not a duration", text)
	}
	return d, nil
}

func (r *Record) readSeats(in *LineReader) {
	r.Seed = ReadLine(in, "seed", Number[uint64](0, math.MaxUint64))
	r.Budget.Nodes = ReadLine(in, "nodes", Number[int64](0, math.MaxInt64))
	r.Budget.Time = ReadLine(in, "time", parseTime)
	if in.Peek("cpu", "solver") == "cpu" {
		if r.Budget.CPU = ReadLine(in, "cpu", parseTime); r.Budget.CPU == 0 {
			in.Fail(errors.New("cpu 0s: want a positive time; without a limit of processor time, omit this line"))
		}
	}
	r.Seats = append(r.Seats, ReadLine(in, "solver", ParseSpec))
	for in.Peek("solver", "name", "address", "start") == "solver" {
		if r.Seats = append(r.Seats, ReadLine(in, "solver", ParseSpec)); len(r.Seats) > maxRecordSeats {
			in.Fail(fmt.Errorf("more than %d solvers", maxRecordSeats))
		}
	}
	if len(r.Seats) > 1 {
		r.Game.Snakes = len(r.Seats)
	}
	in.Fail(r.Game.checkPosition(len(r.Seats)))
	r.readPlayers(in)
	r.Start = ReadLine(in, "start", ParseHash)
}

func (r *Record) readTurns(in *LineReader) {
	perLine := turnsPerLine(len(r.Seats))
	for {
		in.After = fmt.Sprintf("turn %d", r.End())
		if in.Peek("turn", "incident", "offered", "end") != "turn" {
			return
		}
		in.After = ""
		line := in.Take("turn")
		if r.Turns()%perLine != 0 {
			in.Fail(fmt.Errorf("turn %d: want %d turns on each line except the last", r.End()+1, perLine))
			return
		}
		in.Fail(r.parseTurns(line))
		if r.Turns() > maxRecordTurns {
			in.Fail(fmt.Errorf("more than %d turns", maxRecordTurns))
		}
	}
}

// parseTurns parses "N MOVES CHECKS", where N is the first turn on the line. An error contains
// the turn of the wrong or missing letter.
func (r *Record) parseTurns(line string) error {
	k, first := len(r.Seats), r.End()+1
	number, text, _ := strings.Cut(line, " ")
	if number != strconv.Itoa(first) {
		return fmt.Errorf("turn %d: the line has the number %q", first, number)
	}
	n := (len(text) - 1) / (k + 1) // turns on the line, if the line is complete
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
			return fmt.Errorf("turn %d: %q is not a check character", first+i, c)
		}
		r.Checks = append(r.Checks, c)
	}
	return nil
}

func (r *Record) readIncidents(in *LineReader) {
	for {
		key := in.Peek("incident", "offered", "end")
		if key != "incident" && key != "offered" {
			return
		}
		fields := in.Fields(key, 4, "turn, seat, kind and detail")
		incident := Incident{Offered: key == "offered"}
		var err error
		incident.Turn, err = Number(r.Begin()+1, r.End())(fields[0])
		in.Fail(err)
		incident.Seat, err = Number(0, len(r.Seats)-1)(fields[1])
		in.Fail(err)
		in.Fail(incident.Fault.UnmarshalText([]byte(fields[2])))
		incident.Detail, err = strconv.Unquote(fields[3])
		if err != nil || strconv.Quote(incident.Detail) != fields[3] {
			in.Fail(fmt.Errorf("incident at turn %d: detail is not a quoted string", incident.Turn))
		}
		r.Incidents = append(r.Incidents, incident)
	}
}

func (r *Record) readEnd(in *LineReader) {
	fields := in.Fields("end", 4, "ending, winner, turns and hash")
	in.Fail(r.Outcome.Ending.UnmarshalText([]byte(fields[0])))
	var err error
	r.Outcome.Winner, err = Number(-1, len(r.Seats)-1)(fields[1])
	in.Fail(err)
	if fields[2] != strconv.Itoa(r.End()) {
		in.Fail(fmt.Errorf("the line \"end\" has turn %q, but the last move is on turn %d", fields[2], r.End()))
	}
	r.Final, err = ParseHash(fields[3])
	in.Fail(err)
}
