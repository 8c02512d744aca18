package order

import (
	"slices"

	"ouro/internal/printable"
	"ouro/lab"
)

// Kept is an experiment whose games are there.
type Kept struct {
	Order  Order
	Build  string // that played it, as short as it tells two of them apart
	First  int    // group
	Groups int    // from the first to the last; 0 is no game
}

// Together is the same text for experiments that may be laid side by side: solvers that
// have played the same games, each by itself. It is "" where the entrants of one are all
// that it has.
func (o Order) Together() string {
	if o.Kind != Bench {
		return ""
	}
	o.Solvers = nil
	return o.Text()
}

// Recalled is the plan of the games that experiments have, of one or of several that
// are together. Of several each is an entrant, in this order, who is named by the build
// as well where another is the same solver.
func Recalled(all []Kept) (lab.Plan, error) {
	o := all[0].Order
	o.Solvers = slices.Clone(o.Solvers)
	for _, k := range all[1:] {
		o.Solvers = append(o.Solvers, k.Order.Solvers...)
	}
	plan, err := o.Plan()
	if err != nil {
		return plan, err
	}
	end := 0
	for i, k := range all {
		if len(all) > 1 {
			nameApart(plan.Entrants, i, k.Build)
		}
		if k.Groups == 0 {
			continue
		}
		if end == 0 || k.First < plan.First {
			plan.First = k.First
		}
		end = max(end, k.First+k.Groups)
	}
	if end > 0 {
		plan.Groups = end - plan.First
	}
	return plan, nil
}

// nameApart names an entrant by its build as well, if another is the same solver.
func nameApart(entrants []lab.Entrant, i int, build string) {
	spec := entrants[i].Spec.String()
	for j := range entrants {
		if j != i && entrants[j].Spec.String() == spec {
			entrants[i].Name = printable.Line(spec + "@" + build)
			return
		}
	}
}
