package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/battlesnake/wire"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/play"
	"ouro/roster"
)

// Guest is a remote snake. Call its methods in this order: Info, Join, Start, Decide for each turn,
// End, Close.
type Guest interface {
	ouro.Solver
	io.Closer
	URL() string
	Public() string // URL without its credentials
	Info(ctx context.Context, timeout time.Duration) (wire.Info, error)
	Join(m *wire.Match)
	Start(ctx context.Context, s *ouro.State, seat int) error
	End(ctx context.Context, s *ouro.State, seat int) error
}

// Entrant is a solver or a guest in a game.
type Entrant struct {
	Name  string
	Spec  ouro.Spec
	Make  ouro.Maker // nil means the Maker of the roster
	Guest Guest      // nil for a solver
}

// Address returns the spec of a solver or the URL of a guest, with its credentials.
func (e *Entrant) Address() string {
	if e.Guest != nil {
		return e.Guest.URL()
	}
	return e.Spec.String()
}

// Public returns the Address without credentials, for reports and files.
func (e *Entrant) Public() string {
	if e.Guest != nil {
		return e.Guest.Public()
	}
	return e.Spec.String()
}

// ParseEntrant parses a snake: a solver of the roster with options, or the URL of a remote snake,
// with or without http://. NAME= may be before it. ParseEntrant does not connect.
func ParseEntrant(text string) (Entrant, error) {
	var e Entrant
	name, address := roster.CutName(text)
	e.Name = name
	if name != "" && address == "" || strings.HasPrefix(text, "=") {
		return e, fmt.Errorf("snake %q: want SOLVER or URL, or NAME=SOLVER or NAME=URL", text)
	}
	if name != "" {
		if err := ouro.CheckName(name); err != nil {
			return e, fmt.Errorf("snake: %w", err)
		}
	}
	if err := checkSlashes(address); err != nil {
		return e, err
	}
	if roster.IsAddress(address) {
		if !strings.Contains(address, "://") {
			address = "http://" + address
		}
		snake, err := guest.Dial(address)
		if err != nil {
			return e, err
		}
		e.Guest = snake
		if e.Name == "" {
			_, place, _ := strings.Cut(snake.Public(), "://")
			e.Name = printable.Short(strings.TrimSuffix(place, "/"), maxDefault)
		}
		return e, nil
	}
	if err := roster.CheckNamed(text); err != nil {
		return e, err
	}
	var err error
	if e.Spec, err = roster.ParseSolver(address); err != nil {
		return e, err
	}
	argument, given := e.Spec.Options.Argument()
	if entry, err := roster.FindSolver(e.Spec.Name); given && err == nil && entry.Argument == "" {
		return e, fmt.Errorf("snake %q: option %q is not key=value", address, argument)
	}
	if e.Name == "" {
		e.Name = e.Spec.String()
	}
	return e, nil
}

// checkSlashes rejects URLs such as http:/127.0.0.1:8000, in which http would be the name of a
// server.
func checkSlashes(url string) error {
	for _, scheme := range []string{"http:", "https:"} {
		if rest, found := strings.CutPrefix(url, scheme); found && !strings.HasPrefix(rest, "//") {
			return fmt.Errorf("%q is not a URL; did you mean %s//%s?", url, scheme, strings.TrimPrefix(rest, "/"))
		}
	}
	return nil
}

// maxDefault is the maximum length, in bytes, of a default name made from a URL. printable.Short
// and english.Distinct may add a few bytes, with which the name is still valid in records.
const maxDefault = 60

// ParseEntrants parses the snakes of a game. It numbers equal default names. A name given by the
// user must be unique.
func ParseEntrants(texts []string) ([]Entrant, error) {
	all, names := make([]Entrant, len(texts)), make([]string, len(texts))
	for i, text := range texts {
		var err error
		if all[i], err = ParseEntrant(text); err != nil {
			return nil, err
		}
		names[i] = all[i].Name
	}
	given := func(i int) bool { name, _ := roster.CutName(texts[i]); return name != "" }
	describe := func(i int) string {
		if given(i) {
			return names[i] + "=" + all[i].Public()
		}
		return all[i].Public()
	}
	if i, j, clash := english.Clash(names, given); clash {
		return nil, english.ClashError(names[i], describe(i), describe(j))
	}
	for i, name := range english.Distinct(names, given) {
		all[i].Name = name
	}
	return all, nil
}

// InfoCache holds the Info of guests in a series of games. It is safe for concurrent use. The zero
// value is empty and ready for use.
type InfoCache struct{ infos sync.Map } // the Info, by URL

func (k *InfoCache) add(url string, info wire.Info) {
	if k != nil {
		k.infos.Store(url, info)
	}
}

func (k *InfoCache) find(url string) (info wire.Info, ok bool) {
	if k == nil {
		return info, false
	}
	known, ok := k.infos.Load(url)
	info, _ = known.(wire.Info)
	return info, ok
}

// RequestInfos requests the Info of all guests before any game. Its error names each guest that
// fails, and the command that examines it.
func (k *InfoCache) RequestInfos(ctx context.Context, entrants []Entrant, timeout time.Duration) error {
	errs := make([]error, len(entrants))
	var wg sync.WaitGroup
	for i := range entrants {
		if e := &entrants[i]; e.Guest != nil {
			wg.Go(func() {
				info, err := e.Guest.Info(ctx, timeout)
				if err != nil {
					// Not wrapped: it may be a deadline, but not that of ctx.
					errs[i] = errors.New(e.infoError(err).Error() + "; to find out why, run: ouro doctor " + e.Guest.Public())
					return
				}
				k.add(e.Guest.URL(), info)
			})
		}
	}
	wg.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(errs...)
}

func (e *Entrant) infoError(err error) error {
	return fmt.Errorf("snake %s does not answer GET /: %w", e.Name, err)
}

// introduce requests the Info of a guest. If a guest answered in an earlier game of the series but
// fails now, that is a fault in the game and not an error.
func (g *Game) introduce(ctx context.Context, seat int) (wire.Info, error) {
	e := &g.cfg.Entrants[seat]
	info, err := e.Guest.Info(ctx, g.cfg.Timeout)
	if err == nil {
		g.cfg.Infos.add(e.Guest.URL(), info)
		return info, nil
	}
	if ctx.Err() != nil {
		return info, ctx.Err() // ctx ended: the guest is not at fault
	}
	err = e.infoError(err)
	if info, ok := g.cfg.Infos.find(e.Guest.URL()); ok {
		m := play.FaultOf(err)
		g.silent = append(g.silent, ouro.Incident{Seat: seat, Fault: m.Kind, Detail: m.Detail})
		return info, nil
	}
	if ctx.Err() == nil {
		err = errors.New(err.Error()) // not wrapped: it may be a deadline, but not that of the game
	}
	return info, err
}

// Silent returns an incident of turn 0 for each guest that answered in an earlier game but not in
// this one.
func (g *Game) Silent() []ouro.Incident { return g.silent }
