// Package roster is the table of all solvers and rules, by name. It is the only package that
// imports all of them.
package roster

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
	"ouro/engine"
	"ouro/internal/english"
	"ouro/play"
	"ouro/solve/backtrack"
	"ouro/solve/exact"
	"ouro/solve/hydra"
	"ouro/solve/look"
	"ouro/solve/ouroboros"
	"ouro/solve/path"
	"ouro/solve/sparring"
	"ouro/solve/spot"
	"ouro/solve/tour"
	"ouro/solve/walk"
)

type SolverEntry struct {
	Name      string
	Argument  string // a word for what must follow the name, such as COMMAND; "" if nothing follows
	Idea      string // description in one line
	Guarantee string
	Cost      string // cost of a move, with N cells
	Source    string
	Kind      GameKind // the solver is made for this kind of game, but may play others
	Options   []Option
	Make      ouro.Maker
}

// GameKind is a kind of game, for which solvers are made.
type GameKind string

const (
	Classic     GameKind = "classic Snake"
	Maze        GameKind = "the maze"
	Battlesnake GameKind = "Battlesnake"
	AnyGame     GameKind = "any game" // for programs, which report what they can play
)

// GameKinds are the kinds of games that have built-in solvers.
var GameKinds = []GameKind{Classic, Maze, Battlesnake}

type Option struct {
	Key     string `json:"key"`
	Default string `json:"default"`
	Doc     string `json:"doc"`
}

// Solvers returns all built-in solvers, from the simplest to the strongest.
func Solvers() []SolverEntry { return slices.Clone(entries) }

var entries = addLimits([]SolverEntry{
	{
		Name: "bfs", Idea: "shortest path to the food by breadth-first search; without one, any legal step",
		Guarantee: "none: it enters dead ends", Cost: "O(N)", Source: "tutorial, the simple version", Kind: Classic,
		Make: path.BFS,
	},
	{
		Name: "dfs", Idea: "the first path to the food that depth-first search finds",
		Guarantee: "none: it takes long paths and enters dead ends", Cost: "O(N)", Source: "tutorial, the simple version", Kind: Classic,
		Make: path.DFS,
	},
	{
		Name: "astar", Idea: "shortest path to the food by A*",
		Guarantee: "none: it enters dead ends", Cost: "O(N)", Source: "tutorial and paper", Kind: Classic,
		Options: []Option{{"heuristic", "manhattan", "manhattan or euclidean distance to the food"}},
		Make:    path.AStar,
	},
	{
		Name: "wander", Idea: "breadth-first search; without a path to the food, wander for a random number of steps",
		Guarantee: "none", Cost: "O(N)", Source: "tutorial, BFS + Wander", Kind: Classic,
		Options: []Option{{"style", "random", "random directions, or s for S-shaped lanes"}},
		Make:    walk.Wander,
	},
	{
		Name: "lookahead", Idea: "eat only if a simulated snake can still reach its tail after the meal, else follow the tail along the longest path",
		Guarantee: "dies rarely, loops for ever in some positions", Cost: "O(N)", Source: "tutorial, the far-sighted version", Kind: Classic,
		Options: []Option{{"breakloops", "false", "true detects repeated positions and then leaves the loop"}},
		Make:    look.Lookahead,
	},
	{
		Name: "predictive", Idea: "A* that plans with the cells that the tail will have left; it takes a path only if it can reach the tip of its tail after the meal",
		Guarantee: "none: late in most games it encloses itself or loops for ever", Cost: "O(N)", Source: "paper of 2021, AStarSnake", Kind: Classic,
		Options: []Option{
			{"deviate", "0.8", "share of the board filled by the body, 0 to 1, from which it gathers free cells instead of eating, if no direct route leads to the food; 1 as in the listing of the paper"},
			{"homestretch", "0.9", "share of the board filled by the body, 0 to 1, from which it always gathers free cells; 0.8 comes nearest to the published results"},
			{"detour", "deviate", "what to do without a safe path to the food: deviate (as in the listing) or follow the tail (as in the figure)"},
			{"check", "listing", "paths to check: listing (all except paths as long as the snake) or always (all)"},
			{"open", "listing", "cell of the open set to expand next: listing (the oldest) or sorted (the cheapest)"},
			{"tip", "stays", "the tip of the tail in plans: stays (as in the game of the paper) or leaves (as in Ouro)"},
		},
		Make: path.Predictive,
	},
	{
		Name: "backtrack", Idea: "try every path of a fixed length by recursive backtracking; made for mazes with edible walls",
		Guarantee: "none: it looks only depth steps ahead; its scores equal those of the full recursion", Cost: "exponential in the depth", Source: "magazine article, its snake in the maze", Kind: Maze,
		Options: []Option{
			{"depth", "20", "steps to look ahead, 1 to 60, or auto: as many as the time allows"},
			{"deadend", "100", "divisor for the score of a path that ends early: 100, as in the article, or 2, as in its listing"},
			{"ties", "original", "choice among equal directions: original (the first of right, left, down, up) or straight (straight on if possible)"},
			{"tail", "exact", "tail in the simulation: exact (it moves) or frozen"},
			{"eaten", "once", "how often a path counts an edible wall: once, or original (each time that the path crosses it)"},
			{"discount", "1", "factor for the score of an edible wall for each step until it is eaten, 0 to 1; below 1, early meals score higher"},
			{"threads", "1", "goroutines for one search, 1 to 64; 0 is one for each processor"},
		},
		Make: backtrack.New,
	},
	{
		Name: "hamilton", Idea: "follow one fixed cycle through all free cells, or through all except a hole, which it can visit instead of another cell",
		Guarantee: "always wins on every board with a cycle, or with one on all cells but a hole", Cost: "O(1)", Source: "paper of 2021, HamiltonianSnake; holes and walls: ours", Kind: Classic,
		Make: tour.Hamilton,
	},
	{
		Name: "shortcut", Idea: "a fixed cycle with shortcuts that never overtake the tail",
		Guarantee: "always wins on every board with a cycle, or with one on all cells but a hole", Cost: "O(1)", Source: "perturbed Hamiltonian cycle", Kind: Classic,
		Options: []Option{{"until", "0.5", "part of the board, 0 to 1, that the body must fill to end the shortcuts"}},
		Make:    tour.Shortcut,
	},
	{
		Name: "repair", Idea: "follow the shortest path and repair the Hamiltonian cycle around it",
		Guarantee: "always wins on the boards of hamilton; with progress=false never dies", Cost: "O(N)", Source: "dynamic Hamiltonian cycle repair", Kind: Classic,
		Options: []Option{{"progress", "true", "false also makes repairs that put the food farther away, as published, and may loop for ever"}},
		Make:    tour.Repair,
	},
	{
		Name: "cell", Idea: "a tree of 2x2 cells with one-way lanes around it, grown towards the food",
		Guarantee: "always wins on boards of 2x2 blocks, such as those with even sides and no walls", Cost: "O(N)", Source: "2x2 cell tree", Kind: Classic,
		Options: []Option{
			{"ways", "4", "number of paths to one square that the search extends, 1 to 16"},
			{"penalty", "1", "cost of each open neighbour of a square on the path, 0 to 4 sixteenths of a step"},
		},
		Make: tour.Cell,
	},
	{
		Name: "ouroboros", Idea: "edits its Hamiltonian cycle at each meal so that this food and the next are near",
		Guarantee: "always wins on every board with a cycle, or with one on all cells but a hole; at most N-1 moves from meal to meal, 2N-3 with a hole", Cost: "O(N) for each edit it tries", Source: "ours; the edits are a folk idea", Kind: Classic,
		Options: []Option{
			{"nodes", "0", "candidates to evaluate at each meal; 0 is a few, for fast decisions"},
			{"budget", "0s", "time to think at each meal instead, e.g. 20ms (not reproducible)"},
			{"rehearse", "0", "the cheapest candidates to judge again, with every food that may come next; best on small boards"},
		},
		Make: newOuroboros,
	},
	{
		Name: "tablebase", Idea: "take the best move from a precomputed table of all positions",
		Guarantee: "optimal: the highest chance of winning, then the fewest expected moves; on the board of its table", Cost: "O(N)", Source: "ours", Kind: Classic,
		Options: []Option{{"file", "", "table that ouro exact --save wrote; without one it is computed, on boards of at most 20 free cells"}},
		Make:    exact.Tablebase,
	},
	{
		Name: "random", Idea: "a random legal step",
		Guarantee: "none", Cost: "O(1)", Source: "the customary baseline", Kind: Battlesnake,
		Make: sparring.Random,
	},
	{
		Name: "greedy", Idea: "goes to the nearest food; avoids heads, hazards and narrow spaces",
		Guarantee: "does not step to a certain death while there is another step", Cost: "O(N)", Source: "the customary first Battlesnake, without its blunders", Kind: Battlesnake,
		Make: sparring.Greedy,
	},
	{
		Name: "hungry", Idea: "goes to the nearest food that no other snake reaches first",
		Guarantee: "the same as greedy", Cost: "O(N)", Source: "ours, with the usual Voronoi territory", Kind: Battlesnake,
		Make: sparring.Hungry,
	},
	{
		Name: "floodfill", Idea: "takes the step with the most room; goes to food when it is hungry",
		Guarantee: "the same as greedy", Cost: "O(N)", Source: "the customary second Battlesnake", Kind: Battlesnake,
		Options: []Option{{"hungry", "50", "health at or below which it looks for food, 0 to 100"}},
		Make:    sparring.FloodFill,
	},
	{
		Name: "coward", Idea: "keeps away from heads while the others kill each other",
		Guarantee: "the same as greedy", Cost: "O(N)", Source: "ours, after a common style", Kind: Battlesnake,
		Options: []Option{{"hungry", "70", "health at or below which it looks for food, 0 to 100"}},
		Make:    sparring.Coward,
	},
	{
		Name: "spot", Idea: "scores maps of possible futures; scans all directions a few moves deep before it looks deeper",
		Guarantee: "does not step to a certain death while there is another step", Cost: "the whole budget", Source: "blog post, How the snake slithers", Kind: Battlesnake,
		Options: []Option{
			{"workers", "1", "goroutines that scan at once, 1 to 64; 0 is one for each processor"},
			{"hungry", "40", "health below which it looks for food, 0 to 100"},
			{"depth", "30", "moves to look ahead at most"},
			{"style", "ours", "ours, or post: the scoring of the blog post alone"},
			{"fade", "1", "factor for the score of a cell for each step of distance, 0 to 1"},
		},
		Make: spot.New,
	},
	{
		Name: "hydra", Idea: "looks ahead: alpha-beta in duels; in games of more snakes, each snake chooses the move that was best for it so far",
		Guarantee: "does not step to a certain death while there is another step", Cost: "the whole budget", Source: "ours, with what chess programs do", Kind: Battlesnake,
		Options: []Option{
			{"threads", "1", "goroutines for one search, 1 to 64; 0 is one for each processor; always one unless time alone is limited"},
			{"hash", "8", "size of the table of positions, and of each thread's tree, in MB, 1 to 4096"},
			{"depth", "100", "turns to look ahead at most, 1 to 100; in duels moves without a choice are not counted, so lines are longer"},
			{"time-margin", "1ms", "time kept in reserve before the deadline, at most a quarter of the remaining time; no effect with --cpu"},
			{"style", "calm", "in a duel, at a cell where heads of equally long snakes can meet: bold takes the cell, safe gives way, calm gives way if that costs little; options have no effect in classic Snake, where ouroboros plays"},
		},
		Make: hydra.With(newOuroboros),
	},
})

// newOuroboros is the Maker of ouroboros, with the tables of exact for small boards.
var newOuroboros = ouroboros.With(func(l *ouro.Level) ouroboros.Optimum {
	if t := exact.Instant(l); t != nil {
		return t
	}
	return nil
})

// Exec returns the entry for engines. [Solvers] omits the entry, because an engine needs the
// command of a program.
func Exec() SolverEntry {
	return SolverEntry{
		Name: "exec", Argument: "COMMAND",
		Idea:      "a program of yours in any language that speaks the protocol of docs/protocol.md",
		Guarantee: "its own; its errors are faults, as with any solver", Cost: "its own, and about 30 µs for the messages",
		Source: "yours; its options are those that it announces", Kind: AnyGame,
		Make: engine.Make,
	}
}

// Values returns the possible values of each option, in the order of Options. It reads them from
// the solver's Maker.
func (e *SolverEntry) Values() ([]ouro.OptionValues, error) {
	deal, err := Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}, 1)
	if err != nil {
		return nil, err
	}
	unused := ouro.Spec{Name: e.Name, Options: ouro.Options{{Key: "--", Value: "1"}}}
	_, err = Make(unused, ouro.Setup{Rules: deal.Rules, Start: deal.Start})
	var unknown *ouro.UnknownOptionError
	if !errors.As(err, &unknown) || len(unknown.Values) != len(e.Options) {
		return nil, fmt.Errorf("solver %s does not report its options: %w", e.Name, err)
	}
	return unknown.Values, nil
}

// FindSolver returns the entry of the solver with this name. Its error lists the known
// names.
func FindSolver(name string) (SolverEntry, error) {
	all := append(Solvers(), Exec())
	i := slices.IndexFunc(all, func(e SolverEntry) bool { return e.Name == name })
	if i < 0 {
		return SolverEntry{}, unknownError("solver", name, all, func(e SolverEntry) string { return e.Name })
	}
	return all[i], nil
}

func unknownError[E any](what, name string, all []E, nameOf func(E) string) error {
	var known []string
	for _, e := range all {
		known = append(known, nameOf(e))
	}
	return fmt.Errorf("unknown %s %q%s", what, name, english.Suggestion(name, known))
}

// Makers returns the Makers of the solvers. Callers set the Options of each Setup.
func Makers(specs []ouro.Spec) ([]ouro.Maker, error) {
	makers := make([]ouro.Maker, len(specs))
	for i, spec := range specs {
		e, err := FindSolver(spec.Name)
		if err != nil {
			return nil, err
		}
		makers[i] = e.Make
	}
	return makers, nil
}

// Maker returns a Maker that sets the Options of the Setup to those of the spec.
func Maker(spec ouro.Spec) (ouro.Maker, error) {
	if _, err := FindSolver(spec.Name); err != nil {
		return nil, err
	}
	return func(setup ouro.Setup) (ouro.Solver, error) { return Make(spec, setup) }, nil
}

// Make makes the solver of spec. It replaces the Options of setup by those of spec.
func Make(spec ouro.Spec, setup ouro.Setup) (ouro.Solver, error) {
	e, err := FindSolver(spec.Name)
	if err != nil {
		return nil, err
	}
	setup.Options = spec.Options
	s, err := play.Make(e.Make, setup)
	if err != nil {
		return nil, fmt.Errorf("solver %s: %w", spec, err)
	}
	return s, nil
}
