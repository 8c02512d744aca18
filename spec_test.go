package ouro_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ouro"
)

func TestParseSpec(t *testing.T) {
	cases := []struct {
		text string
		want ouro.Spec
	}{
		{"bfs", ouro.Spec{Name: "bfs"}},
		{"a-star2:depth=20", ouro.Spec{Name: "a-star2", Options: ouro.Options{{Key: "depth", Value: "20"}}}},
		{"snake_case:map=hz_spiral", ouro.Spec{Name: "snake_case", Options: ouro.Options{{Key: "map", Value: "hz_spiral"}}}},
		{"x:b=2,a=1", ouro.Spec{Name: "x", Options: ouro.Options{{Key: "b", Value: "2"}, {Key: "a", Value: "1"}}}},
		{"x:url=http://a:1/?b=c", ouro.Spec{Name: "x", Options: ouro.Options{{Key: "url", Value: "http://a:1/?b=c"}}}},
		{"x:python3 x.py --a=b", ouro.Spec{Name: "x", Options: ouro.Options{{Value: "python3 x.py --a=b"}}}},
		{"x:./a=1,depth=3", ouro.Spec{Name: "x", Options: ouro.Options{{Value: "./a=1"}, {Key: "depth", Value: "3"}}}},
		{"x:name=two words é", ouro.Spec{Name: "x", Options: ouro.Options{{Key: "name", Value: "two words é"}}}},
	}
	for _, c := range cases {
		var spec ouro.Spec
		if err := spec.UnmarshalText([]byte(c.text)); err != nil || fmt.Sprint(spec) != fmt.Sprint(c.want) || len(spec.Options) != len(c.want.Options) {
			t.Errorf("%q is read as %#v, %v", c.text, spec, err)
		}
		for i, o := range spec.Options {
			if o != c.want.Options[i] {
				t.Errorf("%q: option %d is %q", c.text, i, o)
			}
		}
		if text, err := spec.MarshalText(); err != nil || string(text) != c.text {
			t.Errorf("%q is written as %q, %v", c.text, text, err)
		}
	}
}

func TestParseSpecErrors(t *testing.T) {
	cases := map[string]string{
		"":            "want name or name:key=value",
		"Bfs":         "want name or name:key=value",
		" bfs":        "want name or name:key=value",
		":a=1":        "want name or name:key=value",
		"x:":          `option "" is not key=value`,
		"x:a=1,b":     `option "b" is not key=value`,
		"x:A=1 sh b":  `option "A=1 sh b" is not key=value (no shell is started: to set variables, begin the command with env)`,
		"x:sh a,b c":  `option "b c" is not key=value (a comma ends "sh a": put a command with commas into a script)`,
		"x:a\tb":      `is not key=value`,
		"x:a=":        `option "a=" is not key=value`,
		"x:=1":        `option "=1" is not key=value`,
		"x:A=1":       `option "A=1" is not key=value`,
		"x:a=1,":      `option "" is not key=value`,
		"x:a=\x1b[0m": "is not key=value",
		"x:a=\xff":    "is not key=value",
		"http://a:1":  `option "//a:1" is not key=value`,
		"x:a=1,a=2":   `option "a" occurs twice`,
	}
	for text, want := range cases {
		if _, err := ouro.ParseSpec(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: want an error with %q, have %v", text, want, err)
		}
	}
}

func TestParseSpecs(t *testing.T) {
	cases := map[string]string{
		"bfs":                        "bfs",
		"bfs,dfs":                    "bfs | dfs",
		"x:a=1,b=2,bfs,y:c=3":        "x:a=1,b=2 | bfs | y:c=3",
		"x:url=http://h:1,deep=2,y":  "x:url=http://h:1,deep=2 | y",
		"bfs,bfs":                    "bfs | bfs",
		"c,x:py x.py,depth=3,bfs":    "c | x:py x.py,depth=3 | bfs",
		"x:a=1,y:url=http://h/?q=1":  "x:a=1 | y:url=http://h/?q=1",
		"x:a=1,b=k:v,lookahead:c=de": "x:a=1,b=k:v | lookahead:c=de",
	}
	for text, want := range cases {
		specs, err := ouro.ParseSpecs(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := joinSpecs(specs, " | "); got != want {
			t.Errorf("%q is read as %s", text, got)
		}
	}
	for _, text := range []string{"", ",", "bfs,", ",bfs", "bfs,a=1", "x:a=1,a=2", "a=1"} {
		if specs, err := ouro.ParseSpecs(text); err == nil {
			t.Errorf("%q: want an error, have %v", text, specs)
		}
	}
}

func joinSpecs(specs []ouro.Spec, sep string) string {
	var texts []string
	for _, s := range specs {
		texts = append(texts, s.String())
	}
	return strings.Join(texts, sep)
}

func TestOptionReader(t *testing.T) {
	type options struct {
		depth int
		risk  float64
		fast  bool
		style string
	}
	read := func(text string) (options, error) {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		r := spec.Options.Read()
		o := options{r.Int("depth", 5, 1, 9), r.Float("risk", 0.5, 0, 1), r.Bool("fast", true), r.Choice("style", "s", "s", "z")}
		return o, r.Err()
	}
	if o, err := read("x"); err != nil || o != (options{5, 0.5, true, "s"}) {
		t.Errorf("defaults: %v, %v", o, err)
	}
	if o, err := read("x:style=z,fast=false,risk=1e-3,depth=9"); err != nil || o != (options{9, 0.001, false, "z"}) {
		t.Errorf("all given: %v, %v", o, err)
	}
	cases := map[string]string{
		"x:depth=10":         "option depth=10: want a whole number from 1 to 9",
		"x:depth=1.5":        "option depth=1.5: want a whole number from 1 to 9",
		"x:risk=NaN":         "option risk=NaN: want a number from 0 to 1",
		"x:risk=-Inf":        "option risk=-Inf: want a number from 0 to 1",
		"x:fast=yes":         "option fast=yes: want true or false",
		"x:style=x":          "option style=x: want s or z",
		"x:speed=1":          `unknown option "speed" (known: depth, risk, fast, style)`,
		"x:risk=2,depth=0":   "option depth=0: want a whole number from 1 to 9",
		"x:speed=1,fast=yes": "option fast=yes: want true or false",
	}
	for text, want := range cases {
		if _, err := read(text); err == nil || err.Error() != want {
			t.Errorf("%q: want the error %q, have %v", text, want, err)
		}
	}
	if _, err := read("x:3"); err == nil || err.Error() != `option "3" is not key=value (known: depth, risk, fast, style)` {
		t.Errorf("an argument that is not known: %v", err)
	}
	if _, err := ouro.ParseSpecs("x:sh -c 'a,b'"); err == nil || !strings.Contains(err.Error(), `a comma ends "sh -c 'a"`) {
		t.Errorf("a comma in an argument: %v", err)
	}
	if err := (ouro.Options{{Key: "a", Value: "1"}}).Read().Err(); err == nil || err.Error() != `unknown option "a" (there are no options)` {
		t.Errorf("no options known: %v", err)
	}
}

// FuzzParseSpec: a text gives either a one-line error or a Spec whose text is the same.
// ParseSpecs reads that text as a list of this one Spec.
func FuzzParseSpec(f *testing.F) {
	for _, text := range []string{"", "bfs", "x:a=1,b=2", "x:a=1,a=1", "x:a==:", "x:py x.py,a=1", "x:A=1", "x:a=\x7f", "x:a=\u2028"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			mustBeOneLine(t, err)
			return
		}
		if spec.String() != text {
			t.Errorf("%q is written as %q", text, spec)
		}
		specs, err := ouro.ParseSpecs(text)
		if err != nil || len(specs) != 1 || specs[0].String() != text {
			t.Errorf("%q is read as the list %v, %v", text, specs, err)
		}
	})
}

// FuzzParseSpecs: a list either gives an error of one line, or Specs that can each be parsed and,
// joined by commas, are the same text.
func FuzzParseSpecs(f *testing.F) {
	for _, text := range []string{"", ",", "bfs,dfs", "x:a=1,b=2,bfs,y:c=3", "x:u=a:b=c,d", "x,a=1", "x:a=1,b:c=2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		specs, err := ouro.ParseSpecs(text)
		if err != nil {
			mustBeOneLine(t, err)
			return
		}
		if got := joinSpecs(specs, ","); got != text {
			t.Errorf("%q is written as %q", text, got)
		}
		for _, s := range specs {
			if _, err := ouro.ParseSpec(s.String()); err != nil {
				t.Errorf("%q holds %q: %v", text, s, err)
			}
		}
	})
}

func mustBeOneLine(t *testing.T, err error) {
	t.Helper()
	if strings.ContainsAny(err.Error(), "\n\r\x1b") {
		t.Errorf("an error of more than one line: %q", err)
	}
}

func TestOptionText(t *testing.T) {
	spec, err := ouro.ParseSpec("x:file=a b/c=d.table")
	if err != nil {
		t.Fatal(err)
	}
	r := spec.Options.Read()
	if file, other := r.Text("file", ""), r.Text("other", "default"); file != "a b/c=d.table" || other != "default" || r.Err() != nil {
		t.Errorf("file %q, other %q, %v", file, other, r.Err())
	}
}

func TestOptionIntOr(t *testing.T) {
	for text, want := range map[string]struct {
		n    int
		word bool
		err  string
	}{
		"x":              {n: 7},
		"x:depth=3":      {n: 3},
		"x:depth=auto":   {n: 7, word: true},
		"x:depth=10":     {n: 7, err: "option depth=10: want auto or a whole number from 1 to 9"},
		"x:depth=manual": {n: 7, err: "option depth=manual: want auto or a whole number from 1 to 9"},
	} {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		r := spec.Options.Read()
		n, word := r.IntOr("depth", 7, 1, 9, "auto")
		message := ""
		if err := r.Err(); err != nil {
			message = err.Error()
		}
		if n != want.n || word != want.word || message != want.err {
			t.Errorf("%q: %d, %v, error %q", text, n, word, message)
		}
	}
}

func TestOptionDuration(t *testing.T) {
	for text, want := range map[string]struct {
		d   time.Duration
		err string
	}{
		"x":            {d: 7 * time.Millisecond},
		"x:wait=250us": {d: 250 * time.Microsecond},
		"x:wait=1s":    {d: time.Second},
		"x:wait=2s":    {d: 7 * time.Millisecond, err: "option wait=2s: want a time such as 20ms, from 0s to 1s"},
		"x:wait=-1ms":  {d: 7 * time.Millisecond, err: "option wait=-1ms: want a time such as 20ms, from 0s to 1s"},
		"x:wait=20":    {d: 7 * time.Millisecond, err: "option wait=20: want a time such as 20ms, from 0s to 1s"},
	} {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		r := spec.Options.Read()
		d := r.Duration("wait", 7*time.Millisecond, 0, time.Second)
		message := ""
		if err := r.Err(); err != nil {
			message = err.Error()
		}
		if d != want.d || message != want.err {
			t.Errorf("%q: %v, error %q", text, d, message)
		}
	}
}
