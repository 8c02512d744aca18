package env

import (
	"fmt"
	"strconv"
	"strings"

	"ouro"
)

// Reward defines the rewards, see docs/environments.md. The reward of a step is the sum of
// all events of the snake.
type Reward struct {
	Meal   float64
	Death  float64
	Win    float64
	Loop   float64
	Turn   float64
	Closer float64
}

// DefaultReward returns sparse rewards: for meals, death and winning.
func DefaultReward() Reward { return Reward{Meal: 1, Death: -1, Win: 10} }

const maxReward = 1e6

// ParseReward parses "key=value,key=value"; omitted keys are as in DefaultReward.
func ParseReward(text string) (Reward, error) {
	def := DefaultReward()
	spec := ouro.Spec{Name: "reward"}
	if text != "" {
		var err error
		if spec, err = ouro.ParseSpec("reward:" + text); err != nil {
			return def, fmt.Errorf("reward %q: want KEY=VALUE,KEY=VALUE, e.g. meal=1,turn=-0.01", text)
		}
	}
	o := spec.Options.Read()
	number := func(key string, def float64) float64 { return o.Float(key, def, -maxReward, maxReward) }
	r := Reward{
		Meal: number("meal", def.Meal), Death: number("death", def.Death), Win: number("win", def.Win),
		Loop: number("loop", def.Loop), Turn: number("turn", def.Turn), Closer: number("closer", def.Closer),
	}
	if err := o.Err(); err != nil {
		return def, fmt.Errorf("reward: %w", err)
	}
	return r, nil
}

// String returns the text for ParseReward, with all keys.
func (r Reward) String() string {
	var b strings.Builder
	for i, of := range []struct {
		key   string
		value float64
	}{{"meal", r.Meal}, {"death", r.Death}, {"win", r.Win}, {"loop", r.Loop}, {"turn", r.Turn}, {"closer", r.Closer}} {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(of.key + "=" + strconv.FormatFloat(of.value, 'g', -1, 64))
	}
	return b.String()
}
