package env_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"ouro"
	"ouro/env"
	"ouro/internal/needs"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/battlesnake"
)

// twin is a slow second implementation of a board, written only from docs/environments.md. Package
// play plays its games, as in experiments.
type twin struct {
	cfg   env.Config
	seed  uint64
	game  int // number of the current game
	next  int
	play  *play.Game
	moves []ouro.Dir

	over     bool
	reward   []float64
	sum      []float64
	dead     []bool // terminated
	cut      []bool // truncated
	ending   ouro.Ending
	length   []int
	turn     int
	figureOf int // number of the game that the figures belong to

	final    *ouro.State // the end of the game that the last step ended, with SameStep
	finalSum []float64
}

type scripted struct {
	twin *twin
	seat int
}

func (w *twin) start(t *testing.T) {
	t.Helper()
	for {
		w.game, w.next = w.next, w.next+w.cfg.Boards
		deal, err := roster.Deal(w.cfg.Game, ouro.GameSeed(w.seed, w.game))
		if err != nil {
			t.Fatal(err)
		}
		seats := make([]ouro.Solver, max(1, w.cfg.Game.Snakes))
		for seat := range w.seats() {
			seats[seat] = scripted{w, seat}.solver()
		}
		for i, o := range w.cfg.Opponents {
			seat := w.seats() + i
			seats[seat] = opponent(t, o, ouro.Setup{
				Rules: deal.Rules, Start: deal.Start, Seat: seat, Threads: 1, Seed: ouro.SolverSeed(ouro.GameSeed(w.seed, w.game), seat),
			})
		}
		w.close(t)
		if w.play, err = play.New(play.Config{Deal: deal, Seats: seats}); err != nil {
			t.Fatal(err)
		}
		if _, over := w.play.Over(); !over {
			break
		}
	}
	w.sum = make([]float64, w.seats())
	w.over = false
}

func (w *twin) seats() int { return max(1, w.cfg.Game.Snakes) - len(w.cfg.Opponents) }

func opponent(t *testing.T, o env.Opponent, setup ouro.Setup) ouro.Solver {
	t.Helper()
	s, err := roster.Make(o.Solver, setup)
	if err != nil {
		t.Fatal(err)
	}
	return budgeted{s, o.Nodes}
}

type budgeted struct {
	ouro.Solver
	nodes int64
}

func (b budgeted) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	t.Nodes = b.nodes
	return b.Solver.Decide(ctx, t)
}

func (b budgeted) Close() error { return play.Close(b.Solver) }

func (w *twin) close(t *testing.T) {
	if w.play != nil {
		if err := w.play.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func (s scripted) solver() ouro.Solver {
	return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) {
		return ouro.Decision{Dir: s.twin.moves[s.seat]}, nil
	})
}

func (w *twin) reset(t *testing.T) {
	w.start(t)
	w.figures()
}

func (w *twin) figures() {
	s := w.play.State()
	n := w.seats()
	w.reward, w.dead, w.cut = make([]float64, n), make([]bool, n), make([]bool, n)
	w.ending, w.turn, w.figureOf, w.final = ouro.Unfinished, s.Turn, w.game, nil
	w.lengths(s)
}

func (w *twin) lengths(s *ouro.State) {
	w.length = nil
	for i := range w.seats() {
		w.length = append(w.length, s.Snakes[i].Body.Len())
	}
}

func (w *twin) step(t *testing.T, moves []ouro.Dir) {
	t.Helper()
	n := len(w.reward)
	if w.over {
		switch w.cfg.Autoreset {
		case env.NextStep:
			w.reset(t)
		default:
			w.reward = make([]float64, n)
		}
		return
	}
	if w.final != nil { // the figures of the previous game are gone
		w.dead, w.cut, w.final = make([]bool, n), make([]bool, n), nil
	}
	w.moves = moves
	was := w.play.State().Clone()
	if err := w.play.Move(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := w.play.State()
	outcome, over := w.play.Over()
	if lives := func(sn ouro.Snake) bool { return sn.Cause == ouro.Alive }; len(w.cfg.Opponents) > 0 && !slices.ContainsFunc(s.Snakes[:n], lives) {
		over = true
		if outcome.Ending != ouro.Drawn {
			outcome.Ending = ouro.Died
		}
	}
	looped := outcome.Ending == ouro.Looped
	cut := looped || !over && w.cfg.MaxTurns > 0 && s.Turn >= w.cfg.MaxTurns
	r := w.cfg.Reward
	for i := range n {
		w.reward[i] = 0
		if was.Snakes[i].Cause != ouro.Alive {
			continue
		}
		lives := s.Snakes[i].Cause == ouro.Alive
		fed := s.Snakes[i].Hunger < was.Snakes[i].Hunger+1 && (lives || s.Snakes[i].Hunger == 0 && was.Snakes[i].Body.Len() < s.Snakes[i].Body.Len())
		sum := r.Turn
		if fed {
			sum += r.Meal
		}
		head := was.Snakes[i].Body.Head()
		to := s.Grid.Next(head, moves[i])
		if to != ouro.NoCell && (lives || battle(&w.cfg)) { // in other games a dying snake stays where it was
			if a, b := distance(was, head), distance(was, to); a >= 0 {
				sum += r.Closer * float64(a-b)
			}
		}
		if !lives || outcome.Ending == ouro.Trapped {
			sum += r.Death
		}
		if lives && outcome.Ending == ouro.Won && outcome.Winner == i {
			sum += r.Win
		}
		if lives && looped {
			sum += r.Loop
		}
		w.reward[i] = sum
		w.sum[i] = float64(float32(w.sum[i]) + float32(sum))
		w.dead[i] = !lives || over && !looped
		w.cut[i] = lives && cut
	}
	w.over = over || cut
	w.ending, w.turn, w.figureOf = outcome.Ending, s.Turn, w.game
	w.lengths(s)
	if w.over && w.cfg.Autoreset == env.SameStep {
		w.final = s.Clone()
		w.finalSum = w.sum
		w.start(t)
	}
}

func distance(s *ouro.State, from ouro.Cell) int {
	best := -1
	for c := range ouro.Cell(s.Grid.Size()) {
		if !s.HasFood(c) && s.Terrain(c) != ouro.Hedge {
			continue
		}
		if d := s.Grid.Distance(from, c); best < 0 || d < best {
			best = d
		}
	}
	return best
}

func battle(cfg *env.Config) bool {
	return cfg.Game.Rules.Name != "classic" && cfg.Game.Rules.Name != "maze"
}

// drawn returns a plane by row and column, as docs/environments.md describes it.
func drawn(s *ouro.State, cfg *env.Config, seat int, plane env.Plane) []float64 {
	g := s.Grid
	all := make([]float64, g.Size())
	for row := range g.H {
		for col := range g.W {
			c := g.At(col, g.H-1-row)
			at := row*g.W + col
			switch {
			case plane == env.Food && s.HasFood(c), plane == env.Walls && s.Terrain(c) == ouro.Wall, plane == env.Hedges && s.Terrain(c) == ouro.Hedge:
				all[at] = 1
			case plane == env.Hazards:
				all[at] = float64(s.Hazard(c))
			}
		}
	}
	if plane == env.Reach {
		drawReach(all, s, cfg, seat)
	}
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		if own := plane <= env.Tail; sn.Cause != ouro.Alive || plane > env.OthersTail || own != (i == seat) {
			continue
		}
		n := sn.Body.Len()
		for k := range n {
			x, y := g.XY(sn.Body.At(k))
			at := (g.H-1-y)*g.W + x
			switch plane {
			case env.Body, env.OthersBody:
				number := float64(n - k)
				if cfg.Float32 {
					number = float64(float32(number) / float32(g.Size()))
				}
				all[at] = max(all[at], number)
			case env.Head, env.OthersHead:
				if k > 0 {
					break
				}
				all[at] = 1
				if battle(cfg) {
					all[at] = float64(sn.Health)
				}
				if battle(cfg) && cfg.Float32 {
					all[at] = float64(float32(sn.Health) / 100)
				}
			default:
				if k == n-1 {
					all[at] = 1
				}
			}
		}
	}
	for at := range all {
		if !cfg.Float32 {
			all[at] = min(all[at], 255)
		}
	}
	return all
}

// drawReach draws how many moves away each cell is, by repeating until nothing changes.
func drawReach(all []float64, s *ouro.State, cfg *env.Config, seat int) {
	sn := &s.Snakes[seat]
	if sn.Cause != ouro.Alive {
		return
	}
	g := s.Grid
	const unknown = 1 << 20
	far := slices.Repeat([]int{unknown}, g.Size())
	far[sn.Body.Head()] = 0
	for changed := true; changed; {
		changed = false
		for c, from := range far {
			if from == unknown {
				continue
			}
			for _, d := range ouro.Dirs {
				to := g.Next(ouro.Cell(c), d)
				if to != ouro.NoCell && far[to] > from+1 && s.Enterable(seat, to) {
					far[to], changed = from+1, true
				}
			}
		}
	}
	for c, n := range far {
		if n == unknown {
			continue
		}
		x, y := g.XY(ouro.Cell(c))
		all[(g.H-1-y)*g.W+x] = float64(n)
		if cfg.Float32 {
			all[(g.H-1-y)*g.W+x] = float64(float32(n) / float32(g.Size()))
		}
	}
}

func (w *twin) differs(v results, i int) string {
	s := w.play.State()
	over := w.over || w.final != nil
	sum := w.sum
	if w.final != nil {
		sum = w.finalSum
	}
	for name, want := range map[string]float64{"over": number(over), "ending": float64(w.ending), "turn": float64(w.turn), "game": float64(w.figureOf)} {
		if got := v.at(name, i); got != want {
			return fmt.Sprintf("%s %v, twin %v", name, got, want)
		}
	}
	for seat := range w.seats() {
		for name, want := range map[string]float64{
			"rewards": float64(float32(w.reward[seat])), "returns": sum[seat],
			"terminated": number(w.dead[seat]), "truncated": number(w.cut[seat]), "lengths": float64(w.length[seat]),
		} {
			if got := v.at(name, i, seat); got != want {
				return fmt.Sprintf("seat %d: %s %v, twin %v", seat, name, got, want)
			}
		}
		for _, d := range ouro.Dirs {
			legal := !w.over && s.Snakes[seat].Cause == ouro.Alive && s.Enterable(seat, s.Grid.Next(s.Snakes[seat].Body.Head(), d))
			if got := v.at("masks", i, seat, int(d)); got != number(legal) {
				return fmt.Sprintf("seat %d: %v legal %v, twin %v", seat, d, got, legal)
			}
		}
		if diff := w.differsObserved(v, "observations", s, i, seat); diff != "" {
			return diff
		}
		if w.final != nil {
			if diff := w.differsObserved(v, "final_observations", w.final, i, seat); diff != "" {
				return diff
			}
		}
	}
	return ""
}

func (w *twin) differsObserved(v results, section string, s *ouro.State, i, seat int) string {
	for n, plane := range w.cfg.Planes {
		twin := drawn(s, &w.cfg, seat, plane)
		for row := range s.Grid.H {
			for col := range s.Grid.W {
				if got, want := v.at(section, i, seat, n, row, col), twin[row*s.Grid.W+col]; got != want {
					return fmt.Sprintf("%s, seat %d: plane %s, row %d, column %d: %v, twin %v of %s", section, seat, plane, row, col, got, want, s)
				}
			}
		}
	}
	return ""
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// TestTwin plays games of all kinds in all modes, and compares all results with the twin
// after each step. Most moves are legal.
func TestTwin(t *testing.T) {
	t.Parallel()
	all := games(t)
	for n, name := range slices.Sorted(maps.Keys(all)) {
		for _, mode := range []env.Autoreset{env.NextStep, env.SameStep, env.Off} {
			for _, wide := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%v/%v", name, wide, mode), func(t *testing.T) {
					reward, err := env.ParseReward("meal=2,death=-3,win=11,loop=-5,turn=-0.25,closer=0.5")
					if err != nil {
						t.Fatal(err)
					}
					cfg := env.Config{Game: all[name], Boards: 3, Seed: uint64(n), Float32: wide, Autoreset: mode, Reward: reward}
					if wide == (mode == env.SameStep) {
						cfg.MaxTurns = 50
					}
					if mode == env.SameStep {
						cfg.Planes = []env.Plane{env.Reach, env.Body, env.Head}
					}
					testTwin(t, cfg, needs.Many(30, 150), 30)
					if mode == env.Off { // some snakes die in the turn in which the game is truncated
						cfg.MaxTurns = 5
						testTwin(t, cfg, needs.Many(30, 80), 3)
					}
				})
			}
		}
	}
}

// testTwin makes this many steps. About one of every oneIn moves may be illegal.
func testTwin(t *testing.T, cfg env.Config, steps, oneIn int) {
	t.Helper()
	v, err := env.New(cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	cfg = v.Config()
	twins := make([]*twin, cfg.Boards)
	for i := range twins {
		twins[i] = &twin{cfg: cfg, seed: cfg.Seed, next: i}
		twins[i].reset(t)
		defer twins[i].close(t)
	}
	if err := v.Reset(nil); err != nil {
		t.Fatal(err)
	}
	if racing { // the race detector needs only a few steps
		steps /= 3
	}
	dice := ouro.NewPCG(5)
	seats := max(1, cfg.Game.Snakes) - len(cfg.Opponents)
	ends := 0
	sees := show(t, v)
	for n := range steps {
		for i, w := range twins {
			if diff := w.differs(sees, i); diff != "" {
				t.Fatalf("step %d, board %d: %s", n, i, diff)
			}
		}
		for i, w := range twins {
			s := w.play.State()
			moves := make([]ouro.Dir, seats)
			for seat := range moves {
				moves[seat] = ouro.Dir(dice.Roll(4))
				if w.over || s.Snakes[seat].Cause != ouro.Alive {
					v.Actions()[i*seats+seat] = 99 // must be ignored
					continue
				}
				if legal := s.Legal(seat); legal.Len() > 0 && dice.Roll(oneIn) > 0 {
					moves[seat] = legal.At(dice.Roll(legal.Len()))
				}
				v.Actions()[i*seats+seat] = uint8(moves[seat])
			}
			w.step(t, moves)
			if w.over || w.final != nil {
				ends++
			}
		}
		if err := v.Step(); err != nil {
			t.Fatal(err)
		}
		if cfg.Autoreset != env.Off || n%10 != 9 {
			continue
		}
		for i, w := range twins { // start another game of another seed on one board
			if w.over {
				w.seed, w.next, w.cfg.Boards = uint64(n), 3, 2
				w.reset(t)
				if err := v.Reset([]env.BoardReset{{Board: i, Sequence: &env.GameSequence{Seed: uint64(n), Game: 3, Stride: 2}}}); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
	if ends == 0 && !racing {
		t.Error("no game has ended")
	}
	if !slices.Contains(cfg.Planes, env.Body) {
		t.Error("no plane of the body")
	}
}

// TestTwinOnEveryMap plays a few turns on all maps of Battlesnake, and under all its
// rulesets, and compares them with the twin.
func TestTwinOnEveryMap(t *testing.T) {
	t.Parallel()
	type board struct {
		rules        string
		w, h, snakes int
	}
	var all []board
	for _, m := range battlesnake.Maps() {
		b := board{"standard:map=" + m.Name, max(m.MinSide, 7), max(m.MinSide, 7), min(m.MaxSnakes, 2)}
		if len(m.Sizes) > 0 {
			b.w, b.h = m.Sizes[0].W, m.Sizes[0].H
		}
		all = append(all, b)
	}
	for _, r := range battlesnake.Rulesets() {
		all = append(all, board{r.Name, 7, 8, 2})
	}
	if len(all) < 20 {
		t.Fatalf("only %d boards", len(all))
	}
	for n, b := range all {
		t.Run(b.rules, func(t *testing.T) {
			cfg := env.Config{Game: game(t, b.rules, b.w, b.h, 0, b.snakes, ""), Boards: 2, Seed: uint64(n), Float32: n%2 == 0, Reward: env.DefaultReward(), MaxTurns: 35}
			testTwin(t, cfg, 40, 30)
		})
	}
}
