// Package position implements the kind of channel that edits and examines positions.
//
// A [Position] has rules and can be impossible by these rules. [Position.Edit] changes a position, and
// [Position.Check] reports why no game can continue from it. [Position.Move] and [Position.Line]
// play on by the rules; [Position.Ask] asks a solver for a move.
//
// The channel can judge the moves of a game, see [Accuracy]. The cost of a move is its difference from
// the best move or, if the best move cannot be computed, from the moves of strong solvers.
package position

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
)

// New returns the kind of channel that edits and examines positions. All channels together
// use at most maxExact bytes for exact values. The store limits their other memory.
func New(store *memory.Store, maxExact int64) session.Kind {
	x := newComputer(maxExact)
	return func(ctx context.Context, ch *session.Channel) error {
		d := &editor{ch: ch, exact: x, store: store, share: store.Share(), champions: map[string]string{}}
		defer d.share.Free()
		ctx, stop := context.WithCancel(ctx)
		d.jobs = &jobs{ctx: ctx, now: map[string]job{}, onError: func(name string, id int, err error) { _ = d.fail(ctx, name, id, err) }}
		defer d.jobs.running.Wait()
		defer stop()
		return d.serve(ctx)
	}
}

// editor serves a channel. It holds the current position and the game that the page has
// opened.
type editor struct {
	ch       *session.Channel
	exact    *computer
	store    *memory.Store
	share    memory.Share
	jobs     *jobs
	position Position
	undo     undo
	game     *Game // nil for a position without a game

	champions map[string]string // strongest solver for each kind of board
}

func (d *editor) serve(ctx context.Context) error {
	var req struct {
		Link   string `json:"link"`
		Record string `json:"record"` // text of a record, which replaces the link
		Turn   int    `json:"turn"`   // turn in the record, counted from its start
	}
	if err := d.ch.Request().Into(&req); err != nil {
		return err
	}
	turn, err := d.open(ctx, req.Link, req.Record, req.Turn)
	if err != nil {
		d.game, d.position = nil, defaultPosition()
	}
	if err := d.keep(d.position); err != nil {
		return err
	}
	if sendErr := d.ch.Send(ctx, session.Opened, d.opened(turn)); sendErr != nil {
		return sendErr
	}
	if err != nil { // the page can still edit the default position
		if sendErr := d.ch.Fail(ctx, err); sendErr != nil {
			return sendErr
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
			_ = m.Into(&r) // if the message is invalid, the ID may be missing
			if err := d.fail(ctx, m.Type, r.ID, err); err != nil {
				return err
			}
		}
	}
}

const editorBytes = 256 << 10 // estimated memory of a channel with the largest board, besides its game and the positions for undo

// keep reserves memory for positions, and adds them to the history for undo.
func (d *editor) keep(positions ...Position) error {
	need := editorBytes + int64(d.undo.bytes)
	for _, p := range positions {
		need += int64(len(p.Text()))
	}
	if d.game != nil {
		need += int64(len(d.game.Moves))
	}
	if err := d.share.Grow(need); err != nil {
		return err
	}
	for _, p := range positions {
		d.undo.push(p)
	}
	return nil
}

func defaultPosition() Position {
	b, err := Parse("classic", "5x5/s2.2D2/f4.4")
	if err != nil {
		panic(err)
	}
	return b
}

// The game of a link is played to the requested turn, and then on until playOnTime has passed or the
// game is over. At most maxTurns turns are played.
const (
	maxTurns   = 30_000
	playOnTime = 2 * time.Second
)

func (d *editor) open(ctx context.Context, text, record string, turnInRecord int) (turn int, err error) {
	if record != "" {
		return d.openRecord(ctx, record, turnInRecord)
	}
	l, err := link.Parse(text)
	if err != nil {
		return 0, err
	}
	if p := l.Get("position"); p != "" && l.Get("turn") == "" {
		if d.position, err = Parse(cmp.Or(l.Get("rules"), roster.Rules()[0].Name), p); err != nil {
			return 0, &session.Error{Message: err.Error(), Field: "position"}
		}
		return 0, nil
	}
	if len(l.Fields) == 0 {
		d.position = defaultPosition()
		return 0, nil
	}
	request, err := l.Resolve()
	if err != nil {
		return 0, err
	}
	if d.game, err = playGame(ctx, d.store, request); err != nil {
		return 0, err
	}
	turn = request.Turn
	if p := request.Game.Position; p != nil {
		turn -= p.Turn
	}
	turn = min(turn, d.game.Turns())
	d.position, _, _, err = d.game.At(ctx, turn)
	return turn, err
}

func (d *editor) openRecord(ctx context.Context, text string, turn int) (int, error) {
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
	d.game = GameOfRecord(r)
	turn = min(max(0, turn), d.game.Turns())
	d.position, _, _, err = d.game.At(ctx, turn)
	return turn, err
}

// playGame plays the first game of a link to the link's turn, and then on for at most playOnTime.
func playGame(ctx context.Context, store *memory.Store, request *link.Request) (*Game, error) {
	seats := request.Lanes()[0]
	specs := make([]ouro.Spec, len(seats))
	for i, s := range seats {
		if specs[i] = s.Spec; s.Spec.Name == link.Hand {
			return nil, errors.New("a link does not contain the moves of a person: open the record of the game")
		}
	}
	seed := request.GameSeed()
	deal, err := roster.Deal(request.Game, seed)
	if err != nil {
		return nil, err
	}
	players, err := store.Deal(specs, deal, seed, request.Budget)
	if err != nil {
		return nil, err
	}
	g, err := play.New(play.Config{Deal: deal, Seats: players, Budget: request.Budget, Keep: true})
	if err != nil {
		return nil, errors.Join(err, play.Close(players...))
	}
	first := 0
	if request.Game.Position != nil {
		first = request.Game.Position.Turn
	}
	var until time.Time
	for n := range maxTurns {
		if n == max(0, request.Turn-first) {
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
	r.Game, r.Seed, r.Seats = request.Game, seed, make([]ouro.Spec, len(specs))
	return GameOfRecord(r), errors.Join(err, g.Close())
}

// jobs runs computations while the channel answers messages. Jobs have names, and only one
// job of each name runs at a time.
type jobs struct {
	ctx     context.Context
	onError func(name string, id int, err error)

	running sync.WaitGroup
	now     map[string]job // the newest job of each name
}

type job struct {
	stop context.CancelFunc
	done chan struct{}
}

// start replaces the job with this name by a new one, which begins when the old job has
// ended. start does not wait. onError receives the error of a job that was not stopped.
func (j *jobs) start(name string, id int, f func(context.Context) error) {
	before, exists := j.now[name]
	if exists {
		before.stop()
	}
	ctx, stop := context.WithCancel(j.ctx)
	own := job{stop, make(chan struct{})}
	j.now[name] = own
	j.running.Go(func() {
		defer close(own.done)
		defer stop()
		if exists {
			<-before.done
		}
		if ctx.Err() != nil {
			return
		}
		if err := session.Guard(func() error { return f(ctx) }); err != nil && ctx.Err() == nil {
			j.onError(name, id, err)
		}
	})
}

func (j *jobs) cancel(name string) {
	if job, exists := j.now[name]; exists {
		job.stop()
	}
}
