package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"ouro/internal/needs"
)

// TestMadeFilesAreIgnored: git ignores the files that the README's commands write, so that
// a later build in the same clone does not count as modified.
func TestMadeFilesAreIgnored(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"site/index.html", "ouro-fleet/jetstream/x", "games/cell-2.ouro", "my.db-wal", "my.db-shm"}
	for _, made := range regexp.MustCompile(` --(?:store|out|html|record|output|svg|gif|png|cast|save) ([a-z0-9.]+\.[a-z]+)`).FindAllStringSubmatch(string(readme), -1) {
		names = append(names, made[1])
	}
	if len(names) < 9 {
		t.Fatalf("the README makes only %q", names)
	}
	git := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = "../.."
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := git("rev-parse", "--is-inside-work-tree"); err != nil {
		needs.Missing(t, fmt.Sprintf("the sources are not in a git repository: %v %s", err, out))
	}
	ignored, err := git(append([]string{"check-ignore", "--no-index"}, names...)...)
	for _, name := range names {
		if !strings.Contains("\n"+ignored, "\n"+name+"\n") {
			t.Errorf("%s is not ignored: %v", name, err)
		}
	}
	if tracked, err := git("ls-files", "-ci", "--exclude-standard"); err != nil || tracked != "" {
		t.Errorf("git ignores tracked files: %s %v", tracked, err)
	}
}
