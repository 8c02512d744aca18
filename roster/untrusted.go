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

// CheckUntrusted returns an error for solvers that a received link or file must not name:
// programs, and solvers that read a local file. A program is allowed if the user's command line
// named it with the same options (engine.Trust).
func CheckUntrusted(specs ...ouro.Spec) error {
	for _, spec := range specs {
		if _, named := spec.Options.Get("file"); named && spec.Name != Exec().Name {
			return fmt.Errorf("solver %s: only the command line may name files on this machine", spec)
		}
		if err := checkProgram(spec); err != nil {
			return err
		}
	}
	return nil
}

func checkProgram(spec ouro.Spec) error {
	if spec.Name == Exec().Name && !engine.Trusted(spec.Options) {
		return fmt.Errorf("solver %s: only the command line may name programs on this machine", spec)
	}
	return nil
}

// ReplayMakers returns the Makers for a record whose snakes must decide again, as in Snake Hunter.
// A record can start a program only if the command line named that program.
func ReplayMakers(specs []ouro.Spec) ([]ouro.Maker, error) {
	for _, spec := range specs {
		if err := checkProgram(spec); err != nil {
			return nil, fmt.Errorf("the solvers of this record are not allowed: %w", err)
		}
	}
	return Makers(specs)
}

// Trust allows links, records and pages to use these snakes, as SOLVER or NAME=SOLVER, if they
// are engines or have large tables. Pass only snakes that the command line named. Trust ignores
// invalid specs, because making the solver reports them.
func Trust(snakes ...string) {
	for _, text := range snakes {
		_, solver := CutName(text)
		spec, err := ouro.ParseSpec(solver)
		switch {
		case err != nil:
		case spec.Name == Exec().Name:
			engine.Trust(spec.Options)
		case isTooLarge(spec):
			large.mu.Lock()
			large.named = append(large.named, spec.String())
			large.mu.Unlock()
		}
	}
}

// pageHash is the largest table of a solver that a page may use, in MB.
const pageHash = 64

// large has the specs of solvers with tables larger than pageHash, if the command line named them.
var large struct {
	mu    sync.Mutex
	named []string
}

// ParseFromPage parses the Spec of a solver that a page requests, and checks it with
// [CheckFromPage].
func ParseFromPage(text string) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	if err == nil {
		err = CheckFromPage(spec)
	}
	return spec, err
}

// CheckFromPage is [CheckUntrusted] for a page. Because many pages may be open, it also rejects
// solvers with a table larger than pageHash, unless the command line named them.
func CheckFromPage(specs ...ouro.Spec) error {
	if err := CheckUntrusted(specs...); err != nil {
		return err
	}
	for _, spec := range specs {
		if isTooLarge(spec) && !isNamed(spec) {
			return fmt.Errorf("solver %s: a page may use hash=%d at most; start the program with --solver to allow more", spec, pageHash)
		}
	}
	return nil
}

func isTooLarge(spec ouro.Spec) bool {
	return spec.Name != Exec().Name && number(spec, "hash") > pageHash
}

func isNamed(spec ouro.Spec) bool {
	large.mu.Lock()
	defer large.mu.Unlock()
	return slices.Contains(large.named, spec.String())
}

// number returns the value of an option or its default, or 0 if the solver has no such option.
func number(spec ouro.Spec, key string) int {
	text, given := spec.Options.Get(key)
	if !given {
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

// starting is locked while an engine for a page is checked. So checks start only one program at a
// time.
var starting sync.Mutex

// CanPlayForPage returns an error of [CheckFromPage] or [CanPlay]. It needs almost no memory, even
// if many calls run at once.
func CanPlayForPage(solver ouro.Spec, spec ouro.GameSpec) error {
	if err := CheckFromPage(solver); err != nil {
		return err
	}
	if solver.Name == Exec().Name {
		starting.Lock()
		defer starting.Unlock()
	} else if number(solver, "hash") > 1 { // a small table is enough to check whether the solver can play
		options := slices.DeleteFunc(slices.Clone(solver.Options), func(o ouro.Option) bool { return o.Key == "hash" })
		solver.Options = append(options, ouro.Option{Key: "hash", Value: "1"})
	}
	return CanPlay(solver, spec)
}

// AtMostProcessors returns the Setup with no more threads than processors. More threads would
// not make a search stronger, but would cost memory and delay other work.
func AtMostProcessors(setup ouro.Setup) ouro.Setup {
	setup.Threads = setup.AtMost(min(runtime.NumCPU(), runtime.GOMAXPROCS(0)))
	return setup
}

// Memory returns an estimate, in bytes, of the most memory that a solver with this Setup uses. The
// solver may use a few hundred bytes more for each cell of the board.
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
			tables += threads("threads") // each thread has a tree
		}
		return tables*int64(number(spec, "hash"))<<20 + cells*800 // in solo games it may use ouroboros
	case "spot":
		return threads("workers") * 10 << 20
	case "backtrack":
		return 12<<20 + threads("threads")<<20
	case "cell":
		return cells * 300
	case "ouroboros":
		if len(spec.Options) > 0 { // with a budget it keeps more results
			return cells * 2800
		}
		return cells * 800
	}
	return 0
}
