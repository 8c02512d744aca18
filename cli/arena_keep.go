package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"ouro/arena"
	"ouro/internal/outfile"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/order"
	"ouro/store"
)

// tournamentPlace is where a tournament is kept.
type tournamentPlace struct {
	store arena.Store
	place string   // for people
	again string   // what prints the report again
	notes []string // what was amiss there
	close func() error
}

// openTournament opens the folder of a tournament or the file of results, whichever
// was asked for, or both.
func (o *arenaRunOptions) openTournament(ctx context.Context, stdio IO, s *arena.Setting) (*tournamentPlace, error) {
	shelf, kept, err := o.openShelf(ctx, s)
	if err != nil {
		return nil, err
	}
	if shelf != nil && o.dir == "" {
		return &tournamentPlace{store: shelf, place: kept.store.File(), again: "the same command", close: kept.close}, nil
	}
	dir := o.folder(s)
	folder, err := o.openFolder(stdio.Files, dir, s)
	if err != nil {
		return nil, errors.Join(err, kept.close())
	}
	p := &tournamentPlace{store: folder, place: dir, again: shell.Line("ouro", "arena", "report", dir), notes: folder.Notes()}
	p.close = func() error { return errors.Join(folder.Close(), kept.close()) }
	if shelf == nil {
		return p, nil
	}
	p.place = fmt.Sprintf("%s and %s", dir, kept.store.File())
	if p.store, err = folder.AlsoOn(shelf); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// folder is where a tournament is kept if it is kept in a folder.
func (o *arenaRunOptions) folder(s *arena.Setting) string {
	return cmp.Or(o.dir, "arena-"+s.Tournament.Digest()[:8])
}

// kept are the files of the tournament, none of which a report replaces.
func (o *arenaRunOptions) kept(s *arena.Setting) []string {
	return slices.Concat(o.store.files(), arena.FolderFiles(o.folder(s)))
}

func (o *arenaRunOptions) openFolder(sys outfile.System, dir string, s *arena.Setting) (*arena.Folder, error) {
	folder, err := arena.OpenFolder(sys, dir, s)
	if errors.Is(err, arena.ErrOther) {
		err = usagef("--dir %w", err)
	}
	return folder, err
}

// openShelf opens the shelf of a tournament in the file of results; nil if none was
// asked for.
func (o *arenaRunOptions) openShelf(ctx context.Context, s *arena.Setting) (*arena.Shelf, *keeping, error) {
	if o.store.name() == "" {
		return nil, nil, nil
	}
	what, err := order.OfArenaHere(s)
	if err != nil {
		return nil, nil, err
	}
	t := s.Tournament
	kept, err := o.store.openShelves(ctx, []store.Experiment{{
		Kind: string(what.Kind), Order: what.Text(), Title: cmp.Or(t.Title, fmt.Sprintf("%s, %s %s", t.Format, t.Rules, t.Board)),
		Rules: t.Rules, Board: t.Board, StartLength: t.StartLength, Seed: t.Seed, Budget: lab.BudgetText(s.Budget), Solvers: what.Solvers,
		Reproducible: t.Time == 0 && t.CPU == 0 && !s.Guests,
	}})
	if err != nil {
		return nil, nil, err
	}
	shelf, err := arena.OpenShelf(kept.shelves[0])
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", kept.store.File(), err), kept.close())
	}
	return shelf, kept, nil
}
