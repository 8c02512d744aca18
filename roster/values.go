package roster

import (
	"errors"
	"fmt"

	"ouro"
)

// Values are the values that each option of the row may have, in the order of
// Options: those that the solver itself checks.
func (e *SolverEntry) Values() ([]ouro.OptionValues, error) {
	deal, err := Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}, 1)
	if err != nil {
		return nil, err
	}
	nobodys := ouro.Spec{Name: e.Name, Options: ouro.Options{{Key: "--", Value: "1"}}}
	_, err = Make(nobodys, ouro.Setup{Rules: deal.Rules, Start: deal.Start})
	var unknown *ouro.UnknownOptionError
	if !errors.As(err, &unknown) || len(unknown.Values) != len(e.Options) {
		return nil, fmt.Errorf("solver %s does not tell its options: %w", e.Name, err)
	}
	return unknown.Values, nil
}
