package main

import (
	"os"
	"strings"
	"testing"
)

// TestSaboteursApply checks each saboteur against the source: its lines occur exactly
// once, and a promise names its test.
func TestSaboteursApply(t *testing.T) {
	all, promises := inputs(t)
	for _, s := range all {
		if _, _, err := s.changed("../.."); err != nil {
			t.Errorf("%s: %s: %v", s.at, s.test, err)
		}
		if !strings.Contains(promises, "`"+s.test+"`") {
			t.Errorf("%s: docs/promises.md does not name %s", s.at, s.test)
		}
	}
}

func inputs(t *testing.T) (all []saboteur, promises string) {
	t.Helper()
	all, err := read(".")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../docs/promises.md")
	if err != nil {
		t.Fatal(err)
	}
	return all, string(text)
}
