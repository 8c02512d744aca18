package env

import (
	"fmt"
	"slices"

	"ouro/internal/english"
	"ouro/roster"
)

// Plane is one plane of an observation: a number for each cell.
type Plane uint8

// The planes, see docs/environments.md. Each seat has separate planes for its own snake and
// for the others.
const (
	Body Plane = iota
	Head
	Tail
	OthersBody
	OthersHead
	OthersTail
	Food
	Walls
	Hedges
	Hazards

	planeKinds
)

var planeNames = [planeKinds]string{
	"body", "head", "tail", "others_body", "others_head", "others_tail", "food", "walls", "hedges", "hazards",
}

// String returns the name of the plane in the protocol.
func (p Plane) String() string { return planeNames[p] }

// ParsePlane returns the plane with this name.
func ParsePlane(name string) (Plane, error) {
	if i := slices.Index(planeNames[:], name); i >= 0 {
		return Plane(i), nil
	}
	return 0, fmt.Errorf("unknown plane %q%s", name, english.Known(name, planeNames[:]))
}

// planesOf returns the planes that such games use.
func planesOf(rules *roster.RulesEntry, seats int) []Plane {
	all := []Plane{Body, Head, Tail}
	if seats > 1 {
		all = append(all, OthersBody, OthersHead, OthersTail)
	}
	if !rules.EatsWalls() {
		all = append(all, Food)
	}
	all = append(all, Walls)
	if rules.EatsWalls() {
		all = append(all, Hedges)
	}
	if rules.Home == roster.Battlesnake {
		all = append(all, Hazards)
	}
	return all
}

func checkPlanes(planes []Plane) error {
	for i, p := range planes {
		if slices.Contains(planes[:i], p) {
			return fmt.Errorf("plane %s: listed twice", p)
		}
	}
	return nil
}
