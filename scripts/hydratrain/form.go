package main

import (
	"bytes"

	"ouro"
	"ouro/sim"
	"ouro/solve/hydra"
)

// form is an evaluation of hydra's that can be fitted.
type form interface {
	guess() *model
	learned() *model // the weights that hydra has
	player(setup ouro.Setup, m *model) (ouro.Solver, error)
	views() int                            // positions are seen from the first so many seats
	look(p *sim.Position, seat int) sample // what is seen from a seat
	write(b *bytes.Buffer, m *model)       // the weights as a variable of hydra
	tables() []hydra.Table                 // inputs of which neighbours are alike, if it has such
}

func formOf(snakes int) form {
	if snakes == 2 {
		return new(duel)
	}
	return new(crowd)
}
