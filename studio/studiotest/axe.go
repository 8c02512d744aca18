package studiotest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Axe checks accessibility with axe-core, which scripts/check-page installs from npm.
func (p *Page) Axe() {
	p.t.Helper()
	script, err := os.ReadFile(filepath.Join(root(p), "tools", "page", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		Missing(p.t, "axe-core is not installed (scripts/check-page installs it)")
	}
	p.mu.Lock()
	before := len(p.logged)
	p.mu.Unlock()
	Eval[bool](p, string(script)+"; true")
	found := Eval[[]string](p, `axe.run(document, {resultTypes: ["violations"], preload: false}).then(r => r.violations.flatMap(v =>
		v.nodes.map(n => v.id + " (" + v.impact + "): " + v.help + ": " + n.target.join(" ") + " " + n.html.slice(0, 200))))`)
	p.mu.Lock()
	p.logged = append(p.logged[:before:before], slices.DeleteFunc(slices.Clone(p.logged[before:]), func(line string) bool { // logged by axe itself
		return strings.Contains(line, "Applying inline style") || strings.Contains(line, "preload assets")
	})...)
	p.mu.Unlock()
	if len(found) > 0 {
		p.t.Errorf("axe-core finds:\n%s", strings.Join(found, "\n"))
	}
}

// root returns the folder of the module.
func root(p *Page) string {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		break
	}
	p.t.Fatal("no go.mod above the test")
	return ""
}
