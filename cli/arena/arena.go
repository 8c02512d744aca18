// Package arena has the commands that play tournaments, search for start positions and tune
// snakes.
package arena

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
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/roster"
	"ouro/rule/battlesnake"
)

func New(stdio command.IO) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "arena",
		Short: "Play tournaments, and decide whether a snake is better",
		Long: `Arena plays tournaments of solvers and remote snakes, by any rules. It reports which
snake is better and how certain that is: a cross table, ratings with error bars, causes
of death and latencies. It can also play until a test decides whether one snake is better
than another.

From every start, with the same sequence of food, the games of a group place each snake in
each seat. Finished games are stored at once, so the same command continues a tournament
that was stopped.`,
		Example: `  ouro arena run new=spot:hungry=60 old=spot --format sprt   is it better?
  ouro arena run me=http://127.0.0.1:8001 greedy hungry      rate several snakes
  ouro results show last                                     all tables again
  ouro arena tune spot --param hungry=5..95 --nodes 500      find the best value`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && args[0] == "report" { // a command of earlier versions
				return command.Usagef("arena report: tournaments are now in the results file, and ouro results show prints them; ouro results import DIRECTORY reads the directory of an earlier version")
			}
			return command.OnlyCommands(cmd, args)
		},
	}, newRun(stdio), newOpenings(stdio), newTune(stdio))
}

type tournamentFlags struct {
	config      string
	title       string
	snakes      []string
	format      string
	games       int
	rules       string
	options     flags.RuleOptions
	board       flags.Size
	level       string
	startLength int
	seats       int
	seed        flags.SeedValue
	openings    string
	budget      flags.Budget
	answer      time.Duration // time limit for the answers of remote snakes
	retries     int
	workers     int

	elo0, elo1, alpha, beta float64

	cmd *cobra.Command
}

func (o *tournamentFlags) add(cmd *cobra.Command) {
	o.cmd = cmd
	fs := cmd.Flags()
	fs.StringVar(&o.config, "config", "", "read the tournament from this `FILE`; other flags override its values, and --snake replaces the snake of that name or adds one")
	fs.StringVar(&o.title, "title", "", "print this `TEXT` above the tables")
	flags.Snake(cmd, &o.snakes, "or the URL of a remote snake; once for each snake")
	var formats []string
	for _, f := range arena.Formats() {
		formats = append(formats, f.Name+": "+f.Idea)
	}
	fs.StringVar(&o.format, "format", string(arena.RoundRobin), "`FORMAT` of the tournament; "+strings.Join(formats, "; "))
	flags.Games(cmd, &o.games, 0, "; rounded up to whole groups, in which every snake takes every seat with the same start and food; a larger number extends the tournament (default 200, with --format sprt at most 20000)")
	fs.IntVar(&o.seats, "seats", 0, "`N` snakes in each game; with --format ffa (default all)")
	fs.StringVar(&o.openings, "openings", "", "`POSITIONS` that games start from, instead of the starts of the rules: balanced, to search for balanced ones, or a file or directory of positions or games; FILE@20..40 takes turns 20 to 40 of the games")
	o.addPlayed(cmd)
	o.addHypothesisFlags(cmd, "with --format sprt")
}

// addPlayed adds the flags that a tournament and a tuning share: the game, its budget and workers.
func (o *tournamentFlags) addPlayed(cmd *cobra.Command) {
	fs := cmd.Flags()
	flags.Rules(cmd, &o.rules, "standard", "e.g. royale:map=royale,shrink=10 or maze; ouro list prints all")
	o.options.Add(cmd, flags.MustRules(battlesnake.Rulesets()[0].Name))
	flags.Board(cmd, &o.board, "(default that of the rules)")
	flags.Level(cmd, &o.level)
	flags.StartLength(cmd, &o.startLength, "; in Battlesnake always 3")
	flags.Seed(cmd, &o.seed)
	o.budget.Add(cmd, "; remote snakes have --guest-timeout")
	flags.GuestTimeout(cmd, &o.answer)
	fs.IntVar(&o.retries, "retries", 0, "play a game again, at most `N` times, if it has a fault, a move without a valid answer; without retries the game counts by the rules")
	flags.Workers(cmd, &o.workers, "each plays a game; also --concurrency (default one for each processor; with --time or remote snakes, half of the processors, shared by the snakes of a game)")
	flags.AlsoNamed(cmd, "workers", "concurrency")
	flags.Exclusive(cmd, "board", "level")
	flags.Exclusive(cmd, "nodes", "time", "cpu")
}

// addHypothesisFlags adds the flags for the hypotheses and error rates of the sequential test. when
// is the end of the help of each flag.
func (o *tournamentFlags) addHypothesisFlags(cmd *cobra.Command, when string) {
	fs, usual := cmd.Flags(), arena.Default()
	fs.Float64Var(&o.elo0, "elo0", usual.Elo0, "H0: the snake is at most this `ELO` stronger; "+when)
	fs.Float64Var(&o.elo1, "elo1", usual.Elo1, "H1: the snake is at least this `ELO` stronger; smaller values need more games; "+when)
	fs.Float64Var(&o.alpha, "alpha", usual.Alpha, "`CHANCE` of the verdict H1 when H0 is true; "+when)
	fs.Float64Var(&o.beta, "beta", usual.Beta, "`CHANCE` of the verdict H0 when H1 is true; "+when)
}

// setting returns the tournament that the flags define, ready to play.
func (o *tournamentFlags) setting(ctx context.Context) (*arena.Setting, error) {
	t := arena.Default()
	if o.config != "" {
		text, err := command.ReadFile(ctx, o.cmd.InOrStdin(), o.config, command.MaxLevelSize)
		if err != nil {
			return nil, err
		}
		if t, err = arena.Parse(string(text)); err != nil {
			return nil, command.Usagef("%s: %w", o.config, err)
		}
	}
	if err := o.fill(t); err != nil {
		return nil, err
	}
	if len(t.Snakes) == 0 {
		return nil, command.Usagef("no snakes: name at least two, e.g. ouro arena run new=spot:hungry=60 old=spot --format sprt")
	}
	s, err := t.Open(ctx)
	if err != nil && ctx.Err() == nil {
		err = command.Usage(err)
	}
	return s, err
}

// fill checks the flags and applies them to t.
func (o *tournamentFlags) fill(t *arena.Tournament) error {
	if err := o.check(); err != nil {
		return err
	}
	if err := o.change(t); err != nil {
		return err
	}
	return o.readLevel(t)
}

// readLevel replaces the name of a level's file by the text of the level.
func (o *tournamentFlags) readLevel(t *arena.Tournament) error {
	if t.Level == "" || strings.Contains(t.Level, "\n") {
		return nil
	}
	if _, err := roster.Level(t.Level); err == nil {
		return nil
	}
	level, err := flags.ReadLevel(o.cmd, t.Level)
	if err == nil {
		t.Level = level.String()
	}
	return err
}

// check returns an error if the number of a flag is out of range.
func (o *tournamentFlags) check() error {
	given := o.cmd.Flags().Changed
	if given("games") {
		if err := flags.AtLeastOne("games", o.games); err != nil {
			return err
		}
	}
	if given("guest-timeout") {
		if err := flags.CheckGuestTimeout(o.answer); err != nil {
			return err
		}
	}
	if given("start-length") {
		if err := flags.AtLeastOne("start-length", o.startLength); err != nil {
			return err
		}
	}
	_, err := o.budget.Budget()
	return cmp.Or(err, flags.NotNegative("workers", o.workers), flags.NotNegative("seats", o.seats), flags.NotNegative("retries", o.retries))
}

// change replaces the values of t by those of the flags that the user has set.
func (o *tournamentFlags) change(t *arena.Tournament) error {
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
		budget, err := o.budget.Budget()
		if err != nil {
			return err
		}
		t.Nodes, t.Time, t.CPU = budget.Nodes, budget.Time, budget.CPU
	}
	changed("guest-timeout", func() { t.GuestTimeout = o.answer })
	changed("retries", func() { t.Retries = o.retries })
	changed("workers", func() { t.Workers = o.workers })
	for flag, change := range map[string]func(){
		"elo0": func() { t.Elo0 = o.elo0 }, "elo1": func() { t.Elo1 = o.elo1 },
		"alpha": func() { t.Alpha = o.alpha }, "beta": func() { t.Beta = o.beta },
	} {
		if given(flag) && t.Format != arena.SPRT {
			return command.Usagef("--%s: needs --format sprt", flag)
		}
		changed(flag, change)
	}
	if err := o.changeRules(t); err != nil {
		return err
	}
	return o.changeSnakes(t)
}

// changeRules applies the flags for rules and their options. They override those of a configuration
// file.
func (o *tournamentFlags) changeRules(t *arena.Tournament) error {
	text := o.rules
	if !o.cmd.Flags().Changed("rules") && t.Rules != "" {
		text = t.Rules
		if spec, err := ouro.ParseSpec(text); err == nil {
			spec.Options = slices.DeleteFunc(spec.Options, func(option ouro.Option) bool {
				_, hasFlag := o.options.Values.Get(option.Key)
				return hasFlag && o.cmd.Flags().Changed(option.Key)
			})
			text = spec.String()
		}
	}
	spec, err := o.options.Parse(text)
	if err != nil {
		return err
	}
	t.Rules = spec.String()
	if rules, err := roster.FindRules(spec.Name); err == nil && rules.Kind == roster.Battlesnake {
		if _, err := wire.NewGame("", spec, 0); err != nil { // checks the options before they become text
			return command.Usage(err)
		}
	}
	return nil
}

// changeSnakes adds the snakes of the flags. A snake replaces the snake of the same name in a
// configuration file.
func (o *tournamentFlags) changeSnakes(t *arena.Tournament) error {
	more, err := host.ParseEntrants(o.snakes)
	if err != nil {
		return command.Usage(err)
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
