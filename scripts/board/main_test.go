package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ouro/internal/needs"
)

// TestPackage: npm packs the folder without a network. The package has the script, its types,
// the README and the licence, and nothing else.
func TestPackage(t *testing.T) {
	dir := t.TempDir()
	if err := write(filepath.Join("..", ".."), dir); err != nil {
		t.Fatal(err)
	}
	npm := needs.Program(t, "npm")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, "pack", "--offline", "--ignore-scripts", "--json", "--loglevel=error")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "npm_config_cache="+t.TempDir(), "npm_config_update_notifier=false")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("npm pack: %v\n%s", err, out)
	}
	var packed []struct {
		Filename string
		Files    []struct{ Path string }
	}
	if err := json.Unmarshal(out, &packed); err != nil || len(packed) != 1 {
		t.Fatalf("npm pack: %v\n%s", err, out)
	}
	var names []string
	for _, f := range packed[0].Files {
		names = append(names, f.Path)
	}
	slices.Sort(names)
	if want := []string{"LICENSE", "README.md", "ouro-board.d.ts", "ouro-board.js", "package.json"}; !slices.Equal(names, want) {
		t.Errorf("the package has %q, want %q", names, want)
	}
}
