package main

import (
	"os"
	"strings"
	"testing"
)

// TestSaboteursApply checks each saboteur against the source: its lines occur exactly
// once, and a promise names its test, in docs/deploy.md without its package.
func TestSaboteursApply(t *testing.T) {
	all, promises := inputs(t)
	for _, s := range all {
		if _, _, err := s.changed("../.."); err != nil {
			t.Errorf("%s: %s: %v", s.at, s.test, err)
		}
		if _, name := s.split(); !strings.Contains(promises[0], "`"+s.test+"`") && !strings.Contains(promises[1], "`"+name+"`") {
			t.Errorf("%s: neither docs/promises.md nor docs/deploy.md names %s", s.at, s.test)
		}
	}
}

// inputs returns the saboteurs, and the texts of docs/promises.md and docs/deploy.md.
func inputs(t *testing.T) (all []saboteur, promises [2]string) {
	t.Helper()
	all, err := read(".")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"promises", "deploy"} {
		text, err := os.ReadFile("../../docs/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		promises[i] = string(text)
	}
	return all, promises
}
