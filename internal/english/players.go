package english

import (
	"slices"

	"ouro"
)

// Named returns the names of snakes by seat: those of the players, and otherwise the
// defaults, which are the specs of the solvers, numbered where they are equal.
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

// Players returns the players of a record in which [Named] finds these names. It is nil
// where those are the defaults. The names must differ.
func Players(seats []ouro.Spec, names []string) []ouro.Player {
	if slices.Equal(names, Named(seats, nil)) {
		return nil
	}
	players := make([]ouro.Player, len(seats))
	for seat, name := range names {
		if name != seats[seat].String() {
			players[seat].Name = name
		}
	}
	return players
}
