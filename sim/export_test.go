package sim

import "ouro"

func (p *Position) Layers(c ouro.Cell) int { return p.layers(uint16(c+1), p.ply+1) }

func (p *Position) LeavesTrails() bool { return p.trails.on }

// MaxFading is the number of the last move of a Flood in which cells with a trail can open.
const MaxFading = maxFading

func (p *Position) FoodLeft() int { return int(p.foodLeft) }
