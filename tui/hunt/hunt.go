// Package hunt shows Snake Hunter in the terminal: games of players, of bots and from records.
package hunt

import (
	"context"
	"fmt"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/hunter"
	"ouro/play"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// Options describes a game of Snake Hunter.
type Options struct {
	Game   hunter.Config // configuration of the game; its seed is ignored
	People int           // number of players at the keyboard; bots play the other hunters
	First  int           // number of the first level of the game, from 1
	Seed   uint64        // seed of the experiment
	Index  int           // number of the game
	Speed  float64       // multiple of the normal speed; 0 means 1

	// Record is a game to watch, or nil. The screen shows an error if the replay differs from the
	// record.
	Record *hunter.Record

	// Keep, unless nil, receives the record of every game that has ended or was abandoned. Show calls
	// Keep for one game at a time, and for all games before it returns.
	Keep func(*hunter.Record) error
}

// Show shows Snake Hunter until the user leaves. It uses only the input and the output of o.
func Show(ctx context.Context, o frame.Options, game Options) error {
	return frame.Run(ctx, o, func(e *frame.Env) frame.Screen { return New(e, game, nil) })
}

// The size of the smallest usable window. Every level fits into a window of this size.
const (
	hunterWidth  = 80
	hunterHeight = 24
)

func tooSmall(w, h int) bool { return w < hunterWidth || h < hunterHeight }

type huntScreen struct {
	*frame.Env
	player.Player[hunter.Scene]
	opts  Options
	index int

	game     *hunter.WatchedGame
	controls *hunter.Controls
	pads     []pad // the keys of each player

	danger   bool                // whether the cells that bombs will burn are marked
	thoughts bool                // whether the scores of snakes' moves are shown
	previous func() frame.Screen // returns the previous screen; may be nil
}

// hunterPaces holds the speeds, in ticks per second.
var hunterPaces = func() (paces player.Ladder) {
	for _, speed := range []player.Pace{0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 5, 10, 20} {
		paces = append(paces, speed*hunter.TicksPerSecond)
	}
	return paces
}()

// New returns the screen of a game. previous, unless nil, returns the previous screen.
func New(e *frame.Env, o Options, previous func() frame.Screen) frame.Screen {
	if o.Speed == 0 {
		o.Speed = 1
	}
	o.First = max(1, o.First)
	clock := player.Clock{
		Pace: player.Pace(o.Speed) * hunter.TicksPerSecond, Ladder: hunterPaces,
		Frame: time.Second / hunter.TicksPerSecond, Standstill: 200 * time.Millisecond,
	}
	if o.People > 0 {
		clock.Ladder = hunterPaces.UpTo(2 * hunter.TicksPerSecond)
	}
	h := &huntScreen{Env: e, Player: player.New[hunter.Scene](e.Jobs, e.After, clock), opts: o, index: o.Index, controls: &hunter.Controls{}, pads: pads(o.People), danger: true, previous: previous}
	h.Keys = player.Keys{Faster: frame.KeyPlayFaster, Slower: frame.KeyPlaySlower, Save: keyHuntSave}
	if o.Record != nil {
		h.Keys.Back, h.Keys.Forth, h.Keys.First, h.Keys.Last = keyHuntBack, keyHuntForth, frame.KeyFirst, frame.KeyLast
		h.Keys.Step, h.Keys.ContinuesAfterSeek = seekTicks, true
	}
	h.ByHand = o.People > 0
	h.File = func(int) string { return "ouro-hunter-" + player.SeedAndGame(h.opts.Seed, h.index) }
	return h
}

func (h *huntScreen) Init() tea.Cmd { return h.deal() }

// deal sets up a game. It ends the previous game before it returns, so that the record of that game is
// kept even if the user quits at once.
func (h *huntScreen) deal() tea.Cmd {
	h.Close()
	cfg := h.opts.Game
	if h.opts.Record != nil {
		h.game = hunter.WatchRecord(cfg, h.opts.Record)
	} else {
		cfg.Seed, cfg.Keep = ouro.GameSeed(h.opts.Seed, h.index), true
		players := make([]hunter.Player, cfg.Hunters)
		for i := range players {
			players[i] = h.controls
			if i >= h.opts.People {
				players[i] = hunter.NewBot(hunter.BotSeed(cfg.Seed, i))
			}
		}
		h.game = hunter.WatchGame(cfg, players, h.opts.Keep)
	}
	h.game.RecordScores(h.thoughts)
	h.controls.StopAll()
	h.Notice, h.Started = player.Notice{}, h.opts.People == 0
	return h.Open(play.NewWatch[hunter.Scene](h.game))
}

func (h *huntScreen) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		if tooSmall(msg.Width, msg.Height) {
			h.Hold() // a window this small does not show the game
		}
	case tea.KeyboardEnhancementsMsg:
		h.controls.SetReleases(msg.SupportsEventTypes() && msg.SupportsAllKeysAsEscapeCodes())
	case tea.KeyReleaseMsg:
		h.release(msg)
	case tea.KeyPressMsg:
		return h.press(msg)
	case player.TurnMsg[hunter.Scene]:
		if err := msg.Current.Scene.SaveErr; err != nil {
			h.Notice = player.Notice{Text: "not saved: " + err.Error()}
		}
		return h, h.Player.Update(msg)
	default:
		return h, h.Player.Update(msg)
	}
	return h, nil
}

func (h *huntScreen) Help() (string, []key.Binding, []string) {
	var keys []key.Binding
	notes := []string{"A bomb halves a snake; a snake of four cells or fewer dies. A trapped snake is stunned."}
	for i, p := range h.pads {
		player := ""
		if len(h.pads) > 1 {
			player = fmt.Sprintf(" (player %d)", i+1)
		}
		keys = append(keys, frame.Binding(p.name, "walk"+player), frame.Binding(p.bomb.Help().Key, "bomb"+player), frame.Binding(p.stop.Help().Key, "stop"+player))
	}
	if len(h.pads) > 0 {
		notes = append(notes, "You walk until something blocks the way or, if the terminal reports releases of keys, while you hold the key.")
	}
	if h.opts.Record != nil {
		keys = append(keys, keyHuntBack, keyHuntForth, frame.KeyFirst, frame.KeyLast)
	}
	return "Snake Hunter", append(keys, h.keyPause(), frame.KeyAgain, frame.KeyNext, frame.KeyPlayFaster, frame.KeyPlaySlower, keyHuntDanger, keyHuntScores, keyHuntSave, frame.KeyQuit), notes
}
