package roster

import (
	"fmt"

	"ouro"
)

// ParseFromElsewhere reads a Spec of a solver that somebody names who must not have
// this machine do everything, see [FromElsewhere].
func ParseFromElsewhere(text string) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	if err == nil {
		err = FromElsewhere(spec)
	}
	return spec, err
}

// FromElsewhere is nil for solvers that may be made for whoever sends a link or a file
// of a game: those whose options name no file of this machine.
func FromElsewhere(specs ...ouro.Spec) error {
	for _, spec := range specs {
		if _, named := spec.Options.Get("file"); named {
			return fmt.Errorf("solver %s: files of this machine are named on the command line alone", spec)
		}
	}
	return nil
}
