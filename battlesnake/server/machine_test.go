package server_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// machine is a reading of the processor times, on systems that report them as Linux does.
type machine struct {
	at           time.Time
	busy, stolen float64 // seconds of all processors together
	ours         float64 // seconds that the server and this process used
}

func newMachine(t *testing.T, url string) (m machine) {
	t.Helper()
	m.at = time.Now()
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return m
	}
	m.ours = number(t, url, "process_cpu_seconds_total")
	if *loadURL != "" { // otherwise the server is in this process
		self, _ := os.ReadFile("/proc/self/stat")
		fields := strings.Fields(string(self[bytes.LastIndexByte(self, ')')+1:]))
		for _, field := range fields[11:13] { // utime and stime
			ticks, _ := strconv.ParseFloat(field, 64)
			m.ours += ticks / 100
		}
	}
	// cpu user nice system idle iowait irq softirq steal ..., in hundredths of a second
	line, _, _ := strings.Cut(string(text), "\n")
	for i, field := range strings.Fields(line)[1:] {
		ticks, _ := strconv.ParseFloat(field, 64)
		switch i {
		case 0, 1, 2, 5, 6:
			m.busy += ticks / 100
		case 7:
			m.stolen += ticks / 100
		}
	}
	return m
}

// since returns a text about the use of processors since m was read.
func (m machine) since(t *testing.T, url string) string {
	t.Helper()
	now := newMachine(t, url)
	if now.busy == 0 {
		return "unknown"
	}
	all := now.at.Sub(m.at).Seconds() / 100
	load, _ := os.ReadFile("/proc/loadavg")
	return fmt.Sprintf("server and engine used %.0f %% of a processor, others %.0f %%, %.0f %% was stolen; load average %.12s",
		(now.ours-m.ours)/all, max(0, now.busy-m.busy-now.ours+m.ours)/all, (now.stolen-m.stolen)/all, load)
}

var bucket = regexp.MustCompile(`le="([^"]*)"} (\d+)`)

// answers returns a bound on the times of all answers, from the histogram, and the number
// of late answers.
func answers(t *testing.T, url string) (within time.Duration, late int) {
	t.Helper()
	var bounds []time.Duration
	var counts []int
	for _, line := range metricLines(t, url, "ouro_move_seconds_bucket") {
		match := bucket.FindStringSubmatch(line)
		if match == nil {
			t.Fatalf("a bucket is %s", line)
		}
		bound, err := strconv.ParseFloat(match[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		if math.IsInf(bound, 0) {
			bound = math.MaxInt32
		}
		count, err := strconv.Atoi(match[2])
		if err != nil {
			t.Fatal(err)
		}
		bounds, counts = append(bounds, time.Duration(bound*1e9)), append(counts, count)
	}
	all := counts[len(counts)-1]
	for i := len(bounds) - 1; i >= 0 && counts[i] == all; i-- {
		within = bounds[i]
	}
	for i := range bounds {
		if bounds[i] <= *loadTimeout {
			late = all - counts[i]
		}
	}
	return within, late
}
