package roster

import (
	"ouro"
	"ouro/play"
	"ouro/rule/battlesnake"
	"ouro/rule/classic"
)

// Redealer returns a function that deals games of spec as [Deal] does, but reuses the
// memory of *d, a game that is no longer needed. The function may be called by several
// goroutines at once.
func Redealer(spec ouro.GameSpec) (func(d *play.Deal, seed uint64) error, error) {
	if _, err := Deal(spec, 0); err != nil {
		return nil, err
	}
	switch e, err := FindRules(spec.Rules.Name); {
	case err != nil:
		return nil, err
	case spec.Position != nil: // dealt by Deal
	case e.Home == Classic:
		return redealClassic(spec)
	case e.Home == Battlesnake:
		return redealBattle(spec)
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

func redealBattle(spec ouro.GameSpec) (func(d *play.Deal, seed uint64) error, error) {
	r, err := battlesnake.New(spec.Rules.Name, spec.Rules.Options)
	if err != nil {
		return nil, err
	}
	return func(d *play.Deal, seed uint64) (err error) {
		dice, ok := d.Dice.(*battlesnake.Dice)
		if ok {
			dice.Begin(int64(seed))
		} else {
			dice = battlesnake.NewDice(int64(seed))
		}
		d.Rules, d.Dice = r, dice
		d.Start, err = r.Start(spec.W, spec.H, max(1, spec.Snakes), dice)
		return err
	}, nil
}
