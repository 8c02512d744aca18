package cli

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"ouro/lab"
)

// mostWithin is the default maximum of games with --within.
const mostWithin = 100_000

type percentValue float64

// Set parses "1%" or "0.5".
func (p *percentValue) Set(text string) error {
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(x > 0 && x <= 100) {
		return errors.New("want a percentage above 0, such as 1%")
	}
	*p = percentValue(x)
	return nil
}

func (p *percentValue) String() string {
	if *p == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*p), 'f', -1, 64) + "%"
}

func (p *percentValue) Type() string { return "percent" }

// show plays the games and, on a terminal, draws the growing table.
func (o *benchOptions) show(ctx context.Context, g *running) (left bool, err error) {
	latest := lab.Latest{Count: g.games}
	return false, g.games.Play(ctx, func(at lab.Progress) {
		if g.bar.onTerminal() {
			g.bar.table(latest.Report().Brief)
		}
		g.bar.show(at)
	})
}
