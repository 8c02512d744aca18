package main

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/sim"
	"ouro/solve/hydra"
)

// game is a game that was played. With its seed it can be played again.
type game struct {
	Kind   int
	Seed   uint64
	Moves  []uint8   // by turn: the direction of seat 0, and that of seat 1 above it
	Scores []float32 // by turn: what the searches thought of seat 0
	Result float32   // of seat 0: 1, 1/2 or 0
}

// kind is what is played, and how often.
type kind struct {
	ruleset string
	options ouro.Options
	w, h    int
	parts   int
}

var kinds = []kind{
	{"standard", nil, 11, 11, 34},
	{"standard", nil, 7, 7, 2},
	{"standard", nil, 9, 9, 1},
	{"wrapped", nil, 11, 11, 1},
	{"royale", ouro.Options{{Key: "map", Value: "royale"}}, 11, 11, 2},
}

const (
	longest  = 1000    // turns; then it is a draw
	openings = 12      // turns at random at the beginning, at most
	slips    = 60      // one of so many turns has a move at random
	every    = 2       // of so many turns one is a sample
	sure     = 1 << 18 // scores beyond are of searches that saw the end
)

// thinking is how hydra plays: it shuns draws, from which nothing is learned.
var thinking = ouro.Options{{Key: "hash", Value: "1"}, {Key: "style", Value: "safe"}}

// kindOf is the kind of the game with this seed.
func kindOf(seed uint64) int {
	all := 0
	for _, k := range kinds {
		all += k.parts
	}
	at := int(ouro.Mix(seed, 0x6b696e64) % uint64(all))
	for i, k := range kinds {
		if at -= k.parts; at < 0 {
			return i
		}
	}
	return 0
}

// deal is the beginning of a game.
func deal(k kind, seed uint64) (battlesnake.Rules, *ouro.State, *ouro.PCG, error) {
	rules, err := battlesnake.New(k.ruleset, k.options)
	if err != nil {
		return rules, nil, nil, err
	}
	dice := ouro.GameDice(seed)
	s, err := rules.Start(k.w, k.h, 2, dice)
	if err == nil {
		rules.Spawn(s, dice)
	}
	return rules, s, dice, err
}

// playGames has hydra with these weights play against itself.
func playGames(w *hydra.Weights, n int, nodes int64, seed uint64) (games []game, err error) {
	solvers := make(map[int][2]ouro.Solver)
	for i := range n {
		g, err := playGame(w, solvers, ouro.GameSeed(seed, i), nodes)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

func playGame(w *hydra.Weights, solvers map[int][2]ouro.Solver, seed uint64, nodes int64) (g game, err error) {
	g.Seed, g.Kind = seed, kindOf(seed)
	rules, s, dice, err := deal(kinds[g.Kind], seed)
	if err != nil {
		return g, err
	}
	pair, ok := solvers[g.Kind]
	if !ok {
		for seat := range pair {
			if pair[seat], err = hydra.NewWith(ouro.Setup{Rules: rules, Start: s, Seat: seat, Options: thinking}, w); err != nil {
				return g, err
			}
		}
		solvers[g.Kind] = pair
	}
	chance := ouro.NewPCG(ouro.Mix(seed, 0x736c6970))
	opening := chance.Roll(openings + 1)
	nodes = nodes/2 + int64(chance.Roll(int(nodes)))
	pos := sim.New(s)
	for turn := 0; ; turn++ {
		outcome, over := rules.Over(s)
		if over || turn == longest {
			g.Result = 0.5
			if over && outcome.Winner != ouro.NoSeat {
				g.Result = float32(1 - outcome.Winner)
			}
			return g, nil
		}
		var joint [2]ouro.Dir
		score := float32(0)
		slip := -1
		if chance.Roll(slips) == 0 {
			slip = chance.Roll(2)
		}
		for seat := range joint {
			d, err := pair[seat].Decide(context.Background(), ouro.Turn{State: s, Seat: seat, Nodes: nodes})
			if err != nil {
				return g, err
			}
			joint[seat] = d.Dir
			score += float32(d.Score) / 2 * float32(1-2*seat)
			if turn < opening || seat == slip {
				pos.Load(s)
				if moves := pos.Moves(seat); moves != 0 {
					joint[seat] = moves.At(chance.Roll(moves.Len()))
				}
			}
		}
		g.Scores = append(g.Scores, score)
		g.Moves = append(g.Moves, uint8(joint[0]|joint[1]<<2))
		rules.Step(s, joint[:])
		rules.Spawn(s, dice)
	}
}

// sample is a position and what it was worth to seat 0.
type sample struct {
	mine, theirs hydra.Inputs
	late         float32 // 0 to 1
	worth        float32 // 0 to 1
	result       float32
}

// worths are what the positions of g are said to be worth to seat 0, by turn: what the
// search thought of the next one, and in this much of what that one is worth itself; the
// last is worth what the game ended with (temporal differences, Sutton 1988).
func (g *game) worths(trust float32) []float32 {
	worths := make([]float32, len(g.Scores))
	next := g.Result
	for turn := len(g.Scores) - 1; turn >= 0; turn-- {
		if turn+1 < len(g.Scores) {
			next = trust*next + (1-trust)*sigmoid(g.Scores[turn+1]/unit)
		}
		worths[turn] = next
	}
	return worths
}

// samples plays g again and appends some of its positions: those in which neither
// search saw the end.
func (g *game) samples(to []sample, trust float32) []sample {
	rules, s, dice, err := deal(kinds[g.Kind], g.Seed)
	if err != nil {
		panic(err) // it was dealt before
	}
	pos := sim.New(s)
	judge := hydra.NewJudge(new(hydra.Weights))
	judge.Load(pos)
	var flood sim.Flood
	worths := g.worths(trust)
	for turn, moves := range g.Moves {
		score := g.Scores[turn]
		if ouro.Mix(g.Seed, uint64(turn))%every == 0 && score > -sure && score < sure && turn > 0 {
			pos.Load(s)
			flood.Load(pos)
			flood.Measure(pos)
			x := sample{result: g.Result, worth: worths[turn]}
			judge.Look(pos, &flood, 0, 1, &x.mine, &x.theirs)
			x.late = float32(judge.Late(pos, 0, 1)) / hydra.Phases
			to = append(to, x)
		}
		rules.Step(s, []ouro.Dir{ouro.Dir(moves & 3), ouro.Dir(moves >> 2)})
		rules.Spawn(s, dice)
	}
	return to
}

// summary tells how games went.
func summary(games []game) string {
	turns, drawn := 0, 0
	for _, g := range games {
		turns += len(g.Moves)
		if g.Result == 0.5 {
			drawn++
		}
	}
	return fmt.Sprintf("%d games, %.0f turns each, %.1f %% drawn", len(games), float64(turns)/float64(len(games)), 100*float64(drawn)/float64(len(games)))
}

func saveGames(file string, games []game) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(gob.NewEncoder(f).Encode(games), f.Close())
}

func loadGames(file string) (games []game, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReader(f) // a decoder reads no further in it than its games
	for {
		var some []game
		if err := gob.NewDecoder(r).Decode(&some); errors.Is(err, io.EOF) {
			return games, nil
		} else if err != nil {
			return nil, err
		}
		games = append(games, some...)
	}
}
