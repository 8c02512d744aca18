package player

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Action is a key with its effect. A screen lists the actions that work now. Key presses
// and the help use the same list.
type Action struct {
	Key key.Binding
	Do  func() tea.Cmd
}

// NewAction returns an action without a command.
func NewAction(k key.Binding, do func()) Action {
	return Action{Key: k, Do: func() tea.Cmd { do(); return nil }}
}

// Act performs the first action with the pressed key. ok is false if there is none.
func Act(msg tea.KeyPressMsg, actions []Action) (cmd tea.Cmd, ok bool) {
	for _, a := range actions {
		if key.Matches(msg, a.Key) {
			return a.Do(), true
		}
	}
	return nil, false
}

// Bindings returns the keys of the actions, for the help. It omits keys that an earlier
// action uses.
func Bindings(actions []Action) []key.Binding {
	var bindings []key.Binding
	taken := map[string]bool{}
	for _, a := range actions {
		free := false
		for _, k := range a.Key.Keys() {
			free = free || !taken[k]
			taken[k] = true
		}
		if free {
			bindings = append(bindings, a.Key)
		}
	}
	return bindings
}

// Actions returns the actions of the player with these keys.
func (p *Player[S]) Actions(k Keys) []Action {
	seek := func(turn func() int) func() tea.Cmd {
		return func() tea.Cmd { return p.step(turn()) }
	}
	var actions []Action
	for _, a := range []Action{
		{k.Pause, p.Toggle},
		{k.Back, seek(func() int { return p.Target() - k.Step })},
		{k.Forth, seek(func() int { return p.Target() + k.Step })},
		{k.PageBack, seek(func() int { return p.Target() - k.Page })},
		{k.PageForth, seek(func() int { return p.Target() + k.Page })},
		{k.First, seek(func() int { return 0 })},
		{k.Last, seek(func() int { return p.Current.Turns })},
		{k.Faster, func() tea.Cmd { return p.setPace(p.Ladder.Faster(p.Pace)) }},
		{k.Slower, func() tea.Cmd { return p.setPace(p.Ladder.Slower(p.Pace)) }},
		{k.Save, p.save},
	} {
		if a.Key.Enabled() { // the binding has keys
			actions = append(actions, a)
		}
	}
	return actions
}

// Questions to the user before a game is abandoned; see [Player.Sure].
const (
	SureQuit  = "quit? q again"
	SureLeave = "leave? esc again"
	SureAgain = "start again? r again"
	SureNext  = "next game? n again"
)

// Playing reports whether a player is in the middle of a game.
func (p *Player[S]) Playing() bool {
	return p.ByHand && p.Ready && p.Started && !p.Current.Ended && p.Current.Err == nil
}

// Hold pauses the game if a person plays it. Call it when the game is no longer visible;
// games without a person continue.
func (p *Player[S]) Hold() {
	if p.Playing() {
		p.Halt()
	}
}

// Sure reports whether a game may be abandoned. If a player is in the middle of the game,
// only the second call with the same question returns true. The first call pauses the game;
// resuming the game withdraws the question.
func (p *Player[S]) Sure(question string) bool {
	if !p.Playing() || p.Question() == question {
		return true
	}
	p.Halt()
	p.question = question
	return false
}

// Question returns the unanswered question, or "".
func (p *Player[S]) Question() string {
	if !p.Paused {
		return ""
	}
	return p.question
}
