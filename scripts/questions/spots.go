package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"strconv"

	"ouro"
	"ouro/arena"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/play"
	"ouro/roster"
)

// ablations are pairs of snakes; the first lacks a part that the second has.
var ablations = []struct{ what, a, b string }{
	{"scores fade by 0.9 a step", "spot:style=post,fade=0.9", "spot:style=post"},
	{"scores fade by 0.7 a step", "spot:style=post,fade=0.7", "spot:style=post"},
	{"fading 0.9 without simulation", "spot:style=post,depth=1,fade=0.9", "spot:style=post,depth=1"},
	{"one simulated move", "spot:style=post,depth=1", "spot:style=post"},
	{"two simulated moves", "spot:style=post,depth=2", "spot:style=post"},
	{"without our additions", "spot:style=post", "spot"},
	{"ours, one simulated move", "spot:depth=1", "spot"},
	{"ours, fading 0.9", "spot:fade=0.9", "spot"},
}

const (
	duelGames = 40
	duelNodes = 200
)

// spots plays the ablations of spot in duels, and measures which of its functions use the time.
func spots(ctx context.Context, r *run) ([]sheet.Table, error) {
	var labels, columns sheet.Columns
	for _, a := range ablations {
		t := arena.Tournament{
			Format: arena.RoundRobin, Games: max(2, r.games(duelGames)), Seed: r.seed, Nodes: r.nodes(duelNodes),
			Snakes: []arena.Snake{{Name: "a", Snake: a.a}, {Name: "b", Snake: a.b}},
		}
		setting, err := t.Open(ctx)
		if err != nil {
			return nil, err
		}
		r.logf("  %s against %s", a.a, a.b)
		plan, err := setting.Play(ctx, nil)
		if err != nil {
			return nil, err
		}
		plan.Records = false
		report, err := lab.Run(ctx, plan, nil)
		if err != nil {
			return nil, err
		}
		pair, ok := arena.FiguresOf(report).Pair(0, 1)
		if !ok {
			return nil, fmt.Errorf("%s and %s did not meet", a.a, a.b)
		}
		labels.Row("change", a.what, "snake", a.a, "against", a.b)
		columns.Row("won", fmt.Sprint(pair.Won), "drawn", fmt.Sprint(pair.Drawn), "lost", fmt.Sprint(pair.Lost),
			"score %", sheet.Fixed(100*pair.Score.Value, 1), "95 % interval", sheet.PercentInterval(pair.Score.Interval))
	}
	profile, err := r.profile(ctx)
	if err != nil {
		return nil, err
	}
	return []sheet.Table{sheet.NewTable(labels, columns), profile}, nil
}

// parts are the functions of spot that use nearly all of its time.
var parts = []struct{ name, what string }{
	{"(*scanner).scanSector", "sum up the sector (ScanSector)"},
	{"(*scanner).makeMap", "place the enemies' possible positions on the map"},
	{"(*scanner).placeBody", "place our own body on the map"},
	{"(*scanner).collide", "score collisions"},
	{"(*phantoms).expand", "expand the enemies' moves, once for each move"},
	{"(*scene).load", "read the board, once for each move"},
	{"(*scanner).validMoves", "find valid moves"},
	{"(*spot).fold", "walk the tree backwards"},
}

// profile returns the share of each part in the processor time of spot's decisions, in games of
// two and of four snakes. It runs go tool pprof and reads its output.
func (r *run) profile(ctx context.Context) (sheet.Table, error) {
	var labels, columns sheet.Columns
	for _, p := range parts {
		labels.Row("part", p.what)
	}
	rows := make([][]string, len(parts))
	for _, solver := range []string{"spot:style=post", "spot"} {
		for _, snakes := range []int{2, 4} {
			r.logf("  profile of %s, %d snakes", solver, snakes)
			text, err := r.profileGames(ctx, solver, snakes)
			if err != nil {
				return sheet.Table{}, err
			}
			whole := cumulative(text, "(*spot).Decide")
			for i, p := range parts {
				share := sheet.None
				if whole > 0 {
					share = sheet.Fixed(100*cumulative(text, p.name)/whole, 1)
				}
				rows[i] = append(rows[i], fmt.Sprintf("%s, %d snakes, %%", solver, snakes), share)
			}
		}
	}
	for _, row := range rows {
		columns.Row(row...)
	}
	return sheet.NewTable(labels, columns), nil
}

const profiledGames = 5

// profileGames plays games of spot alone and returns the list of functions with their times.
func (r *run) profileGames(ctx context.Context, solver string, snakes int) (string, error) {
	dir, err := os.MkdirTemp("", "questions")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "cpu.pprof")
	file, err := os.Create(name)
	if err != nil {
		return "", err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return "", err
	}
	err = r.playSpots(ctx, solver, snakes, max(1, r.games(profiledGames)))
	pprof.StopCPUProfile()
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return "", err
	}
	command := exec.CommandContext(ctx, "go", "tool", "pprof", "-top", "-cum", "-unit=ms", "-nodecount=500", "-nodefraction=0", name)
	command.Stderr = io.Discard
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go tool pprof: %w", err)
	}
	return string(text), nil
}

func (r *run) playSpots(ctx context.Context, solver string, snakes, games int) error {
	spec, err := ouro.ParseSpec(solver)
	if err != nil {
		return err
	}
	seats := make([]ouro.Spec, snakes)
	for i := range seats {
		seats[i] = spec
	}
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: snakes}
	for i := range games {
		g, err := roster.NewGame(game, ouro.GameSeed(r.seed, i), seats, play.Config{Budget: ouro.Budget{Nodes: r.nodes(duelNodes)}})
		if err != nil {
			return err
		}
		_, err = g.Run(ctx)
		if closing := g.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// cumulative returns the time of a function of spot, including the functions that it calls, in
// milliseconds, or 0 without a sample.
func cumulative(text, function string) float64 {
	line := `(?m)^ *\S+ +\S+ +\S+ +([\d.]+)(?:ms)? +\S+ +ouro/solve/spot\.` + regexp.QuoteMeta(function) + `(?: \(inline\))?$`
	match := regexp.MustCompile(line).FindStringSubmatch(text)
	if match == nil {
		return 0
	}
	ms, err := strconv.ParseFloat(match[1], 64)
	if err != nil {
		return 0
	}
	return ms
}
