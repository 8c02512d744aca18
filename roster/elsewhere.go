package roster

import (
	"fmt"

	"ouro"
	"ouro/engine"
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
// of a game: those that name no file of this machine, and start no program but one that
// this program's own command line has named, with these very options (engine.Trust).
func FromElsewhere(specs ...ouro.Spec) error {
	for _, spec := range specs {
		if _, named := spec.Options.Get("file"); named && spec.Name != Exec().Name {
			return fmt.Errorf("solver %s: files of this machine are named on the command line alone", spec)
		}
		if err := mayStart(spec); err != nil {
			return err
		}
	}
	return nil
}

// mayStart is nil for solvers that are no programs of their own, or such as the command
// line has named.
func mayStart(spec ouro.Spec) error {
	if spec.Name == Exec().Name && !engine.Trusted(spec.Options) {
		return fmt.Errorf("solver %s: programs of this machine are named on the command line alone", spec)
	}
	return nil
}

// MakersAgain are the Makers of a record whose snakes have to be asked again, as those of
// Snake Hunter. No record names a program that is started.
func MakersAgain(specs []ouro.Spec) ([]ouro.Maker, error) {
	for _, spec := range specs {
		if err := mayStart(spec); err != nil {
			return nil, fmt.Errorf("its snakes cannot be asked again: %w", err)
		}
	}
	return Makers(specs)
}

// Trust lets the engines among these snakes, which the command line has named, be taken
// from elsewhere too, such as from the page that it opens or from the record of their game. They are SOLVER or
// NAME=SOLVER; what is no spec is found by whoever makes it.
func Trust(snakes ...string) {
	for _, text := range snakes {
		_, solver := CutName(text)
		if spec, err := ouro.ParseSpec(solver); err == nil && spec.Name == Exec().Name {
			engine.Trust(spec.Options)
		}
	}
}
