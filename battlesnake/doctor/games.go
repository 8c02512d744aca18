package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/picture"
	"ouro/play"
)

// place is a position that was sent to the server. A finding shows it.
type place struct {
	scene *scene
	state *ouro.State
	body  []byte // body of the request
}

func (e *exam) match(sc *scene, id string) (*wire.Match, error) {
	game, err := wire.NewGame(id, sc.game.Rules, e.cfg.Timeout)
	if err != nil {
		return nil, err
	}
	m := &wire.Match{Game: game, Players: make([]wire.Player, len(sc.state.Snakes))}
	for seat := range m.Players {
		p := &m.Players[seat]
		p.ID, p.Name = fmt.Sprintf("%s-%d", id, seat+1), "rival "+string(english.Letter(seat))
		p.Customizations.Color = palette.Snake(seat).String()
		if seat == sc.seat {
			info := e.report.Info
			p.Name, p.Author = "you", info.Author
			p.Customizations = wire.Customizations{Color: info.Color, Head: info.Head, Tail: info.Tail}
		}
	}
	return m, nil
}

// game plays a few turns from the next scene, between a start request and an end request.
func (e *exam) game(ctx context.Context) error {
	sc, err := e.deals.deal(ctx)
	if err != nil {
		return err
	}
	m, err := e.match(sc, fmt.Sprintf("%s-%d", e.name, e.report.Games))
	if err != nil {
		return err
	}
	e.addGame(sc)
	s := sc.state.Clone()
	if err := e.notify(ctx, "start", m, sc, s); err != nil {
		return err
	}
	for turn := range turnsPerGame {
		d, ok, err := e.turn(ctx, m, sc, s)
		if err != nil {
			return err
		}
		if turn == 0 && len(e.first) < gamesAtOnce {
			e.first = append(e.first, sample{scene: sc, good: ok && judge(s, sc.seat, d) == nil})
		}
		if !ok {
			d = play.RepeatLast(s, sc.seat)
		}
		if err := sc.step(ctx, s, sc.seat, d); err != nil {
			return err
		}
		_, over := sc.rules.Over(s)
		if over || s.Snakes[sc.seat].Cause != ouro.Alive || e.report.Positions == e.cfg.Positions || e.isSilent() {
			break
		}
	}
	return e.notify(ctx, "end", m, sc, s)
}

func (e *exam) addGame(sc *scene) {
	r := e.report
	r.Games++
	if name := sc.game.Rules.Name; !slices.Contains(r.Rulesets, name) {
		r.Rulesets = append(r.Rulesets, name)
	}
}

func (e *exam) notify(ctx context.Context, page string, m *wire.Match, sc *scene, s *ouro.State) error {
	body, err := json.Marshal(m.Request(s, sc.seat))
	if err != nil {
		return err
	}
	r, err := e.post(ctx, page, body, 1)
	if err != nil {
		return err
	}
	e.observe(r)
	e.checks[Unnoticed]++
	if n := r.failure(); n != nil {
		e.add(note{Unnoticed, "/" + page + ": " + n.detail}, &place{sc, s.Clone(), body})
	}
	return nil
}

// post sends a request and waits for the answer up to this number of timeouts. It returns an error
// only if ctx ends.
func (e *exam) post(ctx context.Context, page string, body []byte, timeouts time.Duration) (*reply, error) {
	r := e.connection.ask(ctx, request{http.MethodPost, page, body, e.cfg.Timeout, timeouts * e.cfg.Timeout})
	return r, ctx.Err()
}

// turn requests a move and judges the answer. ok is false if an engine would not use the answer.
func (e *exam) turn(ctx context.Context, m *wire.Match, sc *scene, s *ouro.State) (d ouro.Dir, ok bool, err error) {
	body, err := json.Marshal(m.Request(s, sc.seat))
	if err != nil {
		return 0, false, err
	}
	r, err := e.post(ctx, "move", body, lateTimeouts)
	if err != nil {
		return 0, false, err
	}
	e.observe(r)
	e.report.Positions++
	e.report.Moves.add(r)
	d, ok, notes := r.move()
	m.Report(sc.seat, wire.Reply{Latency: min(r.took, e.cfg.Timeout), Status: http.StatusOK})
	if ok {
		if n := judge(s, sc.seat, d); n != nil {
			notes = append(notes, *n)
		}
	}
	for _, n := range notes {
		e.add(n, &place{sc, s.Clone(), body})
	}
	e.cfg.Progress(e.report.Positions, e.cfg.Positions)
	return d, ok, nil
}

// observe checks whether the server answers and keeps the connection open.
func (e *exam) observe(r *reply) {
	if r.isComplete() || r.answer != nil {
		e.silent = 0
	} else {
		e.silent++
	}
	e.checks[Reconnects]++
	if r.reconnected {
		e.add(note{Reconnects, "a new connection for the next request, with " + e.report.Proto}, nil)
	}
}

// add counts a finding. The first one of each kind becomes the example.
func (e *exam) add(n note, p *place) {
	f := e.found[n.kind]
	if f == nil {
		f = &Finding{Kind: n.kind, Detail: n.detail}
		if p != nil {
			f.Where = fmt.Sprintf("%s, turn %d", p.scene.title(), p.state.Turn)
			f.Snake, f.Health = string(english.Letter(p.scene.seat)), p.state.Snakes[p.scene.seat].Health
			if kindTable[n.kind].board {
				f.Picture = picture.Of(p.state)
			}
			f.Request = string(p.body)
		}
		e.found[n.kind] = f
	}
	f.Count++
}

func (e *exam) finish(ctx context.Context) {
	r := e.report
	r.Partial = ctx.Err() != nil
	if _, late := e.found[Late]; !late && r.Moves.Quantile(0.99) > r.Timeout*9/10 {
		e.add(note{Near, fmt.Sprintf("%s of %s", round(r.Moves.Quantile(0.99)), r.Timeout)}, nil)
	}
	for kind, f := range e.found {
		if kind == Reconnects && f.Count*10 < e.checks[kind] {
			continue // servers may close a connection occasionally
		}
		switch kind {
		case Unnoticed, Reconnects:
			f.Of = e.checks[kind]
		case ContentType, Detour:
			f.Of = r.Positions + 1 // plus one for GET /
		case Asleep, BadInfo, BadVersion, BadLooks, Near:
			f.Of = f.Count
		case Strict:
			f.Of = len(alterations)
		case MixedUp, CrowdFails:
			f.Of = len(e.first)
		default:
			f.Of = r.Positions
		}
		r.Findings = append(r.Findings, *f)
	}
	slices.SortFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.Kind.Weight(), a.Kind.Weight()), cmp.Compare(a.Kind, b.Kind))
	})
	for i, n := range e.deals.taken {
		if n > 0 {
			r.Situations = append(r.Situations, Situation{situations[i].name, n})
		}
	}
	slices.SortFunc(r.Situations, func(a, b Situation) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.Name, b.Name)) })
}
