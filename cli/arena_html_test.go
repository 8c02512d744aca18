package cli

import (
	"os"
	"strings"
	"testing"
)

// TestArenaPage: arena run writes the page that results report writes of its experiment,
// of this run and of one that plays nothing; without kept games there is none.
func TestArenaPage(t *testing.T) {
	t.Chdir(t.TempDir())
	command := "arena run new=spot greedy --games 4 --nodes 20 --no-times --store a.db --html page.html --plain"
	keptRun(t, "", command)
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	page := read("page.html")
	for _, want := range []string{">1. new<", "data-game=", "tournament.toml", "ouro arena run"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	keptRun(t, "", "results report last --no-times --store a.db --out same.html")
	if read("same.html") != page {
		t.Error("results report writes another page")
	}
	keptRun(t, "ouro: all 4 games are already stored in a.db\n", command)
	if again := read("page.html"); !strings.Contains(again, ">1. new<") {
		t.Error("there is no page where all games are known")
	}
	for _, c := range []string{"arena run spot greedy --html page.html --store none", "arena run spot greedy --html page.html"} { // the variable says none
		if code, _, errs := run(t, strings.Fields(c)...); code != exitUsage || !strings.Contains(errs, "--html") || !strings.Contains(errs, "--store") {
			t.Errorf("%s: exit code %d: %s", c, code, errs)
		}
	}
}
