package main

import (
	"context"
	"fmt"

	"ouro"
	"ouro/lab/sheet"
	"ouro/lab/stat"
	"ouro/play"
	"ouro/roster"
	levels "ouro/rule/maze"
)

const (
	mazeMoves  = 200    // a game ends after this many moves, because walls grow again
	mazeNodes  = 10_000 // a move that needs more simulated steps counts as stopped
	depthGames = 4      // games of each depth on each level
	pairGames  = 2      // games of each set of options on each level
)

var depths = []int{2, 4, 8, 12, 16, 20, 30, 40}

// maze plays backtrack on every level: with increasing depth, and with all combinations of three
// options at a small depth and at the published depth.
func maze(ctx context.Context, r *run) ([]sheet.Table, error) {
	tables, err := byDepth(ctx, r)
	if err != nil {
		return nil, err
	}
	var labels, columns sheet.Columns
	for _, depth := range []int{4, 20} {
		for _, tail := range []string{"exact", "frozen"} {
			for _, deadend := range []string{"100", "2"} {
				for _, ties := range []string{"original", "straight"} {
					spec := fmt.Sprintf("backtrack:depth=%d,tail=%s,deadend=%s,ties=%s", depth, tail, deadend, ties)
					all, _, err := r.hunts(ctx, spec, pairGames)
					if err != nil {
						return nil, err
					}
					labels.Row("depth", fmt.Sprint(depth), "tail", tail, "deadend", deadend, "ties", ties)
					columns.Row(all.cells()...)
				}
			}
		}
	}
	return append(tables, sheet.NewTable(labels, columns)), nil
}

// byDepth returns a table of all levels together, and a table of the walls eaten on each level.
func byDepth(ctx context.Context, r *run) ([]sheet.Table, error) {
	var labels, columns, walls sheet.Columns
	for _, depth := range depths {
		r.logf("  depth %d", depth)
		all, each, err := r.hunts(ctx, fmt.Sprintf("backtrack:depth=%d", depth), depthGames)
		if err != nil {
			return nil, err
		}
		labels.Row("depth", fmt.Sprint(depth))
		columns.Row(all.cells()...)
		var row []string
		for i, level := range levels.Levels() {
			survived := each[i].games - each[i].trapped
			row = append(row, level.Name, fmt.Sprintf("%d of %d, %.0f", survived, each[i].games, stat.Describe(each[i].eaten).Mean))
		}
		walls.Row(row...)
	}
	return []sheet.Table{sheet.NewTable(labels, columns), sheet.NewTable(labels, walls)}, nil
}

// hunt holds the sums over several games in the maze.
type hunt struct {
	games, trapped int
	eaten          []float64 // walls eaten, by game
	moves, stopped int       // moves, and those that needed more than mazeNodes
	nodes          int64
}

func (h *hunt) add(o *hunt) {
	h.games, h.trapped = h.games+o.games, h.trapped+o.trapped
	h.eaten = append(h.eaten, o.eaten...)
	h.moves, h.stopped, h.nodes = h.moves+o.moves, h.stopped+o.stopped, h.nodes+o.nodes
}

func (h *hunt) cells() []string {
	walls := stat.Describe(h.eaten)
	survived := h.games - h.trapped
	return []string{
		"games", fmt.Sprint(h.games),
		"survived %", sheet.Rate(survived, h.games), "95 % interval", sheet.PercentInterval(stat.Wilson(survived, h.games, 0.95)),
		"walls eaten", sheet.Mean(walls.Mean, walls.Interval(0.95)),
		"nodes a move", sheet.Significant(float64(h.nodes) / float64(h.moves)),
		"stopped moves %", sheet.Rate(h.stopped, h.moves),
	}
}

// hunts plays games on every level, and returns the sums of all and of each level.
func (r *run) hunts(ctx context.Context, spec string, games int) (all hunt, each []hunt, err error) {
	solver, err := ouro.ParseSpec(spec)
	if err != nil {
		return all, nil, err
	}
	for _, level := range levels.Levels() {
		var h hunt
		for i := range max(1, r.games(games)) {
			if err := h.play(ctx, level.Level, solver, ouro.GameSeed(r.seed, i), max(3, mazeMoves/r.scale)); err != nil {
				return all, nil, fmt.Errorf("level %s: %w", level.Name, err)
			}
		}
		all.add(&h)
		each = append(each, h)
	}
	return all, each, nil
}

// play plays at most limit moves of a game in which walls grow again.
func (h *hunt) play(ctx context.Context, level *ouro.Level, solver ouro.Spec, seed uint64, limit int) (err error) {
	rules, err := ouro.ParseSpec("maze:regrow=floor")
	if err != nil {
		return err
	}
	spec := ouro.GameSpec{Rules: rules, W: level.Grid.W, H: level.Grid.H, Level: level, StartLength: 1}
	g, err := roster.NewGame(spec, seed, []ouro.Spec{solver}, play.Config{Budget: ouro.Budget{Nodes: mazeNodes}})
	if err != nil {
		return err
	}
	defer func() {
		if closing := g.Close(); err == nil {
			err = closing
		}
	}()
	outcome, over := g.Over()
	for !over && g.State().Turn < limit {
		if err := g.Move(ctx); err != nil {
			return err
		}
		last := g.Last(0)
		h.moves++
		h.nodes += last.Nodes
		if last.Nodes >= mazeNodes {
			h.stopped++
		}
		outcome, over = g.Over()
	}
	h.games++
	if over && (outcome.Ending == ouro.Trapped || outcome.Ending == ouro.Died) {
		h.trapped++
	}
	h.eaten = append(h.eaten, float64(g.State().Snakes[0].Body.Len()-1))
	return nil
}
