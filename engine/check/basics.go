package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/english"
	"ouro/internal/printable"
)

func (x *exam) checkHello() error {
	began := time.Now()
	if _, err := x.engine(); err != nil {
		return err
	}
	if took := time.Since(began); took > 2*x.quick() {
		return warnResult("the engine took %v to start", took.Round(time.Millisecond))
	}
	return nil
}

func (x *exam) checkReady() error {
	announced := x.report.Intro.Games
	if len(x.kinds()) == 0 {
		return fmt.Errorf("the engine announces only unknown games: %s (known: %s)", printable.Short(strings.Join(announced, ", "), 100), strings.Join(wire.Games, ", "))
	}
	var played []string
	var last error
	for _, kind := range x.kinds() {
		_, err := x.newPlayableMatch(kind)
		switch {
		case err == nil:
			played = append(played, kind)
		case !isRefusal(err):
			return err
		case len(announced) > 0:
			return fmt.Errorf("the engine announced the game %s, but then failed: %w", kind, err)
		default:
			last = err
		}
	}
	if played == nil {
		return last
	}
	return passResult("%s", strings.Join(played, ", "))
}

func (x *exam) checkMoves() error {
	return x.eachGame(usualPlaces, func(t *talk, m *match) error {
		_, err := x.play(t, m, 3)
		return err
	})
}

// Constants of the point Legal. The engine plays ownTurns turns from the start of each game. Then
// it makes one move in each of middlePositions other positions of that game. Each of these positions is
// reached by 1 to randomTurns random turns.
const (
	ownTurns        = 40
	randomTurns     = 60
	middlePositions = 5
)

func (x *exam) checkLegal() error {
	answered := 0
	err := x.eachGame(usualPlaces, func(t *talk, m *match) error {
		ask := func() (ouro.Dir, error) {
			d, err := x.turn(t, m)
			if err == nil {
				answered++
				err = x.checkNotFatal(m, d.String())
			}
			return d, err
		}
		if err := x.turns(m, ownTurns, ask); err != nil {
			return err
		}
		first := m
		for range middlePositions {
			var err error
			if m, err = first.another(); err != nil {
				return err
			}
			m.playRandomly(1 + m.dice.Roll(randomTurns))
			m.deal.Start = m.state.Clone()
			if _, err := x.open(m); err != nil {
				return err
			}
			if _, err := ask(); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		return passResult("%s", english.Count(answered, "position"))
	}
	return err
}

// checkNotFatal returns an error if the direction is fatal although another direction is not.
func (x *exam) checkNotFatal(m *match, direction string) error {
	legal := m.state.Legal(m.seat)
	var possible []string
	for i := range legal.Len() {
		possible = append(possible, legal.At(i).String())
	}
	if legal == 0 || slices.Contains(possible, direction) {
		return nil
	}
	return fmt.Errorf("%s is fatal and %s is not, in the position %s", direction, strings.Join(possible, " or "), m.state)
}

// checkStillLegal is like checkNotFatal, but returns nil if the engine has failed the point Legal.
// One failed point is enough for this fault.
func (x *exam) checkStillLegal(m *match, direction string) error {
	for i := range x.report.Checks {
		if c := &x.report.Checks[i]; c.Point == Legal && c.Result != Passed {
			return nil
		}
	}
	return x.checkNotFatal(m, direction)
}

func (x *exam) legalTurn(t *talk, m *match) (ouro.Dir, error) {
	d, err := x.turn(t, m)
	if err == nil {
		err = x.checkStillLegal(m, d.String())
	}
	return d, err
}

// playLegally plays up to this number of turns, and returns an error after a fatal move.
func (x *exam) playLegally(t *talk, m *match, turns int) error {
	return x.turns(m, turns, func() (ouro.Dir, error) { return x.legalTurn(t, m) })
}

func (x *exam) checkOptions() error {
	all := x.report.Intro.Options
	if len(all) == 0 {
		return skipResult("the engine has no options")
	}
	tested := 0
	for i := range all {
		for _, value := range testValues(&all[i]) {
			m, err := x.newPlayableMatch(x.kinds()...)
			if err != nil {
				return err
			}
			text, err := all[i].Value(value)
			if err != nil {
				return err // cannot happen: Intro was checked
			}
			n := m.opening()
			n.Options = map[string]json.RawMessage{all[i].Name: text}
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
	return passResult("%s of %s", english.Count(tested, "value"), english.Count(len(all), "option"))
}

// testValues returns the values with which checkOptions tries an option: its default, and its
// limits or all its choices.
func testValues(o *wire.Option) (all []string) {
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

// newPlayableMatch begins a game of the first of these kinds that the engine accepts. If the engine
// accepts none, the error is its last refusal. If an answer is missing, the error is the reason.
func (x *exam) newPlayableMatch(kinds ...string) (*match, error) {
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
