package roster_test

import (
	"strings"
	"testing"

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
	if files == 0 {
		t.Error("no solver has such an option")
	}
	if _, err := roster.ParseFromElsewhere("?"); err == nil {
		t.Error("that is no spec")
	}
}
