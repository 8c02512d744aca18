package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/maze"
	"ouro/tui"
)

type mazeOptions struct {
	level  string
	start  string
	regrow string
	solver string
	moves  int
	seed   seedValue
	index  int
	speed  float64
	budget budgetFlags
	json   bool
}

func newMaze(stdio IO) *cobra.Command {
	o := mazeOptions{seed: 1}
	cmd := &cobra.Command{
		Use:   "maze",
		Short: "Watch a snake eat its way through a maze of edible walls",
		Long: `Maze plays the game of the magazine article: the food is the edible walls of a
level, and the snake looks some moves ahead by recursive backtracking.

In a terminal the game is watched; elsewhere, and with --json or --moves, it is
played at once and its moves are printed as seen on the screen: U, R, D and L.
With --moves it goes on for so many moves even when nothing is left to eat, and
only stops early when the snake has no way out.`,
		Example: `  ouro maze                                                 watch
  ouro maze --level orchard --regrow floor --solver backtrack:depth=30
  ouro maze --level my.txt --start 1,1 --moves 300 --json \
      --solver backtrack:depth=20,deadend=100,ties=original,eaten=original,tail=exact
  ouro play --rules maze --level rooms                      play a maze yourself`,
		Args: exactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.level, "level", "lattice", levelUsage)
	flags.StringVar(&o.start, "start", "", "start at this `COLUMN,ROW`, counted from 0 at the top left, whatever the level says")
	flags.StringVar(&o.regrow, "regrow", "none", "`WHERE` edible walls grow again, one in twenty moves: none, floor or original")
	flags.StringVar(&o.solver, "solver", "backtrack:discount=0.99", "`SOLVER` and its options")
	flags.IntVar(&o.moves, "moves", 0, "play `N` moves; 0 is to the end of the game")
	flags.Var(&o.seed, "seed", "`SEED` of all chance: the same seed is the same game for ever")
	flags.IntVar(&o.index, "game", 0, "game `N` of the seed, from 0, as bench counts them")
	flags.Float64Var(&o.speed, "speed", 20, "`MOVES` a second to begin with; 0 is as fast as it goes")
	o.budget.add(cmd)
	flags.BoolVar(&o.json, "json", false, "print one JSON document, with the score of every direction for each move")
	return cmd
}

func (o *mazeOptions) run(ctx context.Context, stdio IO) error {
	game, err := o.game()
	if err != nil {
		return err
	}
	solver, err := parseSolver(o.solver, game)
	if err != nil {
		return err
	}
	budget, err := o.budget.budget()
	if err != nil {
		return err
	}
	switch {
	case o.moves < 0:
		return usagef("--moves %d: must not be negative", o.moves)
	case o.index < 0:
		return usagef("--game %d: must not be negative", o.index)
	case !(o.speed >= 0): // not even NaN
		return usagef("--speed %g: must not be negative", o.speed)
	}
	if !o.json && o.moves == 0 && needTerminal(stdio, "") == nil {
		if err := needRoom(stdio, o.level, game.Level.Grid); err != nil {
			return err
		}
		return tui.Watch(ctx, tui.Options{
			Game: game, Seed: uint64(o.seed), Index: o.index, Solvers: []ouro.Spec{solver}, Budget: budget, Speed: o.speed,
			In: stdio.In, Out: stdio.Out,
		})
	}
	var walk mazeWalk
	cfg := play.Config{Budget: budget}
	if o.json {
		cfg.Trace = walk.trace
	}
	g, err := roster.NewGame(game, ouro.GameSeed(uint64(o.seed), o.index), []ouro.Spec{solver}, cfg)
	if err != nil {
		return err
	}
	defer g.Close()
	if err := walk.play(ctx, g, o.moves); err != nil {
		return err
	}
	if o.json {
		return o.printJSON(stdio.Out, game, solver, &walk, g)
	}
	return o.print(stdio.Out, game, solver, &walk, g)
}

// game is the game to play.
func (o *mazeOptions) game() (ouro.GameSpec, error) {
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "maze", Options: ouro.Options{{Key: "regrow", Value: o.regrow}}}, StartLength: 1}
	var err error
	if game.Level, err = readLevel(o.level); err != nil {
		return game, err
	}
	game.W, game.H = game.Level.Grid.W, game.Level.Grid.H
	if o.start != "" {
		if game.Level.Start, err = startCell(game.Level, o.start); err != nil {
			return game, err
		}
	}
	_, err = roster.Deal(game, 0)
	if errors.Is(err, maze.ErrNoStart) {
		return game, usagef("%s: %w, or give --start COLUMN,ROW", o.level, err)
	}
	if err != nil {
		return game, usageError{err}
	}
	return game, nil
}

// startCell reads a place as the article counts them: from the top left.
func startCell(level *ouro.Level, text string) (ouro.Cell, error) {
	first, second, ok := strings.Cut(text, ",")
	column, err1 := strconv.Atoi(first)
	row, err2 := strconv.Atoi(second)
	if !ok || err1 != nil || err2 != nil {
		return ouro.NoCell, usagef("--start %q: want COLUMN,ROW, e.g. 1,1", text)
	}
	g := level.Grid
	c := g.At(column, g.H-1-row)
	switch {
	case c == ouro.NoCell:
		return c, usagef("--start %s: the level has columns 0 to %d and rows 0 to %d", text, g.W-1, g.H-1)
	case level.Terrain[c] == ouro.Wall:
		return c, usagef("--start %s: there is a wall", text)
	}
	return c, nil
}

// mazeWalk is what is printed of a game.
type mazeWalk struct {
	moves  strings.Builder
	scores []mazeScores
	next   mazeScores
}

// mazeScores are the scores of the directions at one move, by letter; nil from
// a solver that gives none.
type mazeScores map[string]float64

// trace listens for the scores of the next move.
func (w *mazeWalk) trace(int) *ouro.Trace {
	return ouro.NewTrace(func(n ouro.Note) {
		if n.Verb != ouro.NoteMoves || n.Label != ouro.LabelScores {
			return
		}
		w.next = mazeScores{}
		for d, score := range n.Moves {
			if !math.IsNaN(score) && !math.IsInf(score, 0) {
				w.next[string(ouro.Dir(d).Letter())] = score
			}
		}
	})
}

// play makes so many moves, or plays to the end when moves is 0.
func (w *mazeWalk) play(ctx context.Context, g *play.Game, moves int) error {
	for {
		s := g.State()
		_, over := g.Over()
		if moves > 0 {
			over = s.Turn == moves || s.Snakes[0].Cause != ouro.Alive || s.Legal(0).Len() == 0
		}
		if over {
			return nil
		}
		if err := g.Move(ctx); err != nil {
			return err
		}
		w.moves.WriteByte(g.Last(0).Dir.Letter())
		w.scores = append(w.scores, w.next)
		w.next = nil
	}
}

func (o *mazeOptions) print(w io.Writer, game ouro.GameSpec, solver ouro.Spec, walk *mazeWalk, g *play.Game) error {
	s := g.State()
	outcome, _ := g.Over()
	_, err := fmt.Fprintf(w, "%s on %s %dx%d, seed %d: %s after %d moves at length %d, %d edible walls left\n%s%s\n",
		solver, o.level, game.W, game.H, uint64(o.seed), outcome.Ending, s.Turn, s.Snakes[0].Body.Len(), s.Hedges(),
		drawBoard(s), folded(walk.moves.String(), 2*game.W+3))
	return err
}

// folded is text in lines of at most width characters.
func folded(text string, width int) string {
	var b strings.Builder
	for len(text) > width {
		b.WriteString(text[:width])
		b.WriteByte('\n')
		text = text[width:]
	}
	b.WriteString(text)
	return b.String()
}

func (o *mazeOptions) printJSON(w io.Writer, game ouro.GameSpec, solver ouro.Spec, walk *mazeWalk, g *play.Game) error {
	s := g.State()
	outcome, _ := g.Over()
	doc := struct {
		Schema      int          `json:"schema"`
		Rules       ouro.Spec    `json:"rules"`
		Level       []string     `json:"level"`
		Solver      ouro.Spec    `json:"solver"`
		Seed        uint64       `json:"seed"`
		Game        int          `json:"game"`
		Turns       int          `json:"turns"`
		Moves       string       `json:"moves"`
		Scores      []mazeScores `json:"scores"` // by letter, one for each move
		Ending      ouro.Ending  `json:"ending"`
		Length      int          `json:"length"`
		EdibleWalls int          `json:"edible_walls"`
		Incidents   []incident   `json:"incidents"`
		Final       string       `json:"final"`
	}{
		Schema: 1, Rules: game.Rules, Level: strings.Split(strings.TrimSuffix(game.Level.String(), "\n"), "\n"),
		Solver: solver, Seed: uint64(o.seed), Game: o.index,
		Turns: s.Turn, Moves: walk.moves.String(), Scores: walk.scores,
		Ending: outcome.Ending, Length: s.Snakes[0].Body.Len(), EdibleWalls: s.Hedges(),
		Incidents: incidents(g.Incidents()), Final: fmt.Sprintf("%016x", s.Hash()),
	}
	return encodeJSON(w, doc)
}
