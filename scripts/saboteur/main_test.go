package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSaboteursApply: the lines that a saboteur removes occur exactly once in the source, and
// docs/promises.md names its test, or docs/deploy.md does without the package.
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

var named = regexp.MustCompile("`([a-z/]+\\.Test\\w+)`")

// TestPromisesHaveSaboteurs: each row of docs/promises.md has a test with a saboteur, and
// each test is named with its package.
func TestPromisesHaveSaboteurs(t *testing.T) {
	all, texts := inputs(t)
	rows := 0
	for line := range strings.Lines(texts[0]) {
		if !strings.Contains(line, "Test") || line[0] != '|' {
			continue
		}
		rows++
		tests := named.FindAllStringSubmatch(line, -1)
		if len(tests) != strings.Count(line, "Test") {
			t.Errorf("a test without its package: %s", line)
		}
		if !slices.ContainsFunc(all, func(s saboteur) bool {
			return slices.ContainsFunc(tests, func(m []string) bool { return m[1] == s.test })
		}) {
			t.Errorf("no saboteur: %s", line)
		}
	}
	if rows < 90 {
		t.Errorf("docs/promises.md has %d rows with tests; at least 90 are expected", rows)
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
