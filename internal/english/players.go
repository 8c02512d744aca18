package english

import (
	"slices"
	"strings"

	"ouro"
)

// Named returns the names of snakes by seat: those of the players, or else the specs of the
// solvers, with numbers if they are equal.
func Named(seats []ouro.Spec, players []ouro.Player) Snakes {
	names := make([]string, len(seats))
	given := func(seat int) bool { return players != nil && players[seat].Name != "" }
	for seat, spec := range seats {
		if names[seat] = spec.String(); given(seat) {
			names[seat] = players[seat].Name
		}
	}
	return Distinct(names, given)
}

// Players returns the players of a record for which [Named] returns these names: only names
// that are not the default, or nil if all are. The names must differ.
func Players(seats []ouro.Spec, names []string) []ouro.Player {
	given := func(isDefault func(name, spec string) bool) []ouro.Player {
		var players []ouro.Player
		for seat, name := range names {
			if isDefault(name, seats[seat].String()) {
				continue
			}
			if players == nil {
				players = make([]ouro.Player, len(seats))
			}
			players[seat].Name = name
		}
		return players
	}
	numbered := func(name, spec string) bool { return name == spec || strings.HasPrefix(name, spec+"#") }
	if players := given(numbered); slices.Equal(names, Named(seats, players)) {
		return players
	}
	return given(func(name, spec string) bool { return name == spec }) // numbered beside other names
}
