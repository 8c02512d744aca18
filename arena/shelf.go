package arena

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ouro/store"
)

// Shelf keeps a tournament in a file of results; it is a Store. A game is in the file
// soon after Keep has returned, see package store.
type Shelf struct {
	shelf *store.Shelf
	games []Game
}

// OpenShelf reads what the shelf of a tournament holds.
func OpenShelf(shelf *store.Shelf) (*Shelf, error) {
	s := &Shelf{shelf: shelf}
	for kept, err := range shelf.Games() {
		if err != nil {
			return nil, err
		}
		g, err := KeptGame(kept)
		if err != nil {
			return nil, err
		}
		s.games = append(s.games, g)
	}
	return s, nil
}

// KeptGame is a game of a tournament that was kept on a shelf.
func KeptGame(kept *store.Game) (Game, error) {
	g, err := parseIndexLine(kept.Detail)
	if err != nil {
		return g, fmt.Errorf("game %d, seating %d: %w", kept.Group, kept.Seating, err)
	}
	return g, nil
}

// Games are those that were there when it was opened.
func (s *Shelf) Games() []Game { return slices.Clone(s.games) }

// Keep keeps a finished game with its record and its log.
func (s *Shelf) Keep(p Played) error {
	record, err := p.Record.MarshalText()
	if err != nil {
		return err
	}
	return s.put(&p.Game, record, p.Log)
}

func (s *Shelf) put(g *Game, record, log []byte) error {
	line, err := indexLine(g)
	if err != nil {
		return err
	}
	kept := &store.Game{
		Group: g.Group, Seating: g.Seating, Ending: g.Ending, Winner: g.Winner, Turns: g.Turns,
		Detail: bytes.TrimSuffix(line, []byte("\n")), Record: store.Pack(record), Log: store.Pack(log),
	}
	for i := range g.Seats {
		kept.Length = max(kept.Length, g.Seats[i].Length)
		kept.Mishaps += g.Seats[i].Mishaps
	}
	return s.shelf.Put(kept)
}

// Both keeps games in a folder and on a shelf as well.
type Both struct {
	*Folder
	shelf *Shelf
}

// AlsoOn puts what is kept in a folder, and will be, on a shelf as well.
func (f *Folder) AlsoOn(shelf *Shelf) (Both, error) {
	there := map[place]bool{}
	for i := range shelf.games {
		there[place{shelf.games[i].Group, shelf.games[i].Seating}] = true
	}
	for i := range f.games {
		g := &f.games[i]
		if there[place{g.Group, g.Seating}] {
			continue
		}
		record, log, err := f.files(g)
		if err == nil {
			err = shelf.put(g, record, log)
		}
		if err != nil {
			return Both{}, err
		}
	}
	return Both{f, shelf}, nil
}

// files are the record of a game and its log, where it has one.
func (f *Folder) files(g *Game) (record, log []byte, err error) {
	recordFile, logFile := GameFiles(g.Group, g.Seating)
	if record, err = os.ReadFile(filepath.Join(f.dir, recordFile)); err != nil {
		return nil, nil, err
	}
	log, err = readPacked(filepath.Join(f.dir, logFile))
	return record, log, err
}

// readPacked is the text of a packed file; nil where there is none.
func readPacked(name string) ([]byte, error) {
	in, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(in)
	var text []byte
	if err == nil {
		text, err = io.ReadAll(r)
	}
	if err := errors.Join(err, in.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return text, nil
}

// Keep keeps a game in both.
func (b Both) Keep(p Played) error {
	if err := b.Folder.Keep(p); err != nil {
		return err
	}
	return b.shelf.Keep(p)
}
