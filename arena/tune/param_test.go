package tune

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"ouro"
)

func TestParseParam(t *testing.T) {
	for text, want := range map[string]Param{
		"depth=5..60":             {Name: "depth", Lo: 5, Hi: 60, Start: math.NaN()},
		"depth=5..60@30":          {Name: "depth", Lo: 5, Hi: 60, Start: 30},
		"depth=5..60@30/8":        {Name: "depth", Lo: 5, Hi: 60, Start: 30, Step: 8},
		"depth=5..60/8":           {Name: "depth", Lo: 5, Hi: 60, Start: math.NaN(), Step: 8},
		"depth=5..60@30/8:log":    {Name: "depth", Lo: 5, Hi: 60, Start: 30, Step: 8, Log: true},
		"nodes=1..100":            {Name: "nodes", Lo: 1, Hi: 100, Start: math.NaN(), Log: true},
		"nodes=1..99.9":           {Name: "nodes", Lo: 1, Hi: 99.9, Start: math.NaN()},
		"nodes=1..100:linear":     {Name: "nodes", Lo: 1, Hi: 100, Start: math.NaN()},
		"w=-1.5..2.25@-0.5":       {Name: "w", Lo: -1.5, Hi: 2.25, Start: -0.5},
		"w=1e-3..1":               {Name: "w", Lo: 1e-3, Hi: 1, Start: math.NaN(), Log: true},
		"w=0..1e3":                {Name: "w", Lo: 0, Hi: 1000, Start: math.NaN()},
		"discount=0.9..1@1/0.025": {Name: "discount", Lo: 0.9, Hi: 1, Start: 1, Step: 0.025},
	} {
		got, err := ParseParam(text)
		if math.IsNaN(got.Start) && math.IsNaN(want.Start) {
			got.Start, want.Start = 0, 0
		}
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"depth":             "the name and the range are missing",
		"=1..2":             "the name and the range are missing",
		"depth=":            "the range is missing",
		"depth=5":           "the range is missing",
		"depth=5-60":        "the range is missing",
		"depth=a..60":       `"a" is not a number`,
		"depth=..60":        `"" is not a number`,
		"depth=5..Inf":      `"Inf" is not a number`,
		"depth=NaN..5":      `"NaN" is not a number`,
		"depth=x..y":        `"x" is not a number, "y" is not a number`,
		"depth=60..5":       "the range must begin with its lower end",
		"depth=5..5":        "the range must begin with its lower end",
		"depth=5..60@4":     "the start lies outside the range",
		"depth=5..60@":      `"" is not a number`,
		"depth=5..60/0":     "the step must be above 0",
		"depth=5..60/-1":    "the step must be above 0",
		"depth=5..60:exp":   `unknown scale "exp"`,
		"depth=0..60:log":   "needs a range above 0",
		"depth=5..60@7@8":   "is not a number",
		"depth=1..2..3":     "is not a number",
		"depth=5..60/8@30":  "is not a number",
		"depth=5..60:log@3": "unknown scale",
	} {
		if p, err := ParseParam(text); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), Syntax) {
			t.Errorf("%s: %+v, %v", text, p, err)
		}
	}
}

// FuzzParseParam: a parameter that was read stays the same when it is written and read again.
func FuzzParseParam(f *testing.F) {
	for _, text := range []string{"depth=5..60@30/8:log", "w=-1.5..2.25", "n=1e-9..1e9@1", "x=0..1/5e-324", "a=b=1..2", "é=0..1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseParam(text)
		if err != nil {
			return
		}
		if math.IsNaN(p.Start) {
			p.Start = p.Lo
		}
		again, err := ParseParam(p.String())
		if err != nil || !reflect.DeepEqual(again, p) {
			t.Errorf("%q is %+v, and %q is %+v, %v", text, p, p.String(), again, err)
		}
		if p.check() == nil && (p.unit(p.value(0.5)) < 0 || p.unit(p.value(0.5)) > 1) {
			t.Errorf("%q: the middle is %v", text, p.value(0.5))
		}
	})
}

// TestScales: positions on the range and their numbers convert into each other.
func TestScales(t *testing.T) {
	for _, p := range []Param{{Lo: -5, Hi: 20}, {Lo: 1, Hi: 10000, Log: true}, {Lo: 1e-4, Hi: 0.1, Log: true}} {
		if p.value(0) != p.Lo || p.value(1) != p.Hi || p.value(-3) != p.Lo || p.value(7) != p.Hi || p.unit(p.Lo) != 0 || p.unit(p.Hi) != 1 {
			t.Errorf("%s: the ends are %v and %v, at %v and %v", &p, p.value(0), p.value(1), p.unit(p.Lo), p.unit(p.Hi))
		}
		for u := 0.0; u <= 1; u += 1.0 / 64 {
			if x := p.value(u); math.Abs(p.unit(x)-u) > 1e-12 {
				t.Errorf("%s: %v is %v is %v", &p, u, x, p.unit(x))
			}
		}
	}
	log := Param{Lo: 1, Hi: 10000, Log: true}
	if x := log.value(0.5); math.Abs(x-100) > 1e-9 {
		t.Errorf("the middle of 1 to 10000 by logarithms is %v", x)
	}
}

func TestRound(t *testing.T) {
	for _, c := range []struct {
		p       Param
		x, want float64
	}{
		{Param{Lo: 0, Hi: 60, Whole: true}, 30.5, 31},
		{Param{Lo: 0, Hi: 1}, 0.123456789, 0.12346},
		{Param{Lo: 0, Hi: 10}, 0.123456789, 0.1235},
		{Param{Lo: 1000, Hi: 1000.01}, 1000.00123456789, 1000.0012346},
		{Param{Lo: 0, Hi: 1e9}, 123456789.123, 123456789},
		{Param{Lo: 1e-6, Hi: 1, Log: true}, 1.23456789e-5, 1.2346e-5},
		{Param{Lo: 0.3333333333, Hi: 1}, 0.3333333333, 0.3333333333}, // never rounded to below Lo
	} {
		if got := c.p.round(c.x); got != c.want {
			t.Errorf("%v on %v..%v is rounded to %v, want %v", c.x, c.p.Lo, c.p.Hi, got, c.want)
		}
	}
}

// TestWith: the options of a snake keep their order.
func TestWith(t *testing.T) {
	plan := Plan{Params: []Param{{Name: "depth"}, {Name: "w"}}}
	spot, err := ouro.ParseSpec("spot:style=ours,depth=30,hungry=40")
	if err != nil {
		t.Fatal(err)
	}
	if got := plan.With(spot, []float64{12, 0.5}).String(); got != "spot:style=ours,depth=12,hungry=40,w=0.5" {
		t.Error(got)
	}
	if got := spot.String(); got != "spot:style=ours,depth=30,hungry=40" {
		t.Error("the snake itself is now", got)
	}
}
