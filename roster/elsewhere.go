package roster

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"ouro"
	"ouro/engine"
)

// FromElsewhere is nil for solvers that may be made for whoever sends a link or a file
// of a game: those that name no file of this machine, and start no program but one that
// this program's own command line has named, with these very options (engine.Trust).
func FromElsewhere(specs ...ouro.Spec) error {
	for _, spec := range specs {
		if _, named := spec.Options.Get("file"); named && spec.Name != Exec().Name {
			return fmt.Errorf("solver %s: files of this machine are named on the command line alone", spec)
		}
		if err := mayStart(spec); err != nil {
			return err
		}
	}
	return nil
}

// mayStart is nil for solvers that are no programs of their own, or such as the command
// line has named.
func mayStart(spec ouro.Spec) error {
	if spec.Name == Exec().Name && !engine.Trusted(spec.Options) {
		return fmt.Errorf("solver %s: programs of this machine are named on the command line alone", spec)
	}
	return nil
}

// MakersAgain are the Makers of a record whose snakes have to be asked again, as those of
// Snake Hunter. No record names a program that is started.
func MakersAgain(specs []ouro.Spec) ([]ouro.Maker, error) {
	for _, spec := range specs {
		if err := mayStart(spec); err != nil {
			return nil, fmt.Errorf("its snakes cannot be asked again: %w", err)
		}
	}
	return Makers(specs)
}

// Trust lets the engines among these snakes, which the command line has named, be taken
// from elsewhere too, such as from the page that it opens or from the record of their game,
// and for pages those whose tables are larger than usual there. They are SOLVER or
// NAME=SOLVER; what is no spec is found by whoever makes it.
func Trust(snakes ...string) {
	for _, text := range snakes {
		_, solver := CutName(text)
		spec, err := ouro.ParseSpec(solver)
		switch {
		case err != nil:
		case spec.Name == Exec().Name:
			engine.Trust(spec.Options)
		case tooLarge(spec):
			large.mu.Lock()
			large.named = append(large.named, spec.String())
			large.mu.Unlock()
		}
	}
}

// pageHash is how many MB the table of a solver has at most that a page asks for.
const pageHash = 64

// large are the solvers with larger tables that the command line has named.
var large struct {
	mu    sync.Mutex
	named []string
}

// ParseFromPage reads a Spec of a solver that a page asks for, see [FromPage].
func ParseFromPage(text string) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	if err == nil {
		err = FromPage(spec)
	}
	return spec, err
}

// FromPage is [FromElsewhere] for a page, many of which may be open: nobody has a table
// there that the command line has not named and that takes a large part of the memory.
func FromPage(specs ...ouro.Spec) error {
	if err := FromElsewhere(specs...); err != nil {
		return err
	}
	for _, spec := range specs {
		if tooLarge(spec) && !isNamed(spec) {
			return fmt.Errorf("solver %s: on a page hash is at most %d; whoever starts the program may name it with --solver", spec, pageHash)
		}
	}
	return nil
}

func tooLarge(spec ouro.Spec) bool {
	return spec.Name != Exec().Name && number(spec, "hash") > pageHash
}

func isNamed(spec ouro.Spec) bool {
	large.mu.Lock()
	defer large.mu.Unlock()
	return slices.Contains(large.named, spec.String())
}

// number is an option of a solver, or its default; 0 where it has none such.
func number(spec ouro.Spec, key string) int {
	text, said := spec.Options.Get(key)
	if !said {
		e, err := FindSolver(spec.Name)
		if err != nil {
			return 0
		}
		for _, o := range e.Options {
			if o.Key == key {
				text = o.Default
			}
		}
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// starting is held while a page's engine is examined, so that many pages start one
// program at a time for that.
var starting sync.Mutex

// CanPlayForPage is [FromPage] and [CanPlay]. However many ask at once, it takes next to
// no memory.
func CanPlayForPage(solver ouro.Spec, spec ouro.GameSpec) error {
	if err := FromPage(solver); err != nil {
		return err
	}
	if solver.Name == Exec().Name {
		starting.Lock()
		defer starting.Unlock()
	} else if number(solver, "hash") > 1 { // any table plays the same games
		others := slices.DeleteFunc(slices.Clone(solver.Options), func(o ouro.Option) bool { return o.Key == "hash" })
		solver.Options = append(others, ouro.Option{Key: "hash", Value: "1"})
	}
	return CanPlay(solver, spec)
}

// AtMostProcessors is a Setup that leaves a solver no more threads than there are
// processors: with more it would think no better, but take the time of others, and the
// memory of each thread.
func AtMostProcessors(setup ouro.Setup) ouro.Setup {
	setup.Threads = setup.AtMost(min(runtime.NumCPU(), runtime.GOMAXPROCS(0)))
	return setup
}

// Memory is about how many bytes a solver of this Setup takes at most, beyond a few
// hundred for each cell of its board.
func Memory(spec ouro.Spec, setup ouro.Setup) int64 {
	threads := func(key string) int64 {
		n := number(spec, key)
		if n == 0 {
			n = runtime.GOMAXPROCS(0)
		}
		return int64(setup.AtMost(n))
	}
	cells := int64(setup.Start.Grid.Size())
	switch spec.Name {
	case "hydra":
		tables := int64(1)
		if len(setup.Start.Snakes) > 2 {
			tables += threads("threads") // a tree each
		}
		return tables*int64(number(spec, "hash"))<<20 + cells*800 // alone it may be ouroboros
	case "spot":
		return threads("workers") * 10 << 20
	case "backtrack":
		return 12<<20 + threads("threads")<<20
	case "cell":
		return cells * 300
	case "ouroboros":
		if len(spec.Options) > 0 { // it learns more
			return cells * 2800
		}
		return cells * 800
	}
	return 0
}
