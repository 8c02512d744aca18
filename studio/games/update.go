package games

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/studio/frames"
)

const maxChanges = 512 // most turns sent as changes; for more turns, the whole position is sent

// update sends the parts of the current view that the page lacks.
func (g *game) update(ctx context.Context) error {
	t := g.table
	g.stale = true // until everything has been sent
	if err := g.positions(ctx); err != nil {
		return err
	}
	send := g.ch.Send
	if g.running {
		send = g.offer
	}
	now := time.Now()
	if !g.running || now.Sub(g.lastFacts) >= factTime {
		g.lastFacts = now
		if err := send(ctx, "facts", t.facts()); err != nil {
			return err
		}
	}
	if !g.running || now.Sub(g.lastSeries) >= chartTime {
		g.lastSeries = now
		if err := g.series(ctx); err != nil {
			return err
		}
	}
	if err := g.thoughts(ctx, send); err != nil { // last, because a solver that is asked again takes time
		return err
	}
	g.stale = false
	return nil
}

// The shortest times between two messages of a running game.
const (
	factTime  = 50 * time.Millisecond
	chartTime = 400 * time.Millisecond
)

// offer sends a message, unless the page is slow. Then the page misses the message.
func (g *game) offer(_ context.Context, kind string, data any) error {
	_, err := g.ch.Offer(kind, data)
	return err
}

// positions sends the changes since the page's positions if the page has earlier positions. Otherwise
// it sends whole positions.
func (g *game) positions(ctx context.Context) error {
	t := g.table
	from, ok := t.pageTurn()
	n := t.view.Turn - from
	if !ok || n < 0 || n > maxChanges {
		return g.key(ctx)
	}
	if n == 0 {
		return nil
	}
	g.out = strconv.AppendInt(append(g.out[:0], `{"from":`...), int64(t.turn(from)), 10)
	g.out = append(g.out, `,"lanes":[`...)
	for i, l := range t.lanes {
		if i > 0 {
			g.out = append(g.out, ',')
		}
		g.out = l.appendChanges(append(g.out, '['), &g.change, &t.view.Scene[i], from)
		g.out = append(g.out, ']')
	}
	g.out = append(g.out, "]}"...)
	if err := g.ch.Send(ctx, "frames", json.RawMessage(g.out)); err != nil {
		g.forgetSent() // the page may lack the changes
		return err
	}
	return nil
}

func (t *table) pageTurn() (turn int, ok bool) {
	for _, l := range t.lanes {
		if l.pageState == nil {
			return 0, false
		}
		turn = max(turn, l.pageState.Turn-t.first)
	}
	return turn, true
}

// appendChanges appends the changes from a turn up to the scene, and marks them as sent.
func (l *lane) appendChanges(b []byte, c *frames.Change, sc *play.Scene, from int) []byte {
	for turn := from + 1; turn <= sc.Turn; turn++ {
		if turn > from+1 {
			b = append(b, ',')
		}
		s := l.stateAt(turn)
		c.Between(l.pageState, s, l.names)
		if turn == sc.Turn {
			c.Ended, c.Hash = l.ended(sc), frames.Hash(s)
		}
		b = c.AppendJSON(b)
		l.pageState.CopyFrom(s)
	}
	return b
}

type keyData struct {
	Turn  int            `json:"turn"`
	Turns int            `json:"turns"`
	Ended bool           `json:"ended"`
	Lanes []*frames.Lane `json:"lanes"`
}

func (g *game) key(ctx context.Context) error {
	t := g.table
	data := keyData{Turn: t.turn(t.view.Turn), Turns: t.turn(t.view.Turns), Ended: t.over()}
	for i, l := range t.lanes {
		sc := &t.view.Scene[i]
		lane := frames.Of(sc.State, l.names)
		lane.Ended = l.ended(sc)
		data.Lanes = append(data.Lanes, lane)
	}
	g.forgetSent()
	if err := g.ch.Send(ctx, "key", data); err != nil {
		return err
	}
	for i, l := range t.lanes {
		l.pageState = t.view.Scene[i].State
	}
	return nil
}

func (l *lane) ended(sc *play.Scene) *frames.Ended {
	if !sc.Ended {
		return nil
	}
	return &frames.Ended{Ending: sc.Outcome.Ending, Winner: sc.Outcome.Winner, Words: l.ending(sc)}
}

func (l *lane) ending(sc *play.Scene) string {
	after := "after " + english.Count(sc.State.Turn, "move")
	sn := &sc.State.Snakes[0]
	switch o := sc.Outcome; {
	case l.failure() != "":
		return l.failure()
	case len(l.names) > 1:
		return fmt.Sprintf("%s %s", l.names.Outcome(o), after)
	case o.Ending == ouro.Won && l.rules != nil && l.rules.Victory != nil:
		return fmt.Sprintf("won: %s %s", l.rules.Victory(l.spec.Rules, sc.State), after)
	case o.Ending == ouro.Won:
		return "won " + after
	case o.Ending == ouro.Died && sn.Cause != ouro.Alive:
		return fmt.Sprintf("%s %s", l.names.Death(sn), after)
	case o.Ending == ouro.Trapped:
		return "trapped: no way out " + after
	case o.Ending == ouro.Looped && l.rules != nil:
		return fmt.Sprintf("looped: no %s for %s", l.rules.Meal, english.Count(sn.Hunger, "move"))
	}
	return fmt.Sprintf("%s %s", sc.Outcome.Ending, after)
}

type noteFilter struct {
	labels []string
	seat   int
	tree   bool
}

func (w *noteFilter) has(n *ouro.Note) bool {
	return slices.Contains(w.labels, n.Label) || w.tree && n.Verb == ouro.NoteTree
}

func (g *game) thoughts(ctx context.Context, send func(context.Context, string, any) error) error {
	t := g.table
	for i, l := range t.lanes {
		sc := &t.view.Scene[i]
		th := thought{lane: i, seat: min(g.noteFilter.seat, len(l.seats)-1)}
		var known bool
		if th.Thought, known = sc.Thought(th.seat); l.recorded {
			known = false
		}
		if !known && !g.running && t.thinking == nil && sc.Turn == t.view.Turn {
			th.Thought, th.again = l.rethink(ctx, &g.limits, sc, th.seat, g.nodes())
			if ctx.Err() != nil {
				return ctx.Err() // the page still lacks this thought
			}
		}
		if !known && !th.again {
			continue
		}
		if err := send(ctx, "thought", json.RawMessage(g.encodeThought(&th))); err != nil {
			return err
		}
	}
	return nil
}

func (g *game) nodes() int64 {
	switch {
	case g.request != nil:
		return g.request.Budget.Nodes
	case g.file != nil && g.file.record != nil:
		return g.file.record.Budget.Nodes
	}
	return 0
}

type thought struct {
	play.Thought
	lane, seat int
	again      bool // the solver was asked again
}

// encodeThought encodes a solver's decision with its notes. At the end of a game, the decision is
// the last one, of the turn before.
func (g *game) encodeThought(th *thought) []byte {
	sc := &g.table.view.Scene[th.lane]
	turn := g.table.turn(sc.Turn)
	if sc.Ended {
		turn--
	}
	b := fmt.Appendf(nil, `{"turn":%d,"lane":%d,"seat":%d`, turn, th.lane, th.seat)
	if th.again {
		b = append(b, `,"anew":true`...)
	}
	if th.Err != nil {
		why, err := json.Marshal(th.Err.Error())
		if err == nil {
			b = append(append(b, `,"error":`...), why...)
		}
		return append(b, '}')
	}
	d := th.Decision
	b = fmt.Appendf(b, `,"dir":%d,"depth":%d,"nodes":%d,"took":%d,"score":`, d.Dir, d.Depth, d.Nodes, th.Took.Microseconds())
	b = frames.AppendNumber(b, d.Score)
	for i := range th.Notes {
		if n := &th.Notes[i]; n.Label == ouro.LabelExpected && n.Verb == ouro.NoteValue {
			b = frames.AppendNumber(append(b, `,"expected":`...), n.Value)
		}
	}
	if labels, err := json.Marshal(labels(sc, th)); err == nil {
		b = append(append(b, `,"labels":`...), labels...)
	}
	b = append(b, `,"notes":[`...)
	first := true
	for i := range th.Notes {
		if n := &th.Notes[i]; g.noteFilter.has(n) {
			if !first {
				b = append(b, ',')
			}
			first = false
			b = frames.AppendNote(b, n, frames.MaxNodes)
		}
	}
	return append(b, "]}"...)
}

func labels(sc *play.Scene, th *thought) []string {
	all := []string{}
	if th.seat < len(sc.Labels) {
		all = append(all, sc.Labels[th.seat]...)
	}
	for i := range th.Notes {
		if !slices.Contains(all, th.Notes[i].Label) {
			all = append(all, th.Notes[i].Label)
		}
	}
	return all
}
