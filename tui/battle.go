package tui

import (
	"context"
	"sync"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
)

// BattleOptions say which game of Battlesnake to show.
type BattleOptions struct {
	Game   BattleGame
	Title  string   // which game it is: rules, map, board
	Names  []string // of the snakes, by seat
	Colors []string // likewise, as #RRGGBB
	Note   string   // "", or a word for the foot of the panel
	Speed  float64  // turns a second; 0 is as fast as it goes

	// Record is the game so far for a file with this name, or nil where there
	// is nothing new to write.
	Record func() (name string, text []byte, err error)
}

// BattleGame is a game that is looked at turn by turn, while it is played or
// afterwards. Its methods and [BattleOptions.Record] are called one at a time.
type BattleGame interface {
	// Next plays one turn more of a game that is not over. When ctx ends
	// before, there is no turn more and the error is that of ctx.
	Next(ctx context.Context) error
	// Turns is the number of turns played so far.
	Turns() int
	// Over tells whether the game ends after them.
	Over() bool
	// At is the game after this many turns, at most Turns. It shares nothing
	// that changes.
	At(turn int) BattleTurn
}

// BattleTurn is a game after a turn.
type BattleTurn struct {
	State  *ouro.State
	Snakes []BattleSnake // by seat
	Events []string      // what happened up to here, the newest last
	Result string        // how the game ended, "" before its end
	Winner int           // seat, or ouro.NoSeat
}

// BattleSnake is what a State does not say of a snake.
type BattleSnake struct {
	Latency time.Duration // of its last answer; 0 is unknown
	Mishap  bool          // that answer was missing or bad
	Fate    string        // of what it died, "" while it lives
}

// Battle shows a game of Battlesnake until the person leaves. o says where to
// read and write, and nothing else.
func Battle(ctx context.Context, o Options, game BattleOptions) error {
	return run(ctx, o, func(e *env) screen { return newBattle(e, game) })
}

// battle is the screen of a game of Battlesnake.
type battle struct {
	*env
	opts BattleOptions
	reel *reel

	shown  reelShot
	ready  bool // shown holds something
	busy   bool // a command is working
	wanted int  // turn asked for while busy; -1 is none

	pace   pace
	paused bool
	beat   metronome
	ticks  int // number of the tick that counts, others are late
	notice notice
}

func newBattle(e *env, o BattleOptions) *battle {
	b := &battle{env: e, opts: o, reel: &reel{game: o.Game, record: o.Record}, wanted: -1, pace: pace(o.Speed)}
	if b.pace <= 0 {
		b.pace = asFast
	}
	return b
}

// reel lets one command at a time use a game.
type reel struct {
	mu     sync.Mutex
	game   BattleGame
	record func() (string, []byte, error)
	broken error // why the game does not go on
}

// reelShot is what a game got to.
type reelShot struct {
	BattleTurn
	at    int // turns before it
	turns int // played so far
	ended bool
	err   error // the game broke off
	took  time.Duration
}

// show plays on until turn, as far as it gets in the time allowed, and is the
// picture there. At least one turn is played where one is missing, however long
// it takes.
func (r *reel) show(ctx context.Context, turn int, allowed time.Duration) (shot reelShot, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	began := time.Now()
	for moved := false; r.broken == nil && r.game.Turns() < turn && !r.game.Over(); moved = true {
		if moved && time.Since(began) > allowed {
			break
		}
		if err := r.game.Next(ctx); ctx.Err() != nil {
			return shot, false // nobody looks any more
		} else if err != nil {
			r.broken = err
		}
	}
	shot.turns = r.game.Turns()
	shot.at = min(turn, shot.turns)
	shot.BattleTurn = r.game.At(shot.at)
	shot.ended = shot.at == shot.turns && r.game.Over()
	shot.err, shot.took = r.broken, time.Since(began)
	return shot, true
}

func (b *battle) init() tea.Cmd { return b.show(0) }

func (b *battle) close() {}

// filmedMsg brings what was asked of a reel.
type filmedMsg struct {
	reel *reel
	shot reelShot
}

// show asks for a turn. While the game works, only the last wish is kept.
func (b *battle) show(turn int) tea.Cmd {
	turn = max(0, turn)
	if b.busy {
		b.wanted = turn
		return nil
	}
	b.busy = true
	r, ctx := b.reel, b.jobs.ctx
	return b.jobs.cmd(func() tea.Msg {
		shot, ok := r.show(ctx, turn, batchTime)
		if !ok {
			return nil
		}
		return filmedMsg{r, shot}
	})
}

// seek stops the clock and goes to a turn.
func (b *battle) seek(turn int) tea.Cmd {
	b.paused = true
	return b.show(turn)
}

// target is where the next step starts from: what was asked for last.
func (b *battle) target() int {
	if b.wanted >= 0 {
		return b.wanted
	}
	return b.shown.at
}

// tick starts the clock afresh, so that it beats after this time.
func (b *battle) tick(after time.Duration) tea.Cmd {
	b.ticks++
	n := b.ticks
	return b.after(after, func(now time.Time) tea.Msg { return tickMsg{b, n, now} })
}

func (b *battle) running() bool {
	return b.ready && !b.paused && !b.shown.ended && b.shown.err == nil
}

func (b *battle) update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case filmedMsg:
		if msg.reel != b.reel {
			return b, nil
		}
		b.busy, b.ready, b.shown = false, true, msg.shot
		if b.wanted >= 0 {
			turn := b.wanted
			b.wanted = -1
			return b, b.show(turn)
		}
		if b.running() {
			return b, b.tick(max(time.Millisecond, b.pace.interval()-msg.shot.took))
		}
	case tickMsg:
		if msg.owner != b || msg.n != b.ticks || b.busy || !b.running() {
			return b, nil
		}
		if n := b.beat.due(b.pace, msg.now); n > 0 {
			return b, b.show(b.shown.at + n)
		}
		return b, b.tick(b.pace.interval())
	case savedBattleMsg:
		b.notice = notice(msg)
	case tea.KeyPressMsg:
		return b, b.press(msg)
	}
	return b, nil
}

func (b *battle) press(msg tea.KeyPressMsg) tea.Cmd {
	b.notice = notice{}
	switch {
	case key.Matches(msg, keyLeave):
		return tea.Quit
	case key.Matches(msg, keySave):
		return b.save()
	case key.Matches(msg, keyPause):
		b.paused = !b.paused
		b.beat.reset()
		if b.running() {
			return b.tick(0)
		}
	case key.Matches(msg, keyBack):
		return b.seek(b.target() - 1)
	case key.Matches(msg, keyForward):
		return b.seek(b.target() + 1)
	case key.Matches(msg, keyTurnsBack):
		return b.seek(b.target() - 50)
	case key.Matches(msg, keyTurnsForth):
		return b.seek(b.target() + 50)
	case key.Matches(msg, keyFirstTurn):
		return b.seek(0)
	case key.Matches(msg, keyLastTurn):
		return b.seek(b.shown.turns)
	case key.Matches(msg, keyFaster):
		return b.setPace(b.pace.faster())
	case key.Matches(msg, keySlower):
		return b.setPace(b.pace.slower())
	}
	return nil
}

func (b *battle) setPace(p pace) tea.Cmd {
	b.pace = p
	if b.running() && !b.busy {
		return b.tick(min(p.interval(), 100*time.Millisecond))
	}
	return nil
}

// savedBattleMsg tells what became of saving the game.
type savedBattleMsg notice

// save writes the game so far into a new file in the current folder.
func (b *battle) save() tea.Cmd {
	if b.opts.Record == nil {
		b.notice.text = "this game is in a file already"
		return nil
	}
	r := b.reel
	return b.jobs.cmd(func() tea.Msg {
		name, err := r.save()
		if err != nil {
			return savedBattleMsg{text: "not saved: " + err.Error()}
		}
		return savedBattleMsg{"saved as " + name + "; ouro replay " + name + " shows it", true}
	})
}

func (r *reel) save() (name string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	name, text, err := r.record()
	if err != nil {
		return "", err
	}
	return writeNew(name, text)
}

func (b *battle) help() (string, []key.Binding, []string) {
	notes := []string{
		"The letters are the heads. ✕ is where a",
		"snake died in this turn. A dot on a tail:",
		"it stays a turn, for the snake has eaten.",
	}
	return "Battlesnake", []key.Binding{
		keyPause, keyBack, keyForward, keyTurnsBack, keyTurnsForth, keyFirstTurn, keyLastTurn, keyFaster, keySlower, keySave, keyLeave, keyQuit,
	}, notes
}

// Keys of the battle screen.
var (
	keyLeave      = binding("esc", "leave", "esc")
	keyTurnsBack  = binding("pgup", "50 turns back", "pgup")
	keyTurnsForth = binding("pgdn", "50 turns forth", "pgdown")
	keyFirstTurn  = binding("home", "first turn", "home", "g")
	keyLastTurn   = binding("end", "last turn so far", "end", "G")
	keyEnds       = binding("home/end", "first, last") // both, for the bottom row
	keyWrite      = binding("w", "save")               // likewise
)
