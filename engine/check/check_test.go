package check_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro/engine/check"
	"ouro/engine/wire"
	"ouro/internal/needs"
	"ouro/internal/shell"
)

func config(name string) check.Config {
	return check.Thinking(check.Config{
		Command: shell.Line(os.Args[0], "engine", name), Seed: 1, Nodes: 50, Time: 20 * time.Millisecond,
		Grace: time.Hour, Hello: time.Hour, Turn: time.Hour, Quick: time.Hour,
	}, 5*time.Millisecond)
}

// quickOnly returns a change of a Config that gives only this point short timeouts.
func quickOnly(p check.Point) func(*check.Config) {
	return func(c *check.Config) {
		c.Quick = 300 * time.Millisecond
		*c = check.QuickOnly(*c, p)
	}
}

func points(r *check.Report, result check.Result) (names []string) {
	for _, c := range r.Checks {
		if c.Result == result {
			names = append(names, c.Point.String())
		}
	}
	return names
}

func examine(t *testing.T, cfg check.Config) *check.Report {
	t.Helper()
	r, err := check.Examine(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFaults: an engine with a fault fails the point for this fault, and no other point.
func TestFaults(t *testing.T) {
	plays := "moves messages once legal repeats forgets fresh skips again boards long seats spelling strange options notes time stop memory quit end"
	for name, c := range map[string]struct {
		fails, skips string // "" in skips means "seats options"
		detail       string
		change       func(*check.Config)
	}{
		"exits":      {fails: "hello", skips: "ready " + plays, detail: "ended: exit status 3"},
		"silent":     {fails: "hello", skips: "ready " + plays, detail: "no answer to hello in 300ms", change: func(c *check.Config) { c.Hello = 300 * time.Millisecond }},
		"version":    {fails: "hello", skips: "ready " + plays, detail: "version 2"},
		"nameless":   {fails: "hello", skips: "ready " + plays, detail: "name: want"},
		"refuses":    {fails: "ready", skips: strings.NewReplacer("messages ", "", "once ", "").Replace(plays), detail: "not this one"},
		"nomaze":     {fails: "ready", skips: strings.NewReplacer("messages ", "", "once ", "").Replace(plays), detail: "what is a maze"},
		"checkers":   {fails: "ready", skips: strings.NewReplacer("messages ", "", "once ", "").Replace(plays), detail: "checkers"},
		"north":      {fails: "moves", skips: strings.NewReplacer("moves ", "", "messages ", "", "once ", "").Replace(plays), detail: "north"},
		"noid":       {fails: "moves", skips: strings.NewReplacer("moves ", "", "messages ", "", "once ", "").Replace(plays), detail: `needs "id"`},
		"crashes":    {fails: "moves", skips: strings.NewReplacer("moves ", "", "messages ", "", "once ", "").Replace(plays), detail: "exit status 3"},
		"extraline":  {fails: "messages", detail: "thinking hard"},
		"floods":     {fails: "messages", detail: "1048576"},
		"twice":      {fails: "once", detail: `"id":7`},
		"fatal":      {fails: "legal", detail: "is fatal and"},
		"clock":      {fails: "repeats", skips: "forgets fresh seats options", detail: "of the same game"},
		"remembers":  {fails: "forgets", skips: "fresh seats options", detail: "of the same game"},
		"process":    {fails: "fresh", detail: "of the same game"},
		"follows":    {fails: "skips", detail: "exit status 3"},
		"needsend":   {fails: "again", detail: "exit status 3"},
		"square":     {fails: "boards", detail: "exit status 3"},
		"short":      {fails: "long", detail: "exit status 3"},
		"nodead":     {fails: "seats", skips: "options", detail: "exit status 3"},
		"ordered":    {fails: "spelling", detail: "exit status 3"},
		"answersall": {fails: "strange", detail: "the engine reports"},
		"narrow":     {fails: "options", skips: "seats", detail: "with depth=9: the engine reports: too deep"},
		"badnotes":   {fails: "notes", detail: "want a number"},
		"slow":       {fails: "time", detail: "late", change: func(c *check.Config) { c.Grace = 10 * time.Millisecond }},
		"latestop":   {fails: "stop", detail: "within 300ms of stop", change: quickOnly(check.Stops)},
		"leaks":      {fails: "memory", detail: "did not stop"},
		"stays":      {fails: "quit", detail: "after quit", change: quickOnly(check.Quits)},
		"outlives":   {fails: "end", detail: "after the end", change: quickOnly(check.Ends)},
		"none":       {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(name)
			if c.change != nil {
				c.change(&cfg)
			}
			r := examine(t, cfg)
			if c.skips == "" {
				c.skips = "seats options"
			}
			failed, skipped := strings.Join(points(r, check.Failed), " "), strings.Join(points(r, check.Skipped), " ")
			if failed != c.fails || skipped != c.skips || r.Conforms() != (c.fails == "") || r.Partial {
				t.Errorf("the engine fails %q and skips %q, want %q and %q", failed, skipped, c.fails, c.skips)
			}
			for _, check := range r.Checks {
				if check.Result.String() == "failed" && (!strings.Contains(check.Detail, c.detail) || check.Point.Mend() == "" || check.Point.What() == "") {
					t.Errorf("%s: the detail is %q, want %q", check.Point, check.Detail, c.detail)
				}
			}
		})
	}
}

// TestOwnEngines: solvers of this project pass every point. The list has at least one solver of
// each family; only trials test the whole list.
func TestOwnEngines(t *testing.T) {
	names := []string{"bfs", "backtrack", "cell", "ouroboros", "spot", "wander", "lookahead", "predictive", "hamilton", "tablebase", "random"}
	for _, name := range names[:needs.Many(5, len(names))] {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := examine(t, config(name))
			for _, c := range r.Checks {
				if c.Result == check.Failed || c.Result == check.Warned {
					t.Errorf("%s %s: %s, %s", c.Result, c.Point, c.Detail, c.Where)
				}
			}
			if r.Intro == nil || r.Intro.Name != name || r.Turns < 50 {
				t.Errorf("%+v, %d turns", r.Intro, r.Turns)
			}
		})
	}
}

// TestProtocolBeginsWithAnEngine: the short program at the top of docs/protocol.md is a
// valid engine. It loses only because it runs into walls.
func TestProtocolBeginsWithAnEngine(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(page), "```python\n")
	program, _, closed := strings.Cut(program, "```")
	if !closed {
		t.Fatal("the page shows no program")
	}
	file := filepath.Join(t.TempDir(), "snake.py")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := config("")
	cfg.Command = shell.Line(needs.Python(t), file)
	r := examine(t, cfg)
	if failed := points(r, check.Failed); !slices.Equal(failed, []string{"legal"}) {
		t.Errorf("the engine fails %q: %+v", failed, r.Checks)
	}
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cfg := config("none")
	cfg.Progress = func(_, _ int, p check.Point) {
		if p == check.Legal {
			cancel()
		}
	}
	r, err := check.Examine(ctx, cfg)
	if err == nil || !r.Partial || r.Conforms() || !slices.Contains(points(r, check.Passed), "moves") {
		t.Errorf("%+v, %v", r, err)
	}
	for _, command := range []string{"", "'"} {
		if _, err := check.Examine(t.Context(), check.Config{Command: command}); err == nil {
			t.Errorf("%q is accepted as a command", command)
		}
	}
	r = examine(t, check.Config{Command: "/no/such/program"})
	if c := r.Checks[0]; c.Result != check.Failed || !strings.Contains(c.Detail, "no such file") {
		t.Errorf("%+v", c)
	}
}

func TestTranscript(t *testing.T) {
	var b bytes.Buffer
	cfg := config("crashes")
	cfg.Transcript = wire.NewTranscript(&b)
	r := examine(t, cfg)
	if text := b.String(); !strings.HasPrefix(text, `> {"type":"hello"`) || !strings.Contains(text, "\n< {\"type\":\"ready\"}\n") {
		t.Error(text)
	}
	i := slices.IndexFunc(r.Checks, func(c check.Check) bool { return c.Result == check.Failed })
	if c := r.Checks[i]; !strings.Contains(c.Stderr, "the last words of crashes") || !strings.Contains(fmt.Sprint(c.Where), "classic") {
		t.Errorf("%+v", c)
	}
}
