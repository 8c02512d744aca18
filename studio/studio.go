// Package studio is what the page of Ouro can open, whoever carries the messages:
// the server or the engine in the browser itself.
package studio

import (
	"ouro/studio/games"
	"ouro/studio/hunt"
	"ouro/studio/position"
	"ouro/studio/session"
)

// Kinds are the kinds of channels that need nothing but the engine.
func Kinds() map[string]session.Kind {
	return map[string]session.Kind{
		"game":     games.Game(games.Limits{}),
		"hunt":     hunt.Hunt,
		"position": position.New(exactMemory),
	}
}

// exactMemory is how many bytes exact values may take: enough for 5x6.
const exactMemory = 600e6
