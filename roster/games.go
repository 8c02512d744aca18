package roster

import (
	"fmt"
	"slices"
	"strconv"

	"ouro"
	"ouro/play"
	"ouro/rule/battlesnake"
	"ouro/rule/classic"
	"ouro/rule/maze"
)

// RulesEntry describes a set of rules, with the facts about its games that setup, measurement and
// display need.
type RulesEntry struct {
	Name    string
	Idea    string // description in one line
	Kind    GameKind
	Options []Option

	// For the setup.
	Board       string      // default size of the board
	Level       string      // name of the default level; "" if a game needs none
	StartLength int         // length of every snake at the start; 0 means any
	Snakes      int         // largest number of snakes
	Solvers     []ouro.Spec // default solvers; the first that can play the board is used
	Partners    []ouro.Spec // default opponents, strongest first

	// For a game in progress.
	WonAlone    bool                 // a single snake can win
	OneFood     bool                 // the board has exactly one food until it is full; see RulesEntryOf
	Meal        string               // what the snakes eat
	HungerLimit func(*ouro.Grid) int // moves without a meal after which a game ends; nil if there is no such limit

	// For the progress of a game; nil unless WonAlone.
	Progress func(*ouro.State) (done, whole int)         // cells filled or food eaten now, and at the end of a won game
	Longest  func(rules ouro.Spec, s *ouro.State) int    // the greatest possible length of the snake
	Victory  func(rules ouro.Spec, s *ouro.State) string // reason for a win, in words

	make  func(rules ouro.Spec) (ouro.Rules, error)
	start func(rules ouro.Rules, spec ouro.GameSpec, seed uint64) (*ouro.State, ouro.Dice, error)
	// resume returns the start of a game that continues from a position.
	resume func(rules ouro.Rules, position *ouro.State) (*ouro.State, error)
}

// HunterSolver is the default solver for the snakes of Snake Hunter. It looks far ahead, yet
// moves four snakes within one frame and plays a thousand games in minutes.
var HunterSolver = specs("backtrack:depth=12,discount=0.99")[0]

func (e *RulesEntry) HasSeveralSnakes() bool { return e.Snakes > 1 }

// EatsWalls reports whether edible walls are the only food.
func (e *RulesEntry) EatsWalls() bool { return e.Meal == edibleWall }

const edibleWall = "edible wall"

func Rules() []RulesEntry { return slices.Clone(rules) }

var rules = append([]RulesEntry{
	{
		Name: "classic", Idea: "one snake, walls around the board, food that makes it grow", Kind: Classic,
		Options: []Option{
			{"wrap", "false", "true joins opposite edges of the board"},
			{"food", "1", "cells with food at the same time, 1 to 64"},
			{"grow", "1", "segments that a meal adds, 1 to 64"},
		},
		Board: "10x10", Snakes: 1,
		Solvers:  specs("ouroboros", "repair", "lookahead:breakloops=true"), // repair is for options that ouroboros refuses, lookahead for boards that both refuse
		WonAlone: true, OneFood: true, Meal: "food", HungerLimit: classic.HungerLimit,
		Progress: func(s *ouro.State) (done, whole int) { return s.Snakes[0].Body.Len(), s.Room() },
		Longest:  func(_ ouro.Spec, s *ouro.State) int { return s.Room() },
		Victory:  func(ouro.Spec, *ouro.State) string { return "the board is full" },
		make:     func(rules ouro.Spec) (ouro.Rules, error) { return classic.New(rules.Options) },
		start:    startClassic,
		resume: func(rules ouro.Rules, position *ouro.State) (*ouro.State, error) {
			return rules.(classic.Rules).Resume(position)
		},
	},
	{
		Name: "maze", Idea: "one snake in a level with solid blocks and edible walls, which are all its food", Kind: Maze,
		Options: []Option{{"regrow", "none", "where an edible wall grows with a chance of 1 in 20 a move: none (nowhere), floor (on bare floor) or original (on any cell inside the border)"}},
		Level:   "lattice", StartLength: 1, Snakes: 1,
		Solvers:  specs("backtrack:discount=0.99"),
		WonAlone: true, Meal: edibleWall, HungerLimit: maze.HungerLimit,
		Progress: mazeProgress, Longest: mazeLongest, Victory: mazeVictory,
		make:   func(rules ouro.Spec) (ouro.Rules, error) { return maze.New(rules.Options) },
		start:  startMaze,
		resume: func(_ ouro.Rules, position *ouro.State) (*ouro.State, error) { return maze.Resume(position) },
	},
}, battleRules()...)

// specs parses texts. It panics if one is not a valid spec.
func specs(texts ...string) []ouro.Spec {
	all := make([]ouro.Spec, len(texts))
	for i, text := range texts {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			panic(err)
		}
		all[i] = spec
	}
	return all
}

// mazeProgress returns the number of edible walls eaten and their total, for a snake with
// start length 1.
func mazeProgress(s *ouro.State) (done, whole int) {
	eaten := s.Snakes[0].Body.Len() - 1
	return eaten, eaten + s.Hedges()
}

// mazeLongest returns the length of the snake after it ate all edible walls. If walls regrow, it
// returns the number of cells that a snake can fill.
func mazeLongest(rules ouro.Spec, s *ouro.State) int {
	if regrows(rules) {
		return s.Room()
	}
	return s.Snakes[0].Body.Len() + s.Hedges()
}

func mazeVictory(rules ouro.Spec, s *ouro.State) string {
	if !regrows(rules) && s.Hedges() == 0 {
		return "all edible walls are eaten"
	}
	return "the board is full"
}

func regrows(rules ouro.Spec) bool {
	r, err := maze.New(rules.Options)
	return err == nil && r.Regrow != maze.None
}

// FindRules returns the entry for the rules of this name. Its error lists the known
// names.
func FindRules(name string) (RulesEntry, error) {
	i := slices.IndexFunc(rules, func(e RulesEntry) bool { return e.Name == name })
	if i < 0 {
		return RulesEntry{}, unknownError("rules", name, rules, func(e RulesEntry) string { return e.Name })
	}
	return rules[i], nil
}

// RulesEntryOf returns the entry for rules with these options. If an option of classic Snake has another
// value than its default, OneFood is false, because the number of moves cannot then be compared
// with the optimum.
func RulesEntryOf(spec ouro.Spec) (RulesEntry, error) {
	e, err := FindRules(spec.Name)
	if err != nil || !e.OneFood {
		return e, err
	}
	r, err := e.rules(spec)
	e.OneFood = r == (classic.Rules{})
	return e, err
}

// MakeRules makes the rules of spec for a caller that already has a position.
func MakeRules(spec ouro.Spec) (ouro.Rules, error) {
	e, err := FindRules(spec.Name)
	if err != nil {
		return nil, err
	}
	return e.rules(spec)
}

func (e *RulesEntry) rules(spec ouro.Spec) (ouro.Rules, error) {
	r, err := e.make(spec)
	if err != nil {
		return nil, fmt.Errorf("rules %s: %w", spec, err)
	}
	return r, nil
}

// CanPlay returns an error unless the solver can play the games of spec, with any seed.
func CanPlay(solver ouro.Spec, spec ouro.GameSpec) error {
	_, err := Threads(solver, spec)
	return err
}

// Threads returns the number of threads that the solver uses in games of spec, or an error if it
// cannot play them.
func Threads(solver ouro.Spec, spec ouro.GameSpec) (int, error) {
	deal, err := Deal(spec, 0)
	if err != nil {
		return 0, err
	}
	s, err := Make(solver, ouro.Setup{Rules: deal.Rules, Start: deal.Start})
	if err != nil {
		return 0, err
	}
	return ouro.Threads(s), play.Close(s)
}

// DefaultSolver returns the default solver for games of spec.
func DefaultSolver(spec ouro.GameSpec) (solver ouro.Spec, err error) {
	e, err := FindRules(spec.Rules.Name)
	if err != nil {
		return solver, err
	}
	for _, solver = range e.Solvers {
		if err = CanPlay(solver, spec); err == nil {
			break
		}
	}
	return solver, err
}

// DefaultSnakes returns the default snakes for games of spec: [DefaultSolver] and the default
// opponents, fewer if the board has no room for all.
func DefaultSnakes(spec ouro.GameSpec) ([]ouro.Spec, error) {
	best, err := DefaultSolver(spec)
	if err != nil {
		return nil, err
	}
	e, err := FindRules(spec.Rules.Name)
	if err != nil {
		return nil, err
	}
	all := append([]ouro.Spec{best}, e.Partners...)
	for len(all) > 1 {
		spec.Snakes = len(all)
		if _, err := Deal(spec, 0); err == nil {
			break
		}
		all = all[:len(all)-1]
	}
	return all, nil
}

func battleRules() []RulesEntry {
	def := battlesnake.DefaultSettings()
	options := []Option{
		{"map", "standard", "where snakes start, where food and hazards come: a map of ouro list"},
		{"food", strconv.Itoa(def.FoodChance), "chance of new food, in percent a turn"},
		{"minfood", strconv.Itoa(def.MinFood), "food below this number is replaced at once"},
		{"damage", strconv.Itoa(def.Damage), "health that a layer of hazard costs; negative heals"},
		{"shrink", strconv.Itoa(def.Shrink), "turns between two changes of the hazards"},
	}
	var rows []RulesEntry
	for _, r := range battlesnake.Rulesets() {
		partners := specs("floodfill", "hungry", "coward")
		if r.Solo {
			partners = nil
		}
		rows = append(rows, RulesEntry{
			Name: r.Name, Idea: r.Idea, Kind: Battlesnake, Options: options,
			Board: "11x11", StartLength: battlesnake.StartLength, Snakes: battlesnake.MaxSnakes,
			Solvers: specs("hydra"), Partners: partners, Meal: "food",
			make:  func(rules ouro.Spec) (ouro.Rules, error) { return battlesnake.New(rules.Name, rules.Options) },
			start: startBattle,
			resume: func(rules ouro.Rules, position *ouro.State) (*ouro.State, error) {
				return rules.(battlesnake.Rules).Resume(position)
			},
		})
	}
	return rows
}
