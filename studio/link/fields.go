package link

import "slices"

// Key is a field that links may have.
type Key struct {
	Name    string
	Doc     string // in one line
	Several bool   // it may be given several times
}

// keys is the one table of them. Those of the first part are flags of the command
// line, and mean the same.
var keys = []Key{
	{Name: "rules", Doc: "rules of the game with their options"},
	{Name: "board", Doc: "size of the board in columns x rows"},
	{Name: "level", Doc: "a level by name, or its rows from the top, a / between them"},
	{Name: "start", Doc: "where the snake starts in the level: COLUMN,ROW from 0 at the top left"},
	{Name: "start-length", Doc: "length of the straight snake at the start"},
	{Name: "solver", Doc: "solver of a lone snake; several are compared, each in a game of its own", Several: true},
	{Name: "snake", Doc: "a snake of a game of several: SOLVER or NAME=SOLVER", Several: true},
	{Name: "seed", Doc: "seed of all chance"},
	{Name: "game", Doc: "game of the seed, from 0"},
	{Name: "nodes", Doc: "search nodes for each move"},
	{Name: "time", Doc: "time for each move"},
	{Name: "cpu", Doc: "processor time for each move"},
	{Name: "speed", Doc: "turns a second; 0 is as fast as it goes"},
	{Name: "hint", Doc: "solver that says what it would do while a person plays"},
	{Name: "hunters", Doc: "hunters in Snake Hunter, 1 or 2"},
	{Name: "bots", Doc: "how many of them bots play"},
	{Name: "snakes", Doc: "snakes in every level of Snake Hunter, 1 to 4; 0 is as many as each level says"},
	{Name: "start-level", Doc: "level that Snake Hunter begins with, from 1"},

	{Name: "position", Doc: "where the game starts instead of as the rules say"},
	{Name: "turn", Doc: "the turn that is shown"},
	{Name: "play", Doc: "whether it goes on from there: true or false"},
	{Name: "show", Doc: "what is drawn of the thinking: labels, a comma between them"},
	{Name: "seat", Doc: "the snake that is looked at, from 0"},
	{Name: "games", Doc: "games of each solver that is measured"},
	{Name: "by", Doc: "what games compared go in step by: moves or meals"},
}

func findKey(name string) (Key, bool) {
	i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name })
	if i < 0 {
		return Key{}, false
	}
	return keys[i], true
}

func keyNames() []string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.Name
	}
	return names
}
