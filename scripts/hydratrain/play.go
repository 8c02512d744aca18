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

// game is a played game. It can be replayed from its seed.
type game struct {
	Kind    int
	Seed    uint64
	Moves   []uint8   // by turn: two bits for each seat's direction, seat 0 in the lowest
	Scores  []float32 // hydra's scores, by turn and view
	Results []float32 // by view, from 0 for a loss to 1 for a win
}

// kind is a kind of game. At most four snakes play, because one byte stores the moves of a turn.
type kind struct {
	family  hydra.Family // the family of weights that games of this kind fit
	ruleset string
	options ouro.Options
	w, h    int
	snakes  int
	parts   int // relative frequency among the kinds with the same family and number of snakes
}

// kinds must keep their order, because saved games refer to their indices. Among four snakes
// constrictor is rare, because there hydra evaluates positions by the remaining moves and not by these
// weights.
var kinds = []kind{
	{hydra.Standard, "standard", nil, 11, 11, 2, 34},
	{hydra.Standard, "standard", nil, 7, 7, 2, 2},
	{hydra.Standard, "standard", nil, 9, 9, 2, 1},
	{hydra.Standard, "wrapped", nil, 11, 11, 2, 1},
	{hydra.Standard, "royale", onMap("royale"), 11, 11, 2, 2},
	{hydra.Standard, "standard", nil, 11, 11, 4, 30},
	{hydra.Standard, "wrapped", nil, 11, 11, 4, 2},
	{hydra.Standard, "royale", onMap("royale"), 11, 11, 4, 6},
	{hydra.Standard, "constrictor", nil, 11, 11, 4, 2},
	{hydra.Royale, "royale", onMap("royale"), 11, 11, 2, 24},
	{hydra.Royale, "royale", onMap("royale"), 7, 7, 2, 1},
	{hydra.Royale, "standard", onMap("hz_islands_bridges"), 11, 11, 2, 1},
	{hydra.Royale, "standard", onMap("hz_scatter"), 11, 11, 2, 1},
	{hydra.Royale, "standard", onMap("hz_spiral"), 11, 11, 2, 1},
	{hydra.Royale, "standard", onMap("hz_inner_wall"), 11, 11, 2, 1},
	{hydra.Royale, "standard", onMap("hz_expand_box"), 11, 11, 2, 1},
	{hydra.Constrictor, "constrictor", nil, 11, 11, 2, 18},
	{hydra.Constrictor, "constrictor", nil, 7, 7, 2, 1},
	{hydra.Constrictor, "constrictor", nil, 9, 9, 2, 1},
	{hydra.Wrapped, "wrapped", nil, 11, 11, 2, 18},
	{hydra.Wrapped, "wrapped", nil, 7, 7, 2, 1},
	{hydra.Wrapped, "wrapped", nil, 9, 9, 2, 1},
}

func onMap(name string) ouro.Options { return ouro.Options{{Key: "map", Value: name}} }

const (
	longest  = 1000 // turns after which a game is a draw
	openings = 12   // largest number of random turns at the beginning
	slips    = 60   // on average, one of this many turns has a random move
)

// thinking are the options with which hydra plays. The style safe avoids draws, from which the fit
// learns nothing.
var thinking = ouro.Options{{Key: "hash", Value: "1"}, {Key: "style", Value: "safe"}}

// kindOf returns the index of the kind of the game with this seed.
func kindOf(family hydra.Family, snakes int, seed uint64) int {
	all := 0
	for _, k := range kinds {
		if k.snakes == snakes && k.family == family {
			all += k.parts
		}
	}
	at := int(ouro.Mix(seed, 0x6b696e64) % uint64(all))
	for i, k := range kinds {
		if k.snakes != snakes || k.family != family {
			continue
		}
		if at -= k.parts; at < 0 {
			return i
		}
	}
	return 0
}

func deal(k kind, seed uint64) (battlesnake.Rules, *ouro.State, *ouro.PCG, error) {
	rules, err := battlesnake.New(k.ruleset, k.options)
	if err != nil {
		return rules, nil, nil, err
	}
	dice := ouro.GameDice(seed)
	s, err := rules.Start(k.w, k.h, k.snakes, dice)
	if err == nil {
		rules.Spawn(s, dice)
	}
	return rules, s, dice, err
}

// playGames plays games of hydra against itself with these weights.
func playGames(m *model, family hydra.Family, o options, seed uint64) (games []game, err error) {
	solvers := make(map[int][]ouro.Solver)
	for i := range o.games {
		seed := ouro.GameSeed(seed, i)
		g, err := playGame(m, solvers, kindOf(family, o.snakes, seed), seed, int64(o.nodes))
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

func playGame(m *model, solvers map[int][]ouro.Solver, kind int, seed uint64, nodes int64) (g game, err error) {
	g.Seed, g.Kind = seed, kind
	rules, s, dice, err := deal(kinds[kind], seed)
	if err != nil {
		return g, err
	}
	for seat := len(solvers[kind]); seat < len(s.Snakes); seat++ {
		solver, err := m.form.player(ouro.Setup{Rules: rules, Start: s, Seat: seat, Options: thinking}, m)
		if err != nil {
			return g, err
		}
		solvers[kind] = append(solvers[kind], solver)
	}
	chance := ouro.NewPCG(ouro.Mix(seed, 0x736c6970))
	opening := chance.Roll(openings + 1)
	nodes = nodes/2 + int64(chance.Roll(int(nodes)))
	pos := sim.New(s)
	before := pos.Alive()
	for turn := 0; ; turn++ {
		pos.Load(s)
		if _, over := rules.Over(s); over || turn == longest {
			g.Results = results(before, pos.Alive(), m.form.views())
			return g, nil
		}
		before = pos.Alive()
		slip := -1
		if chance.Roll(slips) == 0 {
			slip = chance.Roll(len(s.Snakes))
		}
		joint := make([]ouro.Dir, len(s.Snakes))
		thought := make([]float32, len(s.Snakes))
		for rest := before; rest != 0; rest = rest.Rest() {
			seat := rest.First()
			d, err := solvers[kind][seat].Decide(context.Background(), ouro.Turn{State: s, Seat: seat, Nodes: nodes})
			if err != nil {
				return g, err
			}
			joint[seat], thought[seat] = d.Dir, float32(d.Score)
			if turn < opening || seat == slip {
				if moves := pos.Moves(seat); moves != 0 {
					joint[seat] = moves.At(chance.Roll(moves.Len()))
				}
			}
		}
		g.Scores = append(g.Scores, m.scores(pos, thought)...)
		moves := uint8(0)
		for seat, d := range joint {
			moves |= uint8(d) << (2 * seat)
		}
		g.Moves = append(g.Moves, moves)
		rules.Step(s, joint)
		rules.Spawn(s, dice)
	}
}

// results returns the result of a game for each view. The survivors share the win; without
// survivors, the snakes that lived until the last turn share it.
func results(before, alive sim.SeatSet, views int) []float32 {
	if alive == 0 {
		alive = before
	}
	shares := make([]float32, views)
	for seat := range shares {
		if alive.Has(seat) {
			shares[seat] = 1 / float32(alive.Len())
		}
	}
	return shares
}

// scores returns the values of a position for each view, from hydra's scores. In duels a value
// is the mean over the searches for both snakes.
func (m *model) scores(pos *sim.Position, thought []float32) []float32 {
	scores := make([]float32, m.form.views())
	alive := pos.Alive()
	for seat := range scores {
		switch {
		case !alive.Has(seat):
			scores[seat] = gone
		case alive.Len() == 2:
			scores[seat] = thought[seat]/2 - thought[(alive&^(1<<seat)).First()]/2
		default:
			scores[seat] = thought[seat]
		}
	}
	return scores
}

// gone is the score of a dead snake, which cannot win.
const gone = -1 << 20

func summary(games []game) string {
	turns, drawn := 0, 0
	for _, g := range games {
		turns += len(g.Moves)
		for _, r := range g.Results {
			if r > 0 && r < 1 {
				drawn++
				break
			}
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

func loadGames(file string, family hydra.Family, snakes int) (games []game, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReader(f) // from f itself, a decoder would read ahead into the games of the next decoder
	for {
		var some []game
		if err := gob.NewDecoder(r).Decode(&some); errors.Is(err, io.EOF) {
			return games, nil
		} else if err != nil {
			return nil, err
		}
		games = append(games, some...)
		for _, g := range some {
			if g.Kind >= len(kinds) || kinds[g.Kind].snakes != snakes || kinds[g.Kind].family != family || len(g.Results) != formOf(snakes, family).views() {
				return nil, fmt.Errorf("%s: has games that are not %s with %d snakes", file, hydra.FamilyNames[family], snakes)
			}
		}
	}
}
