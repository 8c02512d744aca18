package check

import (
	"errors"
	"fmt"

	"ouro/engine/wire"
	"ouro/internal/english"
)

func (x *exam) options() error {
	all := x.report.Intro.Options
	if len(all) == 0 {
		return skipped("it has no options")
	}
	tested := 0
	for i := range all {
		for _, value := range values(&all[i]) {
			m, err := x.playable(x.kinds()...)
			if err != nil {
				return err
			}
			text, err := all[i].Value(value)
			if err != nil {
				return err // cannot happen: Intro was checked
			}
			n := m.opening()
			n.Options = map[string]rawJSON{all[i].Name: text}
			x.where = m.title()
			t, err := x.engine()
			if err == nil {
				err = errors.Join(t.end(nil), t.open(wire.AppendNew(nil, n)))
			}
			if err == nil {
				_, err = x.turn(t, m)
			}
			if err != nil {
				return fmt.Errorf("with %s=%s: %w", all[i].Name, value, err)
			}
			tested++
		}
	}
	return passed("%s of %s", english.Count(tested, "value"), english.Count(len(all), "option"))
}

// values returns values of an option to test: its default, its limits or all its choices.
func values(o *wire.Option) (all []string) {
	if def, err := wire.Plain(o.Default); err == nil && def != "" {
		all = append(all, def)
	}
	switch o.Type {
	case wire.Int, wire.Float:
		for _, limit := range []*float64{o.Min, o.Max} {
			if limit != nil {
				all = append(all, fmt.Sprintf("%.10g", *limit))
			}
		}
	case wire.Bool:
		all = append(all, "true", "false")
	case wire.Choice:
		all = append(all, o.Choices...)
	}
	return all
}

// playable begins a game of one of these kinds that the engine accepts. The error is the last
// refusal, or the reason for a missing answer.
func (x *exam) playable(kinds ...string) (*match, error) {
	var last error
	for _, kind := range kinds {
		for _, p := range usualPlaces[kind] {
			m, err := p.match(x.seed())
			if err != nil {
				return nil, err
			}
			if _, last = x.open(m); !isRefusal(last) {
				return m, last
			}
		}
	}
	return nil, last
}
