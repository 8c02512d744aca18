package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
)

// sample is a position that the snake has answered before.
type sample struct {
	scene *scene
	good  bool // the answer was valid and had no fault
}

// alterations change requests in ways in which other engines or later versions may differ.
var alterations = []struct {
	name  string
	alter func(request map[string]any)
}{
	{"with unknown fields", func(request map[string]any) {
		for _, part := range []any{request, request["game"], request["board"], request["you"]} {
			part.(map[string]any)["unheardOf"] = map[string]any{"list": []any{1, "two", nil}}
		}
	}},
	{"without shout, squad, customizations and latency", func(request map[string]any) {
		board := request["board"].(map[string]any)
		for _, snake := range append([]any{request["you"]}, board["snakes"].([]any)...) {
			for _, key := range []string{"shout", "squad", "customizations", "latency"} {
				delete(snake.(map[string]any), key)
			}
		}
		game := request["game"].(map[string]any)
		delete(game, "source")
		delete(game, "map")
	}},
}

// sendStrange sends altered requests for a position that the snake answered well.
func (e *exam) sendStrange(ctx context.Context) error {
	for _, known := range e.first {
		if !known.good {
			continue
		}
		for j, a := range alterations {
			if err := e.sendAltered(ctx, known.scene, fmt.Sprintf("%s-s%d", e.name, j), a.name, a.alter); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

func (e *exam) sendAltered(ctx context.Context, sc *scene, id, name string, alter func(map[string]any)) error {
	m, err := e.match(sc, id)
	if err != nil {
		return err
	}
	body, err := json.Marshal(m.Request(sc.state, sc.seat))
	if err != nil {
		return err
	}
	var request map[string]any
	if err := json.Unmarshal(body, &request); err != nil {
		return err
	}
	alter(request)
	if body, err = json.Marshal(request); err != nil {
		return err
	}
	if err := e.notify(ctx, "start", m, sc, sc.state); err != nil {
		return err
	}
	r, err := e.post(ctx, "move", body, lateTimeouts)
	if err != nil {
		return err
	}
	if _, ok, notes := r.move(); !ok {
		e.add(note{Strict, name + ": " + reason(notes)}, &place{sc, sc.state, body})
	}
	return e.notify(ctx, "end", m, sc, sc.state)
}

// sendTogether sends several positions at once, each over its own connection.
func (e *exam) sendTogether(ctx context.Context) error {
	places := make([]*place, len(e.first))
	for i, known := range e.first {
		m, err := e.match(known.scene, fmt.Sprintf("%s-c%d", e.name, i))
		if err != nil {
			return err
		}
		body, err := json.Marshal(m.Request(known.scene.state, known.scene.seat))
		if err != nil {
			return err
		}
		places[i] = &place{known.scene, known.scene.state, body}
	}
	replies, errs := make([]*reply, len(places)), make([]error, len(places))
	var wg, started sync.WaitGroup
	started.Add(len(places))
	for i, p := range places {
		wg.Go(func() {
			line, err := dial(e.cfg.URL)
			if err != nil {
				errs[i] = err
				started.Done()
				return
			}
			defer line.close()
			limit := e.cfg.Timeout
			_ = line.ask(ctx, request{http.MethodPost, "start", p.body, limit, limit})
			started.Done()
			started.Wait()
			replies[i] = line.ask(ctx, request{http.MethodPost, "move", p.body, limit, lateTimeouts * limit})
			_ = line.ask(ctx, request{http.MethodPost, "end", p.body, limit, limit})
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, r := range replies {
		if errs[i] != nil {
			return errs[i]
		}
		e.report.Crowd.add(r)
		if e.first[i].good {
			e.compare(r, places[i])
		}
	}
	return nil
}

// compare judges an answer that the snake gave during several games at once. The snake answered the
// same position well in a single game. compare ignores faults that at least a tenth of the earlier
// answers had.
func (e *exam) compare(r *reply, p *place) {
	d, ok, notes := r.move()
	kind := CrowdFails
	if ok {
		kind, notes = MixedUp, nil
		if n := judge(p.state, p.scene.seat, d); n != nil {
			notes = append(notes, *n)
		}
	}
	for _, n := range notes {
		if n.kind.Weight() != Error {
			continue
		}
		if f := e.found[n.kind]; f == nil || f.Count*10 < e.report.Positions {
			e.add(note{kind, n.detail}, p)
		}
		return
	}
}

// reason returns why an engine would not use the answer.
func reason(notes []note) string {
	i := slices.IndexFunc(notes, func(n note) bool { return n.kind.Weight() == Error })
	return notes[i].detail
}
