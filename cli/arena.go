package cli

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/arena"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/rule/maze"
)

func newArena(stdio IO) *cobra.Command {
	return group(&cobra.Command{
		Use:   "arena",
		Short: "Tournaments: is my new version better, and how sure is that?",
		Long: `Arena plays tournaments of solvers and of snakes elsewhere, by any rules, and says
who is better and how sure that is: cross table, ratings with error bars, causes of
death, latencies; or it plays until it is known whether one is better than the other.

Each start and each course of the food is played with every snake in every seat. Every
finished game is kept at once, so that the same command continues a tournament that was
stopped.`,
		Example: `  ouro arena run new=spot:hungry=60 old=spot --format sprt   is it better?
  ouro arena run me=http://127.0.0.1:8001 greedy hungry      ratings of several
  ouro results show last                                     all tables again
  ouro arena tune spot --param hungry=5..95 --nodes 500      the best number`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && args[0] == "report" { // of earlier versions
				return usagef("arena report: tournaments are kept in one file with all other results, and ouro results show prints them; ouro results import DIRECTORY reads the directory of an earlier version")
			}
			return onlyCommands(cmd, args)
		},
	}, newArenaRun(stdio), newArenaOpenings(stdio), newArenaTune(stdio))
}

// arenaFlags say what a tournament is.
type arenaFlags struct {
	config      string
	title       string
	snakes      []string
	format      string
	games       int
	rules       string
	options     ruleOptions
	board       sizeValue
	level       string
	startLength int
	seats       int
	seed        seedValue
	openings    string
	budget      budgetFlags
	answer      time.Duration // that guests have for an answer
	retries     int
	workers     int

	elo0, elo1, alpha, beta float64

	cmd *cobra.Command
}

func (o *arenaFlags) add(cmd *cobra.Command) {
	o.cmd = cmd
	flags := cmd.Flags()
	flags.StringVar(&o.config, "config", "", "read the tournament from this `FILE`; flags beside it change what it says, and --snake replaces the snake of that name or adds one")
	flags.StringVar(&o.title, "title", "", "`TEXT` above the tables")
	snakeFlag(cmd, &o.snakes, "or the URL of a snake elsewhere; once for each snake")
	var formats []string
	for _, f := range arena.Formats() {
		formats = append(formats, f.Name+": "+f.Idea)
	}
	flags.StringVar(&o.format, "format", string(arena.RoundRobin), "`FORMAT` of the tournament; "+strings.Join(formats, "; "))
	gamesFlag(cmd, &o.games, 0, "; whole groups, which have the same start and food and everybody in every seat; more than before extend the tournament (default 200, with --format sprt at most 20000)")
	flags.IntVar(&o.seats, "seats", 0, "`N` snakes in a game; with --format ffa (default all)")
	flags.StringVar(&o.openings, "openings", "", "`POSITIONS` that games start from, instead of as the rules say; balanced (searched for), or a file or directory of positions or games, of which @20..40 are these turns")
	o.addPlayed(cmd)
	o.addQuestion(cmd, "with --format sprt")
}

// addPlayed adds what is played, and for how long snakes think.
func (o *arenaFlags) addPlayed(cmd *cobra.Command) {
	flags := cmd.Flags()
	rulesFlag(cmd, &o.rules, "standard", "e.g. royale:map=royale,shrink=10 or maze, ouro list has all")
	o.options.add(cmd, mustRules(battlesnake.Rulesets()[0].Name))
	boardFlag(cmd, &o.board, "(default that of the rules)")
	levelFlag(cmd, &o.level)
	startLengthFlag(cmd, &o.startLength, "; in Battlesnake always 3")
	seedFlag(cmd, &o.seed)
	o.budget.add(cmd, "; snakes elsewhere have --guest-timeout")
	guestTimeoutFlag(cmd, &o.answer)
	flags.IntVar(&o.retries, "retries", 0, "play a game again, at most `N` times, in which a snake had no answer of its own; else it counts by the rules")
	workersFlag(cmd, &o.workers, "or --concurrency, each plays a game (default one for each processor; with --time or snakes elsewhere on half of them one for each snake of a game)")
	alsoNamed(cmd, "workers", "concurrency")
	exclusive(cmd, "board", "level")
	exclusive(cmd, "nodes", "time", "cpu")
}

// addQuestion adds the hypotheses of format SPRT.
func (o *arenaFlags) addQuestion(cmd *cobra.Command, when string) {
	flags, usual := cmd.Flags(), arena.Default()
	flags.Float64Var(&o.elo0, "elo0", usual.Elo0, "H0, it is not better: at most this `ELO` more; "+when)
	flags.Float64Var(&o.elo1, "elo1", usual.Elo1, "H1, it is better: at least this `ELO` more; the smaller, the more games it takes; "+when)
	flags.Float64Var(&o.alpha, "alpha", usual.Alpha, "`CHANCE` of the answer H1 where H0 is true; "+when)
	flags.Float64Var(&o.beta, "beta", usual.Beta, "`CHANCE` of the answer H0 where H1 is true; "+when)
}

// mustRules are rules of the roster. It panics where that has none of this name.
func mustRules(name string) *roster.RulesEntry {
	rules, err := roster.FindRules(name)
	if err != nil {
		panic(err)
	}
	return &rules
}

// setting is the tournament of the flags, ready to be played.
func (o *arenaFlags) setting(ctx context.Context) (*arena.Setting, error) {
	t := arena.Default()
	if o.config != "" {
		text, err := readFile(ctx, o.cmd.InOrStdin(), o.config, maxLevelSize)
		if err != nil {
			return nil, err
		}
		if t, err = arena.Parse(string(text)); err != nil {
			return nil, usagef("%s: %w", o.config, err)
		}
	}
	if err := o.fill(t); err != nil {
		return nil, err
	}
	if len(t.Snakes) == 0 {
		return nil, usagef("nobody takes part: name two snakes or more, e.g. ouro arena run new=spot:hungry=60 old=spot --format sprt")
	}
	s, err := t.Open(ctx)
	if err != nil && ctx.Err() == nil {
		err = usageError{err}
	}
	return s, err
}

// fill puts into a tournament what flags were given for.
func (o *arenaFlags) fill(t *arena.Tournament) error {
	if err := o.check(); err != nil {
		return err
	}
	if err := o.change(t); err != nil {
		return err
	}
	return o.readLevel(t)
}

// readLevel puts the drawing in place of the name of a file.
func (o *arenaFlags) readLevel(t *arena.Tournament) error {
	if t.Level == "" || strings.Contains(t.Level, "\n") {
		return nil
	}
	if _, err := maze.Level(t.Level); err == nil {
		return nil
	}
	level, err := readLevel(o.cmd, t.Level)
	if err == nil {
		t.Level = level.String()
	}
	return err
}

// check finds numbers that no tournament has.
func (o *arenaFlags) check() error {
	given := o.cmd.Flags().Changed
	if given("games") {
		if err := atLeastOne("games", o.games); err != nil {
			return err
		}
	}
	if given("guest-timeout") {
		if err := checkGuestTimeout(o.answer); err != nil {
			return err
		}
	}
	if given("start-length") {
		if err := atLeastOne("start-length", o.startLength); err != nil {
			return err
		}
	}
	if _, err := o.budget.budget(); err != nil {
		return err
	}
	return cmp.Or(notNegative("workers", o.workers), notNegative("seats", o.seats), notNegative("retries", o.retries))
}

// change changes what flags were given for.
func (o *arenaFlags) change(t *arena.Tournament) error {
	given := o.cmd.Flags().Changed
	changed := func(flag string, change func()) {
		if given(flag) {
			change()
		}
	}
	changed("title", func() { t.Title = o.title })
	changed("format", func() { t.Format = arena.Format(o.format) })
	changed("games", func() { t.Games = o.games })
	changed("board", func() { t.Board, t.Level = o.board.String(), "" })
	changed("level", func() { t.Board, t.Level = "", o.level })
	changed("start-length", func() { t.StartLength = o.startLength })
	changed("seats", func() { t.Seats = o.seats })
	changed("seed", func() { t.Seed = uint64(o.seed) })
	changed("openings", func() { t.Openings, t.OpeningsSum = o.openings, "" })
	if given("nodes") || given("time") || given("cpu") {
		t.Nodes, t.Time, t.CPU = o.budget.nodes, o.budget.time, o.budget.cpu
	}
	changed("guest-timeout", func() { t.GuestTimeout = o.answer })
	changed("retries", func() { t.Retries = o.retries })
	changed("workers", func() { t.Workers = o.workers })
	for flag, change := range map[string]func(){
		"elo0": func() { t.Elo0 = o.elo0 }, "elo1": func() { t.Elo1 = o.elo1 },
		"alpha": func() { t.Alpha = o.alpha }, "beta": func() { t.Beta = o.beta },
	} {
		if given(flag) && t.Format != arena.SPRT {
			return usagef("--%s: goes with --format sprt", flag)
		}
		changed(flag, change)
	}
	if err := o.changeRules(t); err != nil {
		return err
	}
	return o.changeSnakes(t)
}

// changeRules lets flags for options of the rules stand above what a file says of
// them.
func (o *arenaFlags) changeRules(t *arena.Tournament) error {
	text := o.rules
	if !o.cmd.Flags().Changed("rules") && t.Rules != "" {
		text = t.Rules
		if spec, err := ouro.ParseSpec(text); err == nil {
			spec.Options = slices.DeleteFunc(spec.Options, func(option ouro.Option) bool {
				_, ours := o.options.values.Get(option.Key)
				return ours && o.cmd.Flags().Changed(option.Key)
			})
			text = spec.String()
		}
	}
	spec, err := o.options.rules(text)
	if err != nil {
		return err
	}
	t.Rules = spec.String()
	if rules, err := roster.FindRules(spec.Name); err == nil && rules.Home == roster.Battlesnake {
		if _, err := wire.NewGame("", spec, 0); err != nil { // before the options are a text again
			return usageError{err}
		}
	}
	return nil
}

// changeSnakes adds snakes, or replaces those of the same name.
func (o *arenaFlags) changeSnakes(t *arena.Tournament) error {
	more, err := host.ParseEntrants(o.snakes)
	if err != nil {
		return usageError{err}
	}
	before := len(t.Snakes)
	for _, e := range more {
		s := arena.Snake{Name: e.Name, Snake: e.Address()}
		i := slices.IndexFunc(t.Snakes[:before], func(o arena.Snake) bool { return cmp.Or(o.Name, o.Snake) == s.Name })
		if i >= 0 {
			t.Snakes[i] = s
		} else {
			t.Snakes = append(t.Snakes, s)
		}
	}
	return nil
}
