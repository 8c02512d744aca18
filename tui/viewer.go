package tui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
)

// viewer is the screen that watches games: one, or several side by side on the
// same food.
type viewer struct {
	*env
	specs  []ouro.Spec
	index  int          // of the game
	record *ouro.Record // nil, or what is shown instead of games of solvers

	table    *table
	shown    tableau
	ready    bool // shown holds something
	busy     bool // a command is working for this table
	furthest int  // turn that was shown
	wanted   int  // turn asked for while busy; -1 is none

	pace     pace
	paused   bool
	beat     metronome
	ticks    int   // number of the tick that counts, others are late
	overlays []int // switched on, in that order
	tree     callTree
	notice   notice
}

// shownMsg brings what a table got to.
type shownMsg struct {
	table   *table
	tableau tableau
}

// tickMsg is the beat of one screen's clock.
type tickMsg struct {
	owner screen
	n     int
	now   time.Time
}

func newViewer(e *env) *viewer {
	v := &viewer{env: e, specs: e.opts.Solvers, index: e.opts.Index, wanted: -1, pace: pace(e.opts.Speed)}
	if v.pace <= 0 {
		v.pace = watchPace
	}
	return v
}

func newRecordViewer(e *env, rec *ouro.Record) *viewer {
	v := newViewer(e)
	v.record = rec
	return v
}

func (v *viewer) init() tea.Cmd { return v.deal() }

func (v *viewer) close() {
	if v.table != nil {
		_ = v.table.close() // a solver that fails to close has no more to show
	}
}

// deal sets up the games and shows their start. The games before are ended
// beside the screen.
func (v *viewer) deal() tea.Cmd {
	var end tea.Cmd
	if old := v.table; old != nil {
		end = v.jobs.cmd(func() tea.Msg { _ = old.close(); return nil })
	}
	var lanes []*lane
	for _, spec := range v.specs {
		if v.record != nil {
			lanes = append(lanes, newSeatedLane(v.record.Game, v.record.Seed, spec, recorded{v.record}, max(1, v.record.Turns())))
		} else {
			lanes = append(lanes, newLane(v.opts.Game, ouro.GameSeed(v.opts.Seed, v.index), spec, v.opts.Budget))
		}
	}
	v.table = newTable(v.jobs.ctx, lanes...)
	v.ready, v.busy, v.furthest, v.wanted = false, false, 0, -1
	v.ticks++
	return tea.Batch(end, v.show(0))
}

// show asks the table for a turn. While it works, only the last wish is kept.
func (v *viewer) show(turn int) tea.Cmd {
	turn = max(0, turn)
	if v.busy {
		v.wanted = turn
		return nil
	}
	v.busy = true
	t := v.table
	return v.jobs.cmd(func() tea.Msg {
		tb, ok := t.show(turn, batchTime)
		if !ok {
			return nil
		}
		return shownMsg{t, tb}
	})
}

// seek stops the clock and goes to a turn.
func (v *viewer) seek(turn int) tea.Cmd {
	v.paused = true
	return v.show(turn)
}

// target is where the next step starts from: what was asked for last.
func (v *viewer) target() int {
	if v.wanted >= 0 {
		return v.wanted
	}
	return v.shown.turn
}

// tick starts the clock afresh, so that it beats after this time.
func (v *viewer) tick(after time.Duration) tea.Cmd {
	v.ticks++
	n := v.ticks
	return v.after(after, func(now time.Time) tea.Msg { return tickMsg{v, n, now} })
}

func (v *viewer) running() bool { return v.ready && !v.paused && !v.shown.ended }

func (v *viewer) update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case shownMsg:
		if msg.table != v.table {
			return v, nil
		}
		v.busy, v.ready, v.shown = false, true, msg.tableau
		v.furthest = max(v.furthest, v.shown.turn)
		if v.wanted >= 0 {
			turn := v.wanted
			v.wanted = -1
			return v, v.show(turn)
		}
		if v.running() {
			return v, v.tick(max(time.Millisecond, v.pace.interval()-msg.tableau.took))
		}
	case tickMsg:
		if msg.owner != v || msg.n != v.ticks || v.busy || !v.running() {
			return v, nil
		}
		if n := v.beat.due(v.pace, msg.now); n > 0 {
			return v, v.show(v.shown.turn + n)
		}
		return v, v.tick(v.pace.interval())
	case savedMsg:
		if msg.table == v.table {
			v.notice = msg.notice
		}
	case tea.KeyPressMsg:
		return v.press(msg)
	}
	return v, nil
}

func (v *viewer) press(msg tea.KeyPressMsg) (screen, tea.Cmd) {
	v.notice = notice{}
	if v.pressTree(msg) {
		return v, nil
	}
	switch {
	case key.Matches(msg, keyTree):
		v.showTree()
	case key.Matches(msg, keySave):
		return v, v.save()
	case key.Matches(msg, keyMenu):
		return newMenu(v.env), nil
	case key.Matches(msg, keyPause):
		v.paused = !v.paused
		v.beat.reset()
		if v.running() {
			return v, v.tick(0)
		}
	case key.Matches(msg, keyBack):
		return v, v.seek(v.target() - 1)
	case key.Matches(msg, keyForward):
		return v, v.seek(v.target() + 1)
	case key.Matches(msg, keyPageUp):
		return v, v.seek(v.target() - 50)
	case key.Matches(msg, keyPageDn):
		return v, v.seek(v.target() + 50)
	case key.Matches(msg, keyFirst):
		return v, v.seek(0)
	case key.Matches(msg, keyLast):
		return v, v.seek(v.furthest)
	case key.Matches(msg, keyFaster):
		return v, v.setPace(v.pace.faster())
	case key.Matches(msg, keySlower):
		return v, v.setPace(v.pace.slower())
	case key.Matches(msg, keyRestart):
		v.paused = false
		return v, v.deal()
	case key.Matches(msg, keyNext):
		if v.record != nil {
			v.notice.text = "a record holds one game"
			return v, nil
		}
		v.index++
		v.paused = false
		return v, v.deal()
	case key.Matches(msg, keyCompare):
		return v.compare()
	case key.Matches(msg, keyDigits):
		v.toggle(int(msg.String()[0] - '0'))
	}
	return v, nil
}

func (v *viewer) setPace(p pace) tea.Cmd {
	v.pace = p
	if v.running() && !v.busy {
		return v.tick(min(p.interval(), 100*time.Millisecond))
	}
	return nil
}

// compare goes to the choice of solvers to compare, this one among them.
func (v *viewer) compare() (screen, tea.Cmd) {
	if v.record != nil {
		v.notice.text = "a record holds the game of one solver"
		return v, nil
	}
	v.opts.Index = v.index
	m := newMenu(v.env)
	m.mode = modeCompare
	m.choose(v.specs)
	return m, nil
}

// save writes down the games as far as they were shown.
func (v *viewer) save() tea.Cmd {
	if v.record != nil {
		v.notice.text = "this is a record already"
		return nil
	}
	return v.env.save(v.table, v.furthest, v.index)
}

// toggle switches an overlay on or off.
func (v *viewer) toggle(n int) {
	if i := slices.Index(v.overlays, n); i >= 0 {
		v.overlays = slices.Delete(v.overlays, i, i+1)
		return
	}
	if v.ready && len(v.shown.scenes) > 0 {
		extras := v.extras()
		if _, _, ok := overlayLabel(n, extras); !ok {
			v.notice.text = fmt.Sprintf("no overlay %d: %d to %d are offered here", n, 1, len(fixedOverlays)+len(extras))
			return
		}
	}
	v.overlays = append(v.overlays, n)
}

// extras are the labels without a fixed place, of all games shown.
func (v *viewer) extras() []string {
	var labels []string
	for _, sc := range v.shown.scenes {
		for _, label := range sc.extras {
			if !slices.Contains(labels, label) && len(labels) < maxOverlays-len(fixedOverlays) {
				labels = append(labels, label)
			}
		}
	}
	return labels
}

// notes are those of a scene that are switched on.
func (v *viewer) notes(sc *scene) []ouro.Note {
	var notes []ouro.Note
	for _, n := range v.overlays {
		if label, _, ok := overlayLabel(n, v.extras()); ok {
			notes = append(notes, find(sc.notes, label)...)
		}
	}
	return notes
}

// command is the command line that shows the same again.
func (v *viewer) command() string {
	if v.record != nil {
		return "game seed " + strconv.FormatUint(v.record.Seed, 10)
	}
	s := "ouro watch"
	for _, spec := range v.specs {
		s += " " + shellWord(spec.String())
	}
	return s + gameFlags(v.opts, v.index)
}

func (v *viewer) help() (string, []key.Binding, []string) {
	if v.tree.shown {
		return "tree of calls", []key.Binding{
			keyTreeUp, keyTreeDown, keyUnfold, keyFold, keyFlip, keyTreeTop, keyTreeEnd, keyTreePgUp, keyTreePgDn,
			keyPause, keyTreeBack, keyTreeForward, keyPlayFaster, keyPlaySlower, keyClose, keyQuit,
		}, []string{"★ the best of its siblings", "✂ cut: the search left this branch early", "the board shows the chosen branch's walk"}
	}
	keys := []key.Binding{
		keyPause, keyBack, keyForward, keyPageUp, keyPageDn, keyFirst, keyLast, keyFaster, keySlower,
		keyDigits, keyTree, keySave, keyCompare, keyNext, keyRestart, keyMenu, keyQuit,
	}
	var notes []string
	extras := v.extras()
	for n := 1; n <= maxOverlays; n++ {
		label, name, ok := overlayLabel(n, extras)
		if ok && (label != ouro.LabelFood || !isMaze(v.opts.Game.Rules)) { // the maze has none
			notes = append(notes, strconv.Itoa(n)+" "+name)
		}
	}
	return "watching", keys, notes
}

// title says which game it is.
func (v *viewer) title() string {
	g := v.opts.Game
	if v.record != nil {
		return gameName(g) + " · a record"
	}
	return fmt.Sprintf("%s · seed %d · game %d", gameName(g), v.opts.Seed, v.index)
}

// state is what the clock does, for the head line.
func (v *viewer) state() string {
	switch {
	case v.ready && len(v.shown.scenes) == 1 && v.shown.scenes[0].err != nil:
		return "no game"
	case v.ready && v.shown.ended:
		return "■ over"
	case v.paused:
		return "‖ paused · " + v.pace.String()
	}
	return "▶ " + v.pace.String()
}

func (v *viewer) draw(c *canvas) {
	name := "compare"
	if len(v.specs) == 1 {
		name = v.specs[0].String()
	}
	headline(c, v.palette, name, v.title(), v.state())
	switch {
	case !v.ready:
		c.text(2, 2, c.w-2, "dealing …", ink{fg: v.dim})
	case v.shown.err != nil:
		c.wrap(2, 2, c.w-4, c.h-4, v.shown.err.Error(), ink{fg: v.bad})
	case len(v.shown.scenes) == 1:
		v.drawSolo(c)
	default:
		v.drawComparison(c)
	}
	if !v.drawNotice(c, v.notice) {
		hints(c, v.palette, c.h-1, v.hintKeys()...)
	}
}

// hintKeys are the keys for the bottom row, the most important ones first.
func (v *viewer) hintKeys() []key.Binding {
	switch {
	case v.tree.shown:
		return []key.Binding{keyHelp, keyChoose, keyFoldMove, keyClose, keyPause, keyTreeBack, keyTreeForward, keyQuit}
	case len(v.shown.scenes) != 1:
		return []key.Binding{keyHelp, keyPause, keyStep, keyPace, keyNext, keyDigits, keyCompare, keyRestart, keyMenu, keyQuit}
	case v.shown.scenes[0].offers[ouro.LabelCalls]:
		return []key.Binding{keyHelp, keyPause, keyStep, keyPace, keyTree, keyDigits, keyCompare, keyNext, keyRestart, keyMenu, keyQuit}
	}
	return []key.Binding{keyHelp, keyPause, keyStep, keyPace, keyDigits, keyCompare, keyNext, keyRestart, keyMenu, keyQuit}
}

// headline is the first row of a screen: its name, what it shows, its state.
func headline(c *canvas, p *palette, name, what, state string) {
	right := c.w - 1 - len([]rune(state))
	x := c.text(1, 0, right-2, "ouro ", ink{fg: p.dim, faint: p.mono})
	x = c.text(x, 0, right-x-1, name, ink{fg: p.accent, bold: true})
	if room := right - x - 3; room > 12 {
		c.text(x, 0, room, " · "+what, ink{fg: p.dim, faint: p.mono})
	}
	c.text(right, 0, c.w-right, state, ink{fg: p.text, bold: true})
}

// percent is a share in words, never rounded up to all.
func percent(part, whole int) string {
	if whole == 0 {
		return "0 %"
	}
	return strconv.FormatFloat(math.Floor(1000*float64(part)/float64(whole))/10, 'f', 1, 64) + " %"
}
