package web

import (
	"strings"
	"testing"
)

// TestBundle: a bundle has all modules once, before who imports them, and no import.
func TestBundle(t *testing.T) {
	text, err := Bundle("// A module.\nimport { Game } from \"./session/game.js\";\nimport { Board } from \"./draw/board.js\";\nwindow.both = [Game, Board];\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"\nimport ", "\nexport ", "/**", "// A module"} {
		if strings.Contains(text, bad) {
			t.Errorf("it has %q", bad)
		}
	}
	if n := strings.Count(text, "class Signal "); n != 1 {
		t.Errorf("signals are there %d times", n)
	}
	if strings.Index(text, "class Signal ") > strings.Index(text, "class Game ") {
		t.Error("a module stands before one that it imports")
	}
}

// TestBundleRefuses: what cannot be bundled is an error and not left out.
func TestBundleRefuses(t *testing.T) {
	for module, want := range map[string]string{
		"import { x } from \"./no/such.js\";\n":        "no/such.js",
		"import x from \"./parts/dom.js\";\n":          "no import of the kind",
		"import \"./parts/dom.js\";\n":                 "no import of the kind",
		"import { h } from \"https://elsewhere/x\";\n": "no import of the kind",
	} {
		if _, err := Bundle(module); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", module, err)
		}
	}
}
