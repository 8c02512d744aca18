package ouroboros

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"ouro"
	"ouro/rule/classic"
)

// learnShare is the share of the games that TestLearn plays. Set it to write weights.go again:
//
//	go test ./solve/ouroboros -run TestLearn -timeout 0 -learn 1
//
// TestLearn plays whole games. Each meal is one observation: the traits of the position after it,
// and the moves that the game took from there, which are counted for some meals and then evaluated
// with the weights of the round before. A least-squares fit over all boards explains the differences
// in moves between games at the same length by the differences in their traits. The weights may
// change only a little from one length or size to the next. New weights change the games, so there
// are several rounds; the first uses only the look ahead. TestLearn takes about half an hour on two
// cores.
var learnShare = flag.Float64("learn", 0, "write weights.go from this share of the games that it takes")

// trainingBoard is one board of the training data and the amount of data from it. No board is odd,
// because separate weights for odd boards made no difference.
type trainingBoard struct {
	w, h  int
	nodes string // candidates for each meal
	games int
}

var trainingBoards = []trainingBoard{
	{6, 6, "100", 2000},
	{8, 8, "100", 1400},
	{10, 10, "100", 1800},
	{14, 14, "100", 200},
	{20, 20, "", 112},
	{30, 30, "", 24},
}

const (
	mealsCounted = 5 // meals after an observation whose moves are counted
	gamesAlike   = 8 // games that are compared with each other
)

// lesson holds observations at one length: of each, the traits and the moves, minus their mean.
type lesson struct {
	length, cells int
	traits        []traits
	moves         []float64
}

// rounds has, by round, the share of the lessons that the round uses.
var rounds = []float64{0.1, 1, 1}

func TestLearn(t *testing.T) {
	share := *learnShare
	if share == 0 {
		share = 0.0004
	}
	before := learned
	defer func() { learned = before }()
	var weights table
	for size := range weights {
		for fill := range weights[size][lookTrait] {
			weights[size][lookTrait][fill] = 1
		}
	}
	for round, part := range rounds {
		for size := range weights {
			for trait := range weights[size] {
				for fill, x := range weights[size][trait] {
					learned[size][trait][fill] = float32(x)
				}
			}
		}
		if weights = weightsFrom(lessonsOf(t, round, part*share)); math.IsNaN(weights[0][0][0]) {
			t.Fatal("no weights")
		}
	}
	if *learnShare > 0 {
		if err := os.WriteFile("weights.go", weightsFile(&weights), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func lessonsOf(t *testing.T, round int, share float64) []lesson {
	var wg sync.WaitGroup
	all := make([][][]lesson, len(trainingBoards))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, c := range trainingBoards {
		if *learnShare == 0 && c.w > 6 {
			continue
		}
		groups := max(1, int(share*float64(c.games)/gamesAlike))
		all[i] = make([][]lesson, groups)
		for group := range groups {
			wg.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				all[i][group] = c.learn(t, ouro.Mix(20261127+uint64(round), uint64(1000*i+group)))
			})
		}
	}
	wg.Wait()
	var lessons []lesson
	for _, groups := range all {
		lessons = append(lessons, slices.Concat(groups...)...)
	}
	if *learnShare > 0 {
		fmt.Printf("round %d of %d: %d lessons\n", round+1, len(rounds), len(lessons))
	}
	return lessons
}

// learn plays games and returns a lesson for each length.
func (c trainingBoard) learn(t *testing.T, seed uint64) []lesson {
	lessons := make([]lesson, c.w*c.h)
	for i := range lessons {
		lessons[i].length, lessons[i].cells = i, c.w*c.h
	}
	for game := range gamesAlike {
		var moves []int     // by meal, counted from the start
		var costs []float64 // by meal: evaluation of the position after it
		var seen []traits
		c.play(t, ouro.GameSeed(seed, game), func(o *ouroboros, move int) {
			x := o.position()
			cost := 0.0
			for k := range x {
				cost += o.weights[k] * x[k]
			}
			moves, costs, seen = append(moves, move), append(costs, cost), append(seen, x)
		})
		for i := range seen {
			then := min(i+mealsCounted, len(seen)-1)
			l := &lessons[c.w*c.h-len(seen)+i]
			l.traits = append(l.traits, seen[i])
			l.moves = append(l.moves, float64(moves[then]-moves[i])+costs[then])
		}
	}
	return slices.DeleteFunc(lessons, func(l lesson) bool { return l.length <= 3 || len(l.moves) < 2 })
}

// play plays one game. At each meal it calls ate with the number of moves until then.
func (c trainingBoard) play(t *testing.T, seed uint64, ate func(o *ouroboros, move int)) {
	level, err := classic.OpenLevel(c.w, c.h)
	if err != nil {
		t.Fatal(err)
	}
	food := ouro.GameDice(seed)
	s, err := classic.Start(level, 1, food)
	if err != nil {
		t.Fatal(err)
	}
	player := c.player(t, s)
	for {
		classic.Rules{}.Spawn(s, food)
		if _, over := (classic.Rules{}).Over(s); over {
			return
		}
		d, err := player.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		if player.stepsMade == player.meal {
			ate(player, s.Turn+1)
		}
		classic.Rules{}.Step(s, []ouro.Dir{d.Dir})
	}
}

func (c trainingBoard) player(t *testing.T, s *ouro.State) *ouroboros {
	var options ouro.Options
	if c.nodes != "" {
		options = ouro.Options{{Key: "nodes", Value: c.nodes}}
	}
	solver, err := New(ouro.Setup{Rules: classic.Rules{}, Start: s, Seed: 1, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return solver.(*ouroboros)
}

// position returns the traits of the position after the plan's meal.
func (o *ouroboros) position() (x traits) {
	a := o.ahead
	if o.free {
		a.loadFree(o.planner)
		a.setRing(o.safe[0].order, o.safe[0].hole, o.safe[0].ordered)
	} else {
		a.load(o.planner)
	}
	a.safe.copyFrom(o.safe)
	if a.shape(&x); len(a.after) < len(o.squares) {
		x[lookTrait] = a.meanDistance(o.foods(), math.Inf(1))
	}
	return x
}

type table [len(learnedSizes)][traitCount][len(learnedFills)]float64

// stiffness is the weight of the penalty for different weights of neighbouring sizes and fills.
const stiffness = 30

func weightsFrom(lessons []lesson) (weights table) {
	const fills, sizes = len(learnedFills), len(learnedSizes)
	const n = sizes * traitCount * fills
	at := func(size, trait, fill int) int { return (size*traitCount+trait)*fills + fill }
	noise := map[int]*tally{} // variance of the moves, by cells
	scale := [sizes][traitCount]tally{}
	for i := range lessons {
		l := &lessons[i]
		l.center()
		if noise[l.cells] == nil {
			noise[l.cells] = &tally{}
		}
		size, part := between(learnedSizes[:], max(learnedSizes[0], math.Log(float64(l.cells))))
		if part > 0.5 {
			size++
		}
		for j, x := range l.moves {
			noise[l.cells].add(x * x)
			for k, y := range l.traits[j] {
				scale[size][k].add(y * y)
			}
		}
	}
	products, sums := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	row := make([]float64, n)
	for i := range lessons {
		l := &lessons[i]
		size, bySize := between(learnedSizes[:], max(learnedSizes[0], math.Log(float64(l.cells))))
		fill, byFill := between(learnedFills[:], max(learnedFills[0], float64(l.length)/float64(l.cells)))
		for j, moves := range l.moves {
			var touched []int
			for k, x := range l.traits[j] {
				for s, wantSize := range [2]float64{1 - bySize, bySize} {
					for f, wantFill := range [2]float64{1 - byFill, byFill} {
						if part := wantSize * wantFill; part > 0 {
							row[at(size+s, k, fill+f)] = part * x
							touched = append(touched, at(size+s, k, fill+f))
						}
					}
				}
			}
			for _, a := range touched {
				sums.SetVec(a, sums.AtVec(a)+row[a]*moves/noise[l.cells].mean)
				for _, b := range touched {
					if b >= a {
						products.SetSym(a, b, products.At(a, b)+row[a]*row[b]/noise[l.cells].mean)
					}
				}
			}
			for _, a := range touched {
				row[a] = 0
			}
		}
	}
	pull := func(a, b int, strength float64) {
		products.SetSym(a, a, products.At(a, a)+strength)
		products.SetSym(b, b, products.At(b, b)+strength)
		products.SetSym(a, b, products.At(a, b)-strength)
	}
	var mean tally
	for _, v := range noise {
		mean.add(v.mean)
	}
	for size := range sizes {
		for k := range traitCount {
			strength := max(1e-6, stiffness*scale[size][k].mean/mean.mean)
			for fill := range fills {
				products.SetSym(at(size, k, fill), at(size, k, fill), products.At(at(size, k, fill), at(size, k, fill))+strength/100)
				if fill > 0 {
					pull(at(size, k, fill-1), at(size, k, fill), strength)
				}
				if size > 0 {
					pull(at(size-1, k, fill), at(size, k, fill), strength/4)
				}
			}
		}
	}
	var factors mat.Cholesky
	if !factors.Factorize(products) {
		weights[0][0][0] = math.NaN()
		return weights
	}
	var solution mat.VecDense
	if err := factors.SolveVecTo(&solution, sums); err != nil {
		weights[0][0][0] = math.NaN()
		return weights
	}
	for size := range sizes {
		for k := range traitCount {
			for fill := range fills {
				weights[size][k][fill] = solution.AtVec(at(size, k, fill))
			}
		}
	}
	return weights
}

// TestWeightsFrom makes lessons whose moves follow known weights, plus noise, and requires that
// weightsFrom finds these weights. Differences between meals must have no effect.
func TestWeightsFrom(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 0))
	want := func(size, trait int) float64 { return float64(trait-3) + 0.2*float64(size) }
	var lessons []lesson
	for range 10000 {
		l := lesson{cells: 36 + random.IntN(865)}
		l.length = 1 + random.IntN(l.cells-1)
		size, bySize := between(learnedSizes[:], math.Log(float64(l.cells)))
		foods := 100 * random.Float64()
		for range 4 {
			var all traits
			moves := foods + 0.5*random.NormFloat64()
			for trait := range all {
				all[trait] = 2 * random.NormFloat64()
				moves += all[trait] * ((1-bySize)*want(size, trait) + bySize*want(size+1, trait))
			}
			l.traits, l.moves = append(l.traits, all), append(l.moves, moves)
		}
		lessons = append(lessons, l)
	}
	weights := weightsFrom(lessons)
	for size := range weights {
		for trait := range weights[size] {
			for fill, have := range weights[size][trait] {
				if math.Abs(have-want(size, trait)) > 0.1 {
					t.Errorf("size %d, trait %d, fill %d: %.2f, want %.2f", size, trait, fill, have, want(size, trait))
				}
			}
		}
	}
}

type tally struct {
	count int
	mean  float64
}

func (t *tally) add(x float64) {
	t.count++
	t.mean += (x - t.mean) / float64(t.count)
}

func (l *lesson) center() {
	each := 1 / float64(len(l.moves))
	var moves float64
	var mean traits
	for i := range l.moves {
		moves += each * l.moves[i]
		for k, x := range l.traits[i] {
			mean[k] += each * x
		}
	}
	for i := range l.moves {
		l.moves[i] -= moves
		for k := range mean {
			l.traits[i][k] -= mean[k]
		}
	}
}

func weightsFile(weights *table) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by go test ./solve/ouroboros -run TestLearn -timeout 0 -learn %v; DO NOT EDIT.\n\npackage ouroboros\n\n", *learnShare)
	b.WriteString("// learnedSizes are logarithms of the number of cells, learnedFills parts of the board.\n")
	list := func(all []float64) string {
		parts := make([]string, len(all))
		for i, x := range all {
			parts[i] = strconv.FormatFloat(x, 'g', 4, 64)
		}
		return strings.Join(parts, ", ")
	}
	fmt.Fprintf(&b, "var (\nlearnedSizes = [...]float64{%s}\nlearnedFills = [...]float64{%s}\n)\n\n", list(learnedSizes[:]), list(learnedFills[:]))
	b.WriteString("// learned are the weights by size, trait and fill.\nvar learned = [len(learnedSizes)][traitCount][len(learnedFills)]float32{\n")
	names := [traitCount]string{"lookTrait", "nearTrait", "apartTrait", "borderTrait", "layersTrait", "placeTrait", "beyondTrait", "soonTrait", "headTrait", "innerTrait", "turnsTrait"}
	for size := range weights {
		b.WriteString("{\n")
		for k := range weights[size] {
			fmt.Fprintf(&b, "%s: {%s},\n", names[k], list(weights[size][k][:]))
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	text, err := format.Source(b.Bytes())
	if err != nil {
		panic(err)
	}
	return text
}
