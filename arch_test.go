package ouro_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// levels is the architecture: a package imports only packages of a smaller
// number. A folder speaks for the folders below it unless they have a row.
var levels = []struct {
	folder string
	level  int
}{
	{".", 0},
	{"bits", 1},
	{"lab/stat", 1},
	{"field", 2},
	{"cycle", 2},
	{"search", 2},
	{"rule", 2},
	{"sim", 2},
	{"word", 2},
	{"solve", 3},
	{"play", 3},
	{"roster", 4},
	{"lab", 4},
	{"lab/chart", 5},
	{"hunter", 4},
	{"store", 5},
	{"fleet", 5},
	{"battlesnake", 5},
	{"arena", 6},
	{"board", 6},
	{"verify", 6},
	{"webhook", 6},
	{"web", 6},
	{"tui", 6},
	{"cli", 7},
	{"cmd/ouro", 8},
}

// levelOf finds the row of the longest folder that holds the package.
func levelOf(path string) (level int, ok bool) {
	rel := strings.TrimPrefix(strings.TrimPrefix(path, "ouro"), "/")
	best := -1
	for _, row := range levels {
		folder := row.folder
		if folder == "." {
			if rel == "" {
				return row.level, true
			}
			continue
		}
		if (rel == folder || strings.HasPrefix(rel, folder+"/")) && len(folder) > best {
			best, level, ok = len(folder), row.level, true
		}
	}
	return level, ok
}

// TestImportsPointDownward compares what packages import with the table.
// Test files may import anything.
func TestImportsPointDownward(t *testing.T) {
	packages := listPackages(t)
	if len(packages) < 5 {
		t.Fatalf("go list found only %d packages", len(packages))
	}
	for _, p := range packages {
		level, ok := levelOf(p.ImportPath)
		if !ok {
			t.Errorf("%s has no row in the table of levels", p.ImportPath)
			continue
		}
		for _, imp := range p.Imports {
			if p.ImportPath == "ouro" && strings.Contains(imp, ".") {
				t.Errorf("the root package imports %s: it may import only the standard library", imp)
			}
			if imp != "ouro" && !strings.HasPrefix(imp, "ouro/") {
				continue
			}
			if below, ok := levelOf(imp); !ok || below >= level {
				t.Errorf("%s (level %d) imports %s (level %d)", p.ImportPath, level, imp, below)
			}
		}
	}
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
