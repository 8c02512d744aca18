package plot

import (
	"math"
	"strings"
	"testing"
	"time"
)

// TestRound: axes have about as many round numbers as asked for, all on them.
func TestRound(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		want []float64
	}{
		{Axis{0, 1}, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{Axis{-130, 180}, []float64{-100, 0, 100}},
		{Axis{0, 7}, []float64{0, 2, 4, 6}},
		{Axis{3, 1003}, []float64{200, 400, 600, 800, 1000}},
	} {
		got := c.axis.round(c.axis.Step(6))
		if len(got) != len(c.want) {
			t.Errorf("%+v: %v, want %v", c.axis, got, c.want)
			continue
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-9 || got[i] == 0 && math.Signbit(got[i]) {
				t.Errorf("%+v: %v, want %v", c.axis, got, c.want)
			}
		}
	}
	for hi := 1.0; hi < 1e7; hi *= 1.7 {
		if n := len(Axis{0, hi}.Ticks(6, Whole)); n < 3 || n > 8 {
			t.Errorf("0 to %v: %d ticks", hi, n)
		}
	}
}

// TestWholeTicks: of what is counted there are no halves, however short the axis is.
func TestWholeTicks(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		want string
	}{
		{Axis{0, 0}, ""},
		{Axis{0, 1}, "0 1"},
		{Axis{-1, 2}, "-1 0 1 2"},
		{Axis{0.5, 2.5}, "1 2"},
		{Axis{0, 6}, "0 2 4 6"},
		{Axis{0, 1000}, "0 200 400 600 800 1000"},
	} {
		var texts []string
		for _, tick := range c.axis.WholeTicks(5, Whole) {
			texts = append(texts, tick.Text)
		}
		if got := strings.Join(texts, " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.axis, got, c.want)
		}
	}
}

// TestDecades: durations on a logarithmic axis.
func TestDecades(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		want string
	}{
		{Axis{6, 7}, "1ms 2ms 5ms 10ms"},
		{Axis{2.9, 3.5}, "1µs 2µs"},
		{Axis{0, 3}, "1ns 10ns 100ns 1µs"},
		{Axis{7, 10.1}, "10ms 100ms 1s 10s"},
	} {
		var texts []string
		for _, tick := range c.axis.Decades() {
			texts = append(texts, tick.Text)
			if tick.At < 0 || tick.At > 100 {
				t.Errorf("%+v: %+v", c.axis, tick)
			}
		}
		if got := strings.Join(texts, " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.axis, got, c.want)
		}
	}
	if got := shortDuration(3 * time.Second); got != "3s" {
		t.Error(got)
	}
}
