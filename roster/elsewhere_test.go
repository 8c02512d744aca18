package roster_test

import (
	"strings"
	"testing"

	"ouro"
	"ouro/engine"
	"ouro/roster"
)

// TestFromElsewhere: no option that names a file is taken from elsewhere, whichever
// solver has it.
func TestFromElsewhere(t *testing.T) {
	files := 0
	for _, e := range roster.Solvers() {
		for _, o := range e.Options {
			if !strings.Contains(o.Doc, "file") && o.Key != "file" && !strings.Contains(o.Doc, "--save") {
				continue
			}
			files++
			if _, err := roster.ParseFromElsewhere(e.Name + ":" + o.Key + "=x"); err == nil {
				t.Errorf("%s:%s=x is taken from elsewhere", e.Name, o.Key)
			}
		}
		if _, err := roster.ParseFromElsewhere(e.Name); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	for _, text := range []string{"exec:snake", "exec:snake,depth=3", "exec"} {
		if _, err := roster.ParseFromElsewhere(text); err == nil || !strings.Contains(err.Error(), "named on the command line alone") {
			t.Errorf("%s is taken from elsewhere: %v", text, err)
		}
	}
	if files == 0 {
		t.Error("no solver has such an option")
	}
	if _, err := roster.ParseFromElsewhere("?"); err == nil {
		t.Error("that is no spec")
	}
}

// TestTrust: what the command line has named is taken from elsewhere, and nothing like
// it.
func TestTrust(t *testing.T) {
	parse := func(text string) ouro.Spec {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		return spec
	}
	named := parse("exec:snake,depth=3")
	roster.Trust("me="+named.String(), "cell", "tablebase:file=x", "?")
	for text, trusted := range map[string]bool{
		"exec:snake,depth=3": true, "exec:snake": false, "exec:snake,depth=4": false, "exec:snake -x,depth=3": false, "exec:snake,depth=3,file=x": false,
		"tablebase:file=x": false,
	} {
		if _, err := roster.ParseFromElsewhere(text); (err == nil) != trusted {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := roster.MakersAgain([]ouro.Spec{named}); err != nil {
		t.Error(err)
	}
	engine.Close()
	if _, err := roster.MakersAgain([]ouro.Spec{parse("cell"), named}); err == nil {
		t.Error("a record starts programs")
	}
	if roster.FromElsewhere(named) == nil {
		t.Error("it is trusted for ever")
	}
}
