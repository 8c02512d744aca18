// Package studio defines the kinds of channels that a page of the studio can open: a table of the
// functions that serve them. The kinds are equal for a server and for the engine in the browser.
package studio

import (
	"bytes"
	"context"
	"maps"

	"ouro"
	"ouro/hunter"
	"ouro/internal/buildinfo"
	"ouro/internal/palette"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/share"
	"ouro/studio/bench"
	"ouro/studio/games"
	"ouro/studio/hunt"
	"ouro/studio/memory"
	"ouro/studio/position"
	"ouro/studio/session"
	"ouro/studio/words"
)

// Kinds returns the kinds of channels that both a server and the engine in the browser offer.
// exactMemory limits the memory for exact values, in bytes.
func Kinds(exactMemory int64) map[string]session.Kind {
	store := memory.New(memory.DefaultBytes) // shared by all kinds
	kinds := games.Kinds(games.Limits{Store: store})
	maps.Copy(kinds, map[string]session.Kind{
		"bench":    bench.New(store),
		"hunt":     hunt.New(store, huntPage),
		"position": position.New(store, exactMemory),
		"words":    words.Words,
	})
	return kinds
}

func huntPage(ctx context.Context, r *hunter.Record) ([]byte, error) {
	p, err := share.OfHunter(ctx, r)
	if err != nil {
		return nil, err
	}
	p.Made = "ouro " + buildinfo.Read().Version
	var text bytes.Buffer
	_, err = p.WriteGame(&text)
	return text.Bytes(), err
}

// ExactMemory is the default limit of memory for exact values, in bytes. It is enough for
// boards of 5x6, and for positions with long snakes on 6x6.
const ExactMemory = 600e6

type catalog struct {
	Solvers      []solverEntry `json:"solvers"`
	Rules        []rulesEntry  `json:"rules"`
	Levels       []levelEntry  `json:"levels"` // built-in levels
	Maps         []mapEntry    `json:"maps"`
	HunterLevels []hunterEntry `json:"hunterLevels"`
	Colors       []string      `json:"colors"` // colours of the snakes, by seat
}

type solverEntry struct {
	Name      string          `json:"name"`
	Idea      string          `json:"idea"`
	Guarantee string          `json:"guarantee"`
	Cost      string          `json:"cost"` // cost per move, for N cells
	Source    string          `json:"source"`
	Home      roster.GameKind `json:"home"`
	Options   []roster.Option `json:"options"`
}

type rulesEntry struct {
	Name        string          `json:"name"`
	Idea        string          `json:"idea"`
	Home        roster.GameKind `json:"home"`
	Options     []roster.Option `json:"options"`
	Board       string          `json:"board,omitempty"`       // default
	Level       string          `json:"level,omitempty"`       // default
	StartLength int             `json:"startLength,omitempty"` // start length of every snake if the rules fix it
	Snakes      int             `json:"snakes"`                // maximum
	Solvers     []ouro.Spec     `json:"solvers"`               // the default is the first one that can play
	Partners    []ouro.Spec     `json:"partners"`
}

type levelEntry struct {
	Name  string `json:"name"`
	Board string `json:"board"`
	Idea  string `json:"idea"`
	Rules string `json:"rules"` // name of the rules for which the level was made
}

type mapEntry struct {
	Name    string   `json:"name"`
	Idea    string   `json:"idea"`
	Snakes  int      `json:"snakes"` // maximum
	Boards  string   `json:"boards"` // in words
	Sizes   []string `json:"sizes"`  // empty if all sizes from minSide on are possible
	MinSide int      `json:"minSide,omitempty"`
}

type hunterEntry struct {
	Name    string `json:"name"`
	Board   string `json:"board"`
	Snakes  int    `json:"snakes"`
	Seconds int    `json:"seconds"`
}

func Catalog() any {
	c := catalog{Solvers: []solverEntry{}}
	for _, e := range roster.Solvers() {
		c.Solvers = append(c.Solvers, solverEntry{e.Name, e.Idea, e.Guarantee, e.Cost, e.Source, e.Kind, options(e.Options)})
	}
	for _, e := range roster.Rules() {
		c.Rules = append(c.Rules, rulesEntry{
			e.Name, e.Idea, e.Kind, options(e.Options), e.Board, e.Level, e.StartLength, e.Snakes, specs(e.Solvers), specs(e.Partners),
		})
	}
	for _, l := range roster.Levels() {
		c.Levels = append(c.Levels, levelEntry{l.Name, l.Level.Grid.String(), l.Idea, l.Rules})
	}
	for _, m := range battlesnake.Maps() {
		entry := mapEntry{Name: m.Name, Idea: m.Idea, Snakes: m.MaxSnakes, Boards: m.Boards(), Sizes: []string{}, MinSide: m.MinSide}
		for _, size := range m.Sizes {
			entry.Sizes = append(entry.Sizes, size.String())
		}
		c.Maps = append(c.Maps, entry)
	}
	for _, l := range hunter.Levels() {
		c.HunterLevels = append(c.HunterLevels, hunterEntry{l.Name, l.Grid.String(), l.Count, l.Seconds})
	}
	for seat := range battlesnake.MaxSnakes {
		c.Colors = append(c.Colors, palette.Snake(seat).String())
	}
	return c
}

// options returns the options that a link can set. It omits options that name files,
// because pages must not name files on this machine.
func options(all []roster.Option) []roster.Option {
	set := []roster.Option{}
	for _, o := range all {
		if o.Key != "file" {
			set = append(set, o)
		}
	}
	return set
}

func specs(all []ouro.Spec) []ouro.Spec { return append([]ouro.Spec{}, all...) }
