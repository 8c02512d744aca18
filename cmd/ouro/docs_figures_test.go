//go:build !race

package main

import (
	"regexp"
	"strings"
	"testing"
)

// These tests check that figures in documents have a command that measures them. A section is the
// text between two headings. In docs/results, a table with figures needs a command in its rows or
// above it in its section, and a section with figures in its text needs a command. The text above
// the first section is a summary and needs no command. In docs/decisions, only sections with tables
// of figures need a command. A command runs ouro, go, make, python3 or a script. If figures cannot
// be measured again, a page may instead contain the words "no command repeats" and the reason.

var (
	measures   = regexp.MustCompile(`^(?:\w+=\S+ |taskset -c 0 |cd \S+ && )*(?:(?:\./)?ouro \w|go (?:test|run) |make \w|python3 |scripts/\w|(?:arena run|arena tune|bench|game) )`)
	textFigure = regexp.MustCompile(`\d ?%|\d\.\d|\d,\d{3}|± ?\d|\d (?:ms|µs|ns|s|minutes|MB|kB|KB|GB|games|moves|turns|Elo)\b`)
	cellFigure = regexp.MustCompile(`\|[^|]*\d`)
	heading    = regexp.MustCompile(`^#+ `)
	admission  = "no command repeats"
)

// TestFiguresHaveCommands: every figure has the command that measures it.
func TestFiguresHaveCommands(t *testing.T) {
	sections := 0
	for _, name := range documents(t) {
		decision := strings.HasPrefix(name, "docs/decisions/")
		if !decision && !strings.HasPrefix(name, "docs/results/") {
			continue
		}
		p := readPage(t, name)
		for _, s := range p.sections() {
			sections++
			for _, line := range s.unmeasured(decision) {
				t.Errorf("%s:%d: figures without a command in their section that measures them", name, line)
			}
		}
	}
	if sections < 50 {
		t.Errorf("only %d sections", sections)
	}
}

// A section is a part of a page under one heading.
type section struct {
	first    int // its first line
	top      bool
	lines    []string // without code
	commands []int    // the lines with commands or "no command repeats"
}

func (p page) sections() (all []section) {
	code := inlineSpan.ReplaceAllStringFunc(p.prose, func(code string) string {
		return strings.Repeat("\n", strings.Count(code, "\n"))
	})
	for i, line := range strings.Split(code, "\n") {
		if all == nil || heading.MatchString(line) {
			all = append(all, section{first: i + 1, top: len(all) == 0})
		}
		s := &all[len(all)-1]
		s.lines = append(s.lines, line)
		if strings.Contains(line, admission) {
			s.commands = append(s.commands, i+1)
		}
	}
	for _, span := range p.spans {
		for i := range all {
			if s := &all[i]; measures.MatchString(span.text) && s.first <= span.line && span.line < s.first+len(s.lines) {
				s.commands = append(s.commands, span.line)
			}
		}
	}
	return all
}

// unmeasured returns the lines at which figures without a command begin.
func (s section) unmeasured(decision bool) (lines []int) {
	hasCommand := func(line int) bool { // whether the section has a command up to this line
		for _, c := range s.commands {
			if c <= line {
				return true
			}
		}
		return false
	}
	last := s.first + len(s.lines) - 1
	for i := 0; i < len(s.lines); i++ {
		begin, figures := i, false
		for ; i < len(s.lines) && strings.HasPrefix(s.lines[i], "|"); i++ {
			figures = figures || i > begin+1 && cellFigure.MatchString(s.lines[i])
		}
		switch {
		case figures && decision && !hasCommand(last), figures && !decision && !hasCommand(s.first+i-1):
			lines = append(lines, s.first+begin)
		case i == begin && !decision && !s.top && textFigure.MatchString(s.lines[i]) && !hasCommand(last):
			return append(lines, s.first+i)
		}
	}
	return lines
}
