package roster

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"ouro"
	"ouro/internal/english"
	"ouro/rule/classic"
	"ouro/rule/maze"
)

// LevelEntry describes a built-in level.
type LevelEntry struct {
	Name  string
	Rules string // name of the rules that use the level
	Idea  string // description in a few words
	Level *ouro.Level
}

// Levels returns the built-in levels, ordered by rules. The caller may change the result.
func Levels() []LevelEntry {
	var all []LevelEntry
	for _, l := range maze.Levels() {
		walls := 0
		for _, t := range l.Level.Terrain {
			if t == ouro.Hedge {
				walls++
			}
		}
		all = append(all, LevelEntry{l.Name, "maze", english.Count(walls, "edible wall"), l.Level})
	}
	for _, l := range classic.Levels() {
		all = append(all, LevelEntry{l.Name, "classic", l.Idea, l.Level})
	}
	return all
}

func LevelsOf(rules string) []LevelEntry {
	return slices.DeleteFunc(Levels(), func(l LevelEntry) bool { return l.Rules != rules })
}

// Level returns the built-in level of this name. Its error lists the known names.
func Level(name string) (*ouro.Level, error) {
	all := Levels()
	i := slices.IndexFunc(all, func(l LevelEntry) bool { return l.Name == name })
	if i < 0 {
		var names []string
		for _, l := range all {
			names = append(names, l.Name)
		}
		return nil, fmt.Errorf("unknown level %q%s (known: %s)", name, english.DidYouMean(name, names), LevelNames())
	}
	return all[i].Level, nil
}

// LevelNames lists the names of the built-in levels with their rules.
func LevelNames() string {
	return levelNames("maze") + " in the maze; " + levelNames("classic") + " in classic Snake"
}

func levelNames(rules string) string {
	var names []string
	for _, l := range builtIn() {
		if l.Rules == rules {
			names = append(names, l.Name)
		}
	}
	return strings.Join(names, ", ")
}

// builtIn returns the built-in levels, for reading only.
var builtIn = sync.OnceValue(Levels)

// LevelName returns the name of the built-in level that equals l. It returns false for other
// levels.
func LevelName(l *ouro.Level) (name string, ok bool) {
	if l == nil {
		return "", false
	}
	for _, e := range builtIn() {
		if e.Level.Grid.W == l.Grid.W && e.Level.Grid.H == l.Grid.H && e.Level.Start == l.Start && slices.Equal(e.Level.Terrain, l.Terrain) {
			return e.Name, true
		}
	}
	return "", false
}

// checkLevel returns an error if name is a built-in level for other rules than e.
func (e *RulesEntry) checkLevel(name string) error {
	all := builtIn()
	i := slices.IndexFunc(all, func(l LevelEntry) bool { return l.Name == name })
	if i < 0 || all[i].Rules == e.Name || levelNames(e.Name) == "" {
		return nil
	}
	return &ChoiceError{"level", name, fmt.Errorf("this level is for the rules %s; %s has the levels %s", all[i].Rules, e.Name, levelNames(e.Name))}
}
