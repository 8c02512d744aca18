package position

import (
	"context"
	"errors"
	"time"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
	"ouro/studio/solvers"
)

// New makes the kind of channel on which positions are drawn. Exact values take no
// more than this many bytes, on all channels together; what else they keep is kept in the
// store.
func New(store *memory.Store, exact int64) session.Kind {
	x := newComputer(exact)
	return func(ctx context.Context, ch *session.Channel) error {
		d := &desk{ch: ch, exact: x, store: store, share: store.Share(), champions: map[string]string{}}
		defer d.share.Free()
		ctx, stop := context.WithCancel(ctx)
		d.jobs = &jobs{ctx: ctx, now: map[string]job{}, broke: func(name string, id int, err error) { _ = d.fail(ctx, name, id, err) }}
		defer d.jobs.running.Wait()
		defer stop()
		return d.serve(ctx)
	}
}

// desk is one channel: the board that is drawn on it, and the game that it came from.
type desk struct {
	ch    *session.Channel
	exact *computer
	store *memory.Store
	share memory.Share
	jobs  *jobs
	board Board
	undo  undo
	game  *Played // nil where a position alone was opened

	champions map[string]string // by what a board is like
}

// serve opens what is asked for, and answers until the page ends it.
func (d *desk) serve(ctx context.Context) error {
	var asked struct {
		Link   string `json:"link"`
		Record string `json:"record"` // the text of one, instead
		Turn   int    `json:"turn"`   // of that, from its start
	}
	if err := d.ch.Request().Into(&asked); err != nil {
		return err
	}
	turn, err := d.open(ctx, asked.Link, asked.Record, asked.Turn)
	if err != nil {
		d.game, d.board = nil, usualBoard()
	}
	if err := d.keep(d.board); err != nil {
		return err
	}
	if sent := d.ch.Send(ctx, session.Opened, d.opened(turn)); sent != nil {
		return sent
	}
	if err != nil { // with a board to draw on all the same
		if sent := d.ch.Fail(ctx, err); sent != nil {
			return sent
		}
	}
	for {
		m, err := d.ch.Next(ctx)
		if err != nil {
			return nil
		}
		if err := d.answer(ctx, m); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			var r request
			_ = m.Into(&r) // the message may be what is wrong
			if err := d.fail(ctx, m.Type, r.ID, err); err != nil {
				return err
			}
		}
	}
}

// perDesk is about what a channel takes with the largest board: in bytes, beside its game
// and the boards that can be gone back to.
const perDesk = 256 << 10

// keep puts boards where they can be gone back to, if there is room.
func (d *desk) keep(boards ...Board) error {
	need := perDesk + int64(d.undo.bytes)
	for _, b := range boards {
		need += int64(len(b.Text()))
	}
	if d.game != nil {
		need += int64(len(d.game.Moves))
	}
	if err := d.share.Grow(need); err != nil {
		return err
	}
	for _, b := range boards {
		d.undo.push(b)
	}
	return nil
}

// usualBoard is where one begins to draw: small enough for exact values.
func usualBoard() Board {
	b, err := Parse("classic", "5x5/s2.2D2/f4.4")
	if err != nil {
		panic(err)
	}
	return b
}

// A game that is played for a link is played on beyond the turn that is asked for, to
// its end if that takes no longer than playOnTime.
const (
	mostPlayed = 30_000
	playOnTime = 2 * time.Second
)

// open finds the board: a position, drawn in any way, or a game at a turn.
func (d *desk) open(ctx context.Context, text, record string, at int) (turn int, err error) {
	if record != "" {
		return d.openRecord(ctx, record, at)
	}
	l, err := link.Parse(text)
	if err != nil {
		return 0, err
	}
	if p := l.Get("position"); p != "" && l.Get("turn") == "" {
		rules := l.Get("rules")
		if rules == "" {
			rules = roster.Rules()[0].Name
		}
		if d.board, err = Parse(rules, p); err != nil {
			return 0, &session.Error{Message: err.Error(), Field: "position"}
		}
		return 0, nil
	}
	if len(l.Fields) == 0 {
		d.board = usualBoard()
		return 0, nil
	}
	a, err := l.Resolve()
	if err != nil {
		return 0, err
	}
	if d.game, err = playGame(ctx, d.store, a); err != nil {
		return 0, err
	}
	turn = a.Turn
	if p := a.Game.Position; p != nil {
		turn -= p.Turn
	}
	turn = min(turn, d.game.Turns())
	d.board, _, _, err = d.game.At(ctx, turn)
	return turn, err
}

// openRecord verifies a record and begins at a turn of it.
func (d *desk) openRecord(ctx context.Context, text string, turn int) (int, error) {
	r := new(ouro.Record)
	if err := r.UnmarshalText([]byte(text)); err != nil {
		return 0, err
	}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return 0, err
	}
	if err := play.Replay(ctx, r, deal, nil); err != nil {
		return 0, err
	}
	d.game = Recorded(r)
	turn = min(max(0, turn), d.game.Turns())
	d.board, _, _, err = d.game.At(ctx, turn)
	return turn, err
}

// playGame plays the first game of a link, as far as it is asked for and somewhat on.
func playGame(ctx context.Context, store *memory.Store, a *link.Request) (*Played, error) {
	seats := a.Lanes()[0]
	specs := make([]ouro.Spec, len(seats))
	for i, s := range seats {
		if specs[i] = s.Spec; s.Spec.Name == link.Hand {
			return nil, errors.New("a game that a person plays is not in a link; open its record")
		}
	}
	seed := a.GameSeed()
	deal, err := roster.Deal(a.Game, seed)
	if err != nil {
		return nil, err
	}
	players, err := solvers.Deal(store, specs, deal, seed, a.Budget)
	if err != nil {
		return nil, err
	}
	g, err := play.New(play.Config{Deal: deal, Seats: players, Budget: a.Budget, Keep: true})
	if err != nil {
		return nil, errors.Join(err, play.Close(players...))
	}
	first := 0
	if a.Game.Position != nil {
		first = a.Game.Position.Turn
	}
	var until time.Time
	for n := range mostPlayed {
		if n == max(0, a.Turn-first) {
			until = time.Now().Add(playOnTime)
		}
		if _, over := g.Over(); over || !until.IsZero() && time.Now().After(until) {
			break
		}
		if err = g.Move(ctx); err != nil {
			break
		}
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = a.Game, seed, make([]ouro.Spec, len(specs))
	return Recorded(r), errors.Join(err, g.Close())
}
