package player

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Action is a key with its effect. A screen uses its list of actions for key presses and for the help.
type Action struct {
	Key key.Binding
	Do  func() tea.Cmd
}

// NewAction returns an action with this key and effect.
func NewAction(k key.Binding, effect func()) Action {
	return Action{Key: k, Do: func() tea.Cmd { effect(); return nil }}
}

// Act performs the first action with the pressed key. ok is false if no action has the key.
func Act(msg tea.KeyPressMsg, actions []Action) (cmd tea.Cmd, ok bool) {
	for _, a := range actions {
		if key.Matches(msg, a.Key) {
			return a.Do(), true
		}
	}
	return nil, false
}

// Bindings returns the keys of the actions, for the help. It omits an action if earlier actions have
// all of its keys.
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

// Actions returns the actions of a player with these keys.
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
		if a.Key.Enabled() { // only actions whose binding has keys
			actions = append(actions, a)
		}
	}
	return actions
}

// Questions before a game is abandoned; see [Player.Sure].
const (
	SureQuit  = "quit? press q again"
	SureLeave = "leave? press esc again"
	SureAgain = "start again? press r again"
	SureNext  = "next game? press n again"
)

// Playing reports whether a person is in the middle of a game.
func (p *Player[S]) Playing() bool {
	return p.ByHand && p.Ready && p.Started && !p.Current.Ended && p.Current.Err == nil
}

// Hold pauses a game that a person plays. Games of solvers continue. A screen calls Hold when it stops
// showing the game.
func (p *Player[S]) Hold() {
	if p.Playing() {
		p.Halt()
	}
}

// Sure reports whether the game may be abandoned. In the middle of a person's game, the first call
// pauses the game, asks the question and returns false; the second call with the same question
// returns true. Resuming the game withdraws the question.
func (p *Player[S]) Sure(question string) bool {
	if !p.Playing() || p.Question() == question {
		return true
	}
	p.Halt()
	p.question = question
	return false
}

// Question returns the question of Sure that the user has not answered yet, or "".
func (p *Player[S]) Question() string {
	if !p.Paused {
		return ""
	}
	return p.question
}
