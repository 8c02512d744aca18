package arena

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"sync/atomic"
	"testing"

	"ouro/internal/buildinfo"
	"ouro/store"
)

// withShelf calls use with the shelf of a tournament in a file of results.
func withShelf(t *testing.T, file string, use func(shelf *Shelf, s *store.Store) error) {
	t.Helper()
	s, err := store.Open(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := s.Shelf(context.Background(), store.Experiment{Kind: "arena", Order: "{}", Build: buildinfo.Identity{Sum: "a"}}, store.Run{})
	var shelf *Shelf
	if err == nil {
		shelf, err = OpenShelf(kept)
	}
	if err == nil {
		err = use(shelf, s)
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestShelf: a tournament that is kept in a file of results and stopped again and
// again has the games of one that is kept in a folder, each once, with its record and
// its log.
func TestShelf(t *testing.T) {
	s := mustSetting(t, duels("greedy", "hungry"))
	dir := t.TempDir()
	if err := runIn(t.Context(), nil, dir, s); err != nil {
		t.Fatal(err)
	}
	want := played(t, dir)
	file := filepath.Join(t.TempDir(), "results.db")
	var n atomic.Int64
	for int(n.Load()) < len(want) {
		withShelf(t, file, func(shelf *Shelf, _ *store.Store) error {
			if len(shelf.Games()) != int(n.Load()) {
				t.Fatalf("%d games are there, want %d", len(shelf.Games()), n.Load())
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			c, err := NewCourse(s, stopping{shelf, 5, &n, stop})
			if err != nil {
				return err
			}
			player, err := NewPlayer(ctx, s)
			if err != nil {
				return err
			}
			if err := c.Run(ctx, player, nil); err != nil && !errors.Is(err, context.Canceled) {
				return err
			}
			return nil
		})
	}
	withShelf(t, file, func(shelf *Shelf, all *store.Store) error {
		if got := ordered(shelf.Games()); !reflect.DeepEqual(got, want) {
			t.Errorf("have\n%+v\nwant\n%+v", got, want)
		}
		for kept, err := range all.Games(t.Context(), 1) {
			if err != nil {
				return err
			}
			compareFiles(t, dir, kept)
		}
		return nil
	})
}

// stopping stops the tournament after some games.
type stopping struct {
	*Shelf
	most int
	n    *atomic.Int64
	stop func()
}

func (s stopping) Keep(p Played) error {
	err := s.Shelf.Keep(p)
	if s.n.Add(1)%int64(s.most) == 0 {
		s.stop()
	}
	return err
}

// compareFiles compares what is kept of a game with the files of a folder.
func compareFiles(t *testing.T, dir string, kept *store.Game) {
	t.Helper()
	recordFile, logFile := GameFiles(kept.Group, kept.Seating)
	record, err := os.ReadFile(filepath.Join(dir, recordFile))
	if err != nil {
		t.Fatal(err)
	}
	log, err := readPacked(filepath.Join(dir, logFile))
	if err != nil {
		t.Fatal(err)
	}
	haveRecord, err := kept.Record.MarshalText()
	if err != nil || !bytes.Equal(haveRecord, record) {
		t.Errorf("game %d, %d: its record is %q, want %q (%v)", kept.Group, kept.Seating, haveRecord, record, err)
	}
	haveLog, err := kept.Log.MarshalText()
	if err != nil || len(log) == 0 || len(haveLog) == 0 || kept.Length == 0 {
		t.Errorf("game %d, %d: its log has %d bytes, that of the folder %d (%v)", kept.Group, kept.Seating, len(haveLog), len(log), err)
	}
}

// TestFolderAlsoOnAShelf: what was kept in a folder before, and what is kept then, is
// in the file of results as well, once.
func TestFolderAlsoOnAShelf(t *testing.T) {
	few := duels("greedy", "hungry")
	few.Games = 4
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "results.db")
	if err := runIn(t.Context(), nil, dir, mustSetting(t, few)); err != nil {
		t.Fatal(err)
	}
	s := mustSetting(t, duels("greedy", "hungry"))
	for range 2 {
		withShelf(t, file, func(shelf *Shelf, _ *store.Store) error {
			folder, err := OpenFolder(nil, dir, s)
			if err != nil {
				return err
			}
			both, err := folder.AlsoOn(shelf)
			if err != nil {
				return errors.Join(err, folder.Close())
			}
			c, err := NewCourse(s, both)
			if err != nil {
				return err
			}
			player, err := NewPlayer(t.Context(), s)
			if err == nil {
				err = c.Run(t.Context(), player, nil)
			}
			return errors.Join(err, folder.Close())
		})
	}
	withShelf(t, file, func(shelf *Shelf, all *store.Store) error {
		if got, want := ordered(shelf.Games()), played(t, dir); !reflect.DeepEqual(got, want) {
			t.Errorf("have\n%+v\nwant\n%+v", got, want)
		}
		for kept, err := range all.Games(t.Context(), 1) {
			if err != nil {
				return err
			}
			compareFiles(t, dir, kept)
		}
		return nil
	})
}
