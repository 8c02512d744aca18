package remote

import (
	"slices"
	"testing"

	"ouro/engine/wire"
	"ouro/roster"
)

// TestEveryEngineIsAnnounced: as an engine, every solver except exec announces its games and its
// options. The options have valid defaults.
func TestEveryEngineIsAnnounced(t *testing.T) {
	for _, e := range roster.Solvers() {
		if e.Name == "exec" {
			continue
		}
		engine, err := engineOf(e.Name)
		if err != nil {
			t.Error(err)
			continue
		}
		home := map[roster.GameKind]string{roster.Classic: "classic", roster.Maze: "maze", roster.Battlesnake: "battlesnake"}[e.Kind]
		if !slices.Contains(engine.Intro.Games, home) {
			t.Errorf("%s plays %q", e.Name, engine.Intro.Games)
		}
		var a wire.Answer
		if err := a.Parse(wire.AppendIntro(nil, engine.Intro), nil); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		if want := len(e.Options); e.Name != "tablebase" && len(engine.Intro.Options) != want {
			t.Errorf("%s announces %d of %d options", e.Name, len(engine.Intro.Options), want)
		}
	}
}
