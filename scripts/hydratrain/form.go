package main

import (
	"bytes"

	"ouro"
	"ouro/sim"
	"ouro/solve/hydra"
)

// form is an evaluation of hydra that can be fitted.
type form interface {
	guess() *model
	learned() *model // hydra's current weights
	player(setup ouro.Setup, m *model) (ouro.Solver, error)
	views() int                            // number of seats, from 0, from which positions are evaluated
	look(p *sim.Position, seat int) sample // the inputs from a seat
	write(b *bytes.Buffer, m *model)       // writes the weights as a variable of hydra
	tables() []hydra.Table                 // tables whose neighbouring values are similar; may be nil
}

func formOf(snakes int) form {
	if snakes == 2 {
		return new(duel)
	}
	return new(crowd)
}
