package games

import (
	"errors"

	"ouro"
)

// file is what a page has brought.
type file struct {
	told   fileData
	speed  float64
	record *ouro.Record // nil of a log
}

// fileData is what the page is told of it.
type fileData struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// again is the record to go on from.
func (f *file) again() (*ouro.Record, error) {
	if f.record == nil {
		return nil, errors.New("a log holds no solvers that could go on: ask for the position, and play on from there")
	}
	return f.record, nil
}
