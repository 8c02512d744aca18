package server_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/studiotest"
)

// file applies rewrite to the record of a game, writes the result to a file and returns the path.
func file(t *testing.T, name string, rewrite func([]byte) []byte) string {
	t.Helper()
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}
	specs := []ouro.Spec{{Name: "hamilton"}}
	g, err := roster.NewGame(game, 1, specs, play.Config{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if _, err := g.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = game, 1, specs
	text, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, rewrite(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestReplay: a file is shown and verified, and a wrong turn is marked. The error about an
// invalid file names the place in the file, and the page does not change. Solvers can be
// asked again at any turn.
func TestReplay(t *testing.T) {
	t.Parallel()
	p := open(t, "#/replay", studiotest.Desktop)
	choose := func(path string) {
		p.Until(`document.querySelector("ouro-replay input[type=file]") !== null`)
		p.Do(chromedp.SetUploadFiles(chromedp.CSS("ouro-replay input[type=file]"), []string{path}))
	}
	p.Until(`document.querySelector(".drop") !== null`)
	p.Shot("replay-empty")
	choose(file(t, "good.game", func(text []byte) []byte { return text }))
	p.Until(`document.querySelector(".verdict .good")?.textContent.includes("the file is correct") ?? false`)
	goTo(p, 5)
	p.Until(`document.querySelectorAll(".overlays button").length > 0`) // the solver of the record was asked again
	p.Press("1")
	p.Until(`document.querySelector(".legend")?.textContent.includes("planned path") ?? false`)
	p.Axe()
	p.Shot("replay")
	choose(file(t, "garbage.game", func([]byte) []byte { return []byte("ouro record 1\nrules classic\nboard snow\n") }))
	p.Until(`document.querySelector(".warned .wrong")?.textContent.includes("garbage.game: record line 3") ?? false`)
	if !studiotest.Eval[bool](p, `document.querySelector(".board-host canvas") !== null`) {
		t.Error("the replay shown before is no longer shown")
	}
	p.Shot("replay-garbage")
	choose(file(t, "wrong.game", wrongMove))
	p.Until(`document.querySelectorAll(".differences button").length > 0`)
	p.Shot("replay-wrong")
	choose(file(t, "again.game", func(text []byte) []byte { return text }))
	p.Until(`document.querySelector(".verdict .good") !== null`)
	p.Press("a")
	p.Until(`document.querySelectorAll("ouro-position .lines .move").length > 20`)
	p.Click(".accuracy header button")
	p.Until(`document.querySelector(".accuracy").textContent.includes("Measured by exact values")`)
	p.Shot("replay-asked")
	p.Axe()
}

func wrongMove(text []byte) []byte {
	at := bytes.Index(text, []byte("turn 1 ")) + len("turn 1 ") + 9
	if text[at] == 'U' {
		text[at] = 'D'
	} else {
		text[at] = 'U'
	}
	return text
}
