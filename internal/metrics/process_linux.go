package metrics

import (
	"math"
	"os"
	"strconv"
	"strings"

	"ouro/internal/infile"
)

// ticks is the unit of times in /proc, in 1/s. It is 100 on all architectures that Go supports.
const ticks = 100

func (p *process) read() {
	// Field 2 of stat is the program's name in parentheses, which may contain spaces. Field 3
	// follows it.
	if _, rest, ok := strings.Cut(lastParenthesis(file("/proc/self/stat")), ") "); ok {
		field := strings.Fields(rest)
		number := func(index int) float64 {
			if index-3 >= len(field) {
				return math.NaN()
			}
			return float(field[index-3])
		}
		p.processor = (number(14) + number(15)) / ticks
		p.start = float(after(file("/proc/stat"), "btime")) + number(22)/ticks
		p.memory = number(23)
		p.resident = number(24) * float64(os.Getpagesize())
	}
	if entries, err := os.ReadDir("/proc/self/fd"); err == nil {
		p.files = float64(len(entries))
	}
	limits := file("/proc/self/limits")
	p.mostFiles = limit(after(limits, "Max open files"))
	p.mostMemory = limit(after(limits, "Max address space"))
	p.received, p.delivered = traffic(file("/proc/self/net/netstat"))
}

func file(name string) string {
	text, err := infile.Read(name, 1<<20)
	if err != nil {
		return ""
	}
	return string(text)
}

// lastParenthesis returns the text from the last closing parenthesis.
func lastParenthesis(text string) string { return text[max(0, strings.LastIndexByte(text, ')')):] }

// after returns the first word after prefix, in the line that begins with prefix.
func after(text, prefix string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, prefix+" "); ok {
			word, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			return word
		}
	}
	return ""
}

func float(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// limit parses a limit. It returns the largest number for "unlimited".
func limit(text string) float64 {
	if text == "unlimited" {
		return math.MaxUint64
	}
	return float(text)
}

// traffic returns the bytes received and sent, from pairs of lines: one of names, one of values.
func traffic(netstat string) (received, sent float64) {
	received, sent = math.NaN(), math.NaN()
	var names []string
	for line := range strings.Lines(netstat) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "IpExt:" {
			continue
		}
		if names == nil {
			names = words
			continue
		}
		for i, word := range words[:min(len(words), len(names))] {
			switch names[i] {
			case "InOctets":
				received = float(word)
			case "OutOctets":
				sent = float(word)
			}
		}
	}
	return received, sent
}
