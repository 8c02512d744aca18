package roster

import (
	"errors"
	"fmt"

	"ouro"
)

// Values returns the values that each option may have, in the order of Options, as the
// solver's Maker reports them.
func (e *SolverEntry) Values() ([]ouro.OptionValues, error) {
	deal, err := Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}, 1)
	if err != nil {
		return nil, err
	}
	unused := ouro.Spec{Name: e.Name, Options: ouro.Options{{Key: "--", Value: "1"}}}
	_, err = Make(unused, ouro.Setup{Rules: deal.Rules, Start: deal.Start})
	var unknown *ouro.UnknownOptionError
	if !errors.As(err, &unknown) || len(unknown.Values) != len(e.Options) {
		return nil, fmt.Errorf("solver %s does not report its options: %w", e.Name, err)
	}
	return unknown.Values, nil
}
