package needs

import (
	"strings"
	"testing"
)

// stub is a test that records how it ended.
type stub struct {
	testing.TB
	ended string
}

func (s *stub) Helper()           {}
func (s *stub) Fatal(args ...any) { s.end("fatal", args) }
func (s *stub) Skip(args ...any)  { s.end("skip", args) }
func (s *stub) end(how string, args []any) {
	if s.ended == "" {
		s.ended = how + ": " + args[0].(string)
	}
}

func TestMissing(t *testing.T) {
	for _, c := range []struct{ tools, want string }{
		{"", "skip: SKIPPED: no ouro-has-no-such-program or ouro-nor-this is found in PATH"},
		{"must", "fatal: no ouro-has-no-such-program or ouro-nor-this is found in PATH, and OURO_TOOLS=must"},
	} {
		t.Setenv("OURO_TOOLS", c.tools)
		s := &stub{TB: t}
		if path := Program(s, "ouro-has-no-such-program", "ouro-nor-this"); path != "" || s.ended != c.want {
			t.Errorf("OURO_TOOLS=%s: found %q, %s; want %s", c.tools, path, s.ended, c.want)
		}
		s = &stub{TB: t}
		if path := Python(s, "ouro_has_no_such_module"); path != "" || !strings.Contains(s.ended, "with ouro_has_no_such_module") {
			t.Errorf("OURO_TOOLS=%s: found %q, %s", c.tools, path, s.ended)
		}
	}
}

func TestUnwanted(t *testing.T) {
	t.Setenv("OURO_TOOLS", "no")
	s := &stub{TB: t}
	if Program(s, "go"); s.ended != "skip: SKIPPED: OURO_TOOLS=no" {
		t.Error(s.ended)
	}
}

func TestFound(t *testing.T) {
	t.Setenv("OURO_TOOLS", "")
	s := &stub{TB: t}
	if path := Program(s, "ouro-has-no-such-program", "go"); path == "" || s.ended != "" {
		t.Errorf("found %q, %s", path, s.ended)
	}
}

func TestTrial(t *testing.T) {
	for _, c := range []struct {
		trials, want string
		many         int
	}{
		{"", "skip: SKIPPED: a trial; run it with OURO_TRIALS=1 or make trials", 2},
		{"1", "", 30},
	} {
		t.Setenv("OURO_TRIALS", c.trials)
		s := &stub{TB: t}
		if Trial(s); s.ended != c.want || Many(2, 30) != c.many {
			t.Errorf("OURO_TRIALS=%s: %q and %d cases, want %q and %d", c.trials, s.ended, Many(2, 30), c.want, c.many)
		}
	}
}
