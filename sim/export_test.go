package sim

import "ouro"

// Layers returns how many layers of hazard a head meets on c with the next move.
func (p *Position) Layers(c ouro.Cell) int { return p.layers(uint16(c+1), p.ply+1) }

// LeavesTrails reports whether tails leave trails.
func (p *Position) LeavesTrails() bool { return p.trails.on }

// FadingMost is the number of the last move of a Flood in which cells with a trail can open.
const FadingMost = fadingMost

// FoodLeft returns the number of cells with food.
func (p *Position) FoodLeft() int { return int(p.foodLeft) }
