// Package studio defines what the page of Ouro can open, with a server or with the engine
// in the browser.
package studio

import (
	"maps"

	"ouro/studio/bench"
	"ouro/studio/games"
	"ouro/studio/hunt"
	"ouro/studio/memory"
	"ouro/studio/position"
	"ouro/studio/session"
	"ouro/studio/words"
)

// Kinds returns the kinds of channels that need only the engine. exactMemory limits exact
// values, in bytes.
func Kinds(exactMemory int64) map[string]session.Kind {
	store := memory.New(memory.DefaultBytes) // shared by all kinds
	kinds := games.Kinds(games.Limits{Store: store})
	maps.Copy(kinds, map[string]session.Kind{
		"bench":    bench.New(store),
		"hunt":     hunt.New(store),
		"position": position.New(store, exactMemory),
		"words":    words.Words,
	})
	return kinds
}

// ExactMemory is the default for exact values: enough for 5x6, and long snakes on 6x6.
const ExactMemory = 600e6
