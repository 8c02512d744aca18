package solo

import (
	"fmt"
	"strconv"

	"ouro"
	"ouro/roster"
	"ouro/tui/frame"
)

// gameFlags are the flags that deal this game, those left out that are as they
// would be anyway.
func gameFlags(o frame.Options, index int) string {
	s := ""
	if rules := o.Game.Rules; RulesOf(o.Game).Home != roster.Classic { // which is the default
		s += " --rules " + ouro.Spec{Name: rules.Name, Options: chosenOptions(rules)}.String()
	}
	if name := LevelName(o.Game.Level); name != "" {
		s += " --level " + name
	} else if o.Game.Level != nil {
		s += " --level FILE"
	} else {
		s += fmt.Sprintf(" --board %dx%d", o.Game.W, o.Game.H)
	}
	if o.Game.StartLength > 1 {
		s += fmt.Sprintf(" --start-length %d", o.Game.StartLength)
	}
	s += " --seed " + strconv.FormatUint(o.Seed, 10)
	if index != 0 {
		s += " --game " + strconv.Itoa(index)
	}
	if o.Budget.Nodes > 0 {
		s += fmt.Sprintf(" --nodes %d", o.Budget.Nodes)
	}
	if o.Budget.Time > 0 {
		s += " --time " + o.Budget.Time.String()
	}
	return s
}

// shellWord quotes s where a shell would not take it as one word.
func shellWord(s string) string {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != ':' && r != '=' && r != ',' && r != '.' {
			return strconv.Quote(s)
		}
	}
	return s
}
