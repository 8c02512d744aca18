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
// TestLearn plays games. At some of their meals, it takes several candidates and continues the game
// from each of them for some more meals. It repeats this several times, with few nodes and with the
// same dice for all candidates. A least-squares fit over all boards then explains the differences
// in moves between the candidates of one meal by the differences in their traits. The weights may
// change only a little from one length or size to the next. New weights change the games, so there
// are several rounds: the first uses only the look ahead, each later one the weights of the round
// before. TestLearn takes about a quarter of an hour on two cores.
var learnShare = flag.Float64("learn", 0, "write weights.go from this share of the games that it takes")

// trainingBoard is one board of the training data and the amount of data from it. No board is odd,
// because separate weights for odd boards made no difference.
type trainingBoard struct {
	w, h    int
	nodes   string // candidates for each meal of a game
	meals   int    // number of meals for which a candidate's game continues
	plays   int    // repetitions for each candidate
	lessons int
}

var trainingBoards = []trainingBoard{
	{6, 6, "100", 6, 8, 5000},
	{8, 8, "100", 6, 8, 3000},
	{10, 10, "100", 6, 8, 3000},
	{14, 14, "100", 6, 4, 1200},
	{20, 20, "", 6, 2, 1200},
	{30, 30, "", 6, 2, 200},
}

// candidatesPlayed is the number of candidates of a meal from which the game continues.
const candidatesPlayed = 6

// lesson holds the results of the candidates of one meal, each minus their mean.
type lesson struct {
	length, cells int
	traits        []traits
	moves         []float64 // number of moves after the meal
}

// rounds has, by round, the share of the lessons that the round uses.
var rounds = []float64{0.1, 1}

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
	var mu sync.Mutex
	var wg sync.WaitGroup
	all := make([][]lesson, 0)
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, c := range trainingBoards {
		if *learnShare == 0 && c.w > 6 {
			continue
		}
		const parts = 4
		for part := range parts {
			count := max(1, int(share*float64(c.lessons)/parts))
			wg.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				l := c.learn(t, ouro.Mix(20261126+uint64(round), uint64(i*parts+part)), count)
				mu.Lock()
				defer mu.Unlock()
				all = append(all, l)
				if *learnShare > 0 {
					fmt.Printf("round %d of %d, %dx%d: %d lessons\n", round+1, len(rounds), c.w, c.h, len(l))
				}
			})
		}
	}
	wg.Wait()
	slices.SortFunc(all, func(a, b []lesson) int { return slices.Compare(a[0].moves, b[0].moves) }) // so that the order does not depend on threads
	return slices.Concat(all...)
}

type trial struct {
	candidate
	traits traits
}

func (c trainingBoard) learn(t *testing.T, seed uint64, count int) (lessons []lesson) {
	level, err := classic.OpenLevel(c.w, c.h)
	if err != nil {
		t.Fatal(err)
	}
	choose := ouro.NewPCG(ouro.Mix(seed, 1))
	for game := 0; ; game++ {
		food := ouro.GameDice(ouro.GameSeed(seed, game))
		s, err := classic.Start(level, 1, food)
		if err != nil {
			t.Fatal(err)
		}
		player, other := c.player(t, s, c.nodes), c.player(t, s, "")
		for {
			classic.Rules{}.Spawn(s, food)
			if _, over := (classic.Rules{}).Over(s); over {
				break
			}
			candidates := map[string]*trial{}
			if length := s.Snakes[0].Body.Len(); length > 3 && choose.Roll(4) == 0 {
				player.onWeigh = func() { player.note(candidates) }
			}
			d, err := player.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			player.onWeigh = nil
			if len(candidates) > 1 {
				l := lesson{length: player.length, cells: s.Grid.Size()}
				dice := choose.Uint64()
				for _, try := range someOf(candidates, choose) {
					l.traits = append(l.traits, try.traits)
					l.moves = append(l.moves, c.playOn(t, other, player, &try.candidate, s, dice)-float64(try.meal))
				}
				if lessons = append(lessons, l); len(lessons) == count {
					return lessons
				}
			}
			classic.Rules{}.Step(s, []ouro.Dir{d.Dir})
		}
	}
}

func (c trainingBoard) player(t *testing.T, s *ouro.State, nodes string) *ouroboros {
	var options ouro.Options
	if nodes != "" {
		options = ouro.Options{{Key: "nodes", Value: nodes}}
	}
	solver, err := New(ouro.Setup{Rules: classic.Rules{}, Start: s, Seed: 1, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return solver.(*ouroboros)
}

// note records the loaded candidate unless a candidate with fewer steps leads to the same
// body.
func (t *thinker) note(candidates map[string]*trial) {
	a, body := t.ahead, fmt.Sprint(t.ahead.after)
	if known, ok := candidates[body]; ok && known.meal <= t.meal {
		return
	}
	try := &trial{}
	a.shape(&try.traits)
	try.traits[lookTrait] = a.meanDistance(t.foods(), math.Inf(1))
	t.keep(&try.candidate, float64(t.meal))
	for i, x := range try.traits {
		try.cost += t.weights[i] * x
	}
	try.safe.copyFrom(a.safe)
	candidates[body] = try
}

// someOf returns the candidates from which the game continues: the cheapest one and some random
// others, mostly cheap ones.
func someOf(candidates map[string]*trial, d dice) []*trial {
	bodies := make([]string, 0, len(candidates))
	for body := range candidates {
		bodies = append(bodies, body)
	}
	slices.Sort(bodies)
	slices.SortStableFunc(bodies, func(a, b string) int {
		return int(math.Copysign(1, candidates[a].cost-candidates[b].cost))
	})
	for len(bodies) > candidatesPlayed {
		i := max(1+d.Roll(len(bodies)-1), 1+d.Roll(len(bodies)-1))
		bodies = slices.Delete(bodies, i, i+1)
	}
	some := make([]*trial, len(bodies))
	for i, body := range bodies {
		some[i] = candidates[body]
	}
	return some
}

// playOn follows a candidate of the player, continues to the end of the given number of later
// meals, and returns the mean number of moves.
func (c trainingBoard) playOn(t *testing.T, o, player *ouroboros, plan *candidate, s *ouro.State, seed uint64) float64 {
	moves := 0
	for play := range c.plays {
		s, dice := s.Clone(), ouro.GameDice(ouro.GameSeed(seed, play))
		o.take(player, plan, s)
		for meals := -1; ; {
			if len(s.Food) == 0 {
				if meals++; meals == c.meals {
					break
				}
				classic.Rules{}.Spawn(s, dice)
			}
			if _, over := (classic.Rules{}).Over(s); over {
				break
			}
			d, err := o.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			classic.Rules{}.Step(s, []ouro.Dir{d.Dir})
			moves++
		}
	}
	return float64(moves) / float64(c.plays)
}

// take gives o the position of the player at the beginning of this plan.
func (o *ouroboros) take(player *ouroboros, plan *candidate, s *ouro.State) {
	if plan.free {
		o.adopt(plan.safe[0].order, plan.safe[0].hole)
	} else {
		o.adopt(plan.order, plan.hole)
	}
	o.startBody = append(o.startBody[:0], player.startBody...)
	o.begin(o.startBody, 1, plan.ordered)
	o.restore(plan)
	o.safe.copyFrom(plan.safe)
	o.turn, o.stepsMade, o.goal, o.cost = s.Turn, 0, s.Food[0], plan.cost
	o.dice = ouro.NewPCG(uint64(s.Turn))
	o.ahead.setDice(o.dice)
}

// setDice makes a and the aheads of later meals use these dice.
func (a *ahead) setDice(d dice) {
	for ; a != nil; a = a.inner {
		a.dice = d
	}
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
	names := [traitCount]string{"lookTrait", "nearTrait", "apartTrait", "borderTrait", "layersTrait", "placeTrait", "beyondTrait"}
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
