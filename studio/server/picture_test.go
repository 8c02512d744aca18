package server_test

import (
	"testing"

	"ouro/internal/needs"
	"ouro/studio/studiotest"
)

// TestPicture: the link of the picture docs/studio.png shows the game and the overlays that it
// names. If OURO_SCREENSHOTS is the folder docs, the test makes the picture again, as make
// screenshot does.
func TestPicture(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := studiotest.Open(t, serveKinds(t, kindsWithArena(t))+"/#/watch?board=12x12&solver=ouroboros&seed=3&play=false&show=plan,cycle", studiotest.Size{W: 1280, H: 800})
	p.SetDark(true)
	p.Until(`document.querySelectorAll(".legend li").length === 2`)
	p.Press(":5000\r") // the end of the game
	p.Until(`document.body.textContent.includes("Won: the board is full")`)
	goTo(p, 1100)
	p.Until(`document.querySelector(".facts").textContent.includes("length87 of 144") && document.querySelectorAll(".legend li").length === 2 && ` + settled)
	p.Shot("studio")
}
