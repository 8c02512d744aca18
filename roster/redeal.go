package roster

import (
	"ouro"
	"ouro/play"
	"ouro/rule/classic"
)

// Redealer deals the games of spec by their seeds as [Deal] does, each in the place of
// a game that was dealt before and is not needed any more: what of its memory can be
// used again is. It serves several goroutines at once.
func Redealer(spec ouro.GameSpec) (func(d *play.Deal, seed uint64) error, error) {
	if _, err := Deal(spec, 0); err != nil {
		return nil, err
	}
	if spec.Rules.Name == "classic" && spec.Position == nil {
		return redealClassic(spec)
	}
	return func(d *play.Deal, seed uint64) (err error) {
		*d, err = Deal(spec, seed)
		return err
	}, nil
}

func redealClassic(spec ouro.GameSpec) (func(d *play.Deal, seed uint64) error, error) {
	level, err := classicLevel(spec)
	if err != nil {
		return nil, err
	}
	starts, err := classic.NewStarts(level, spec.StartLength)
	if err != nil {
		return nil, err
	}
	return func(d *play.Deal, seed uint64) error {
		dice, ok := d.Dice.(*ouro.PCG)
		if !ok {
			dice = &ouro.PCG{}
			d.Rules, d.Start, d.Dice = classic.Rules{}, &ouro.State{}, dice
		}
		*dice = *ouro.GameDice(seed)
		starts.Deal(d.Start, dice)
		return nil
	}, nil
}
