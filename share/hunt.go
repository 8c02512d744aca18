package share

import (
	"context"
	"encoding/base64"
	"fmt"

	"ouro/hunter"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/saved"
	"ouro/studio/hunt"
	"ouro/verify"
)

// OfHunter derives a game of Snake Hunter and returns its page. [Page.WriteGame] writes the text that
// belongs between the two parts of [ouro/studio/web.ShareHunt].
func OfHunter(ctx context.Context, r *hunter.Record) (*Page, error) {
	makers, err := roster.ReplayMakers(r.Drivers)
	if err != nil {
		return nil, err
	}
	cfg, err := r.Config(makers)
	if err != nil {
		return nil, err
	}
	level := 0
	tape, err := hunt.NewTape(ctx, cfg, r, func(s *hunter.Scene) { level = s.Number })
	if err != nil {
		if ctx.Err() == nil {
			err = DifferentError{err}
		}
		return nil, err
	}
	text, err := r.MarshalText()
	if err != nil {
		return nil, err
	}
	p := &Page{Hunt: tape, Title: "Snake Hunter, " + english.Count(r.Hunters, "hunter")}
	p.Result = fmt.Sprintf("%s in level %d, with %s.", english.Capital(r.Phase.String()), level, english.Count(r.Score, "point"))
	p.Record = &File{Name: fmt.Sprintf("ouro-hunter-%d.ouro", r.Seed), Data: base64.StdEncoding.EncodeToString(text)}
	for _, spec := range r.Drivers {
		p.add("Snakes", spec.String()+": "+ideaOf(spec))
	}
	for i, l := range r.Levels {
		p.add(fmt.Sprintf("Level %d", i+1), l.Name)
	}
	p.add("Time", fmt.Sprintf("%s, %d a second", english.Count(r.Ticks(), "tick"), hunter.TicksPerSecond))
	p.add("Seed", fmt.Sprint(r.Seed))
	v, err := verify.Check(ctx, &saved.File{Kind: saved.Hunter, Hunter: r})
	if err != nil {
		return nil, err
	}
	p.Verdict = v
	return p, nil
}
