package web

import (
	"strings"
	"testing"
)

// TestBundle: a bundle has no import statements. It contains each module once, before the
// modules that import it.
func TestBundle(t *testing.T) {
	text, err := Bundle("// A module.\nimport { Game } from \"./session/game.js\";\nimport { Board } from \"./draw/board.js\";\nwindow.both = [Game, Board];\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"\nimport ", "\nexport ", "/**", "// A module"} {
		if strings.Contains(text, bad) {
			t.Errorf("the bundle has %q", bad)
		}
	}
	if n := strings.Count(text, "class Signal "); n != 1 {
		t.Errorf("the bundle has signals %d times", n)
	}
	if strings.Index(text, "class Signal ") > strings.Index(text, "class Game ") {
		t.Error("a module comes before one that it imports")
	}
}

// TestBundleRefuses: if a module cannot be bundled, there is an error.
func TestBundleRefuses(t *testing.T) {
	for module, want := range map[string]string{
		"import { x } from \"./no/such.js\";\n":       "no/such.js",
		"import x from \"./parts/dom.js\";\n":         "cannot be bundled",
		"import \"./parts/dom.js\";\n":                "cannot be bundled",
		"import { h } from \"https://other/x.js\";\n": "cannot be bundled",
	} {
		if _, err := Bundle(module); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", module, err)
		}
	}
}
