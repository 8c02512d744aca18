package film_test

import (
	"bytes"
	"context"
	"errors"
	"image/gif"
	"os"
	"strings"
	"testing"

	"ouro"
	"ouro/hunter"
	"ouro/picture/film"
	"ouro/picture/paint"
	"ouro/roster"
	"ouro/saved"
)

func open(t testing.TB, text string) (*film.Film, error) {
	t.Helper()
	f, err := saved.Open(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return film.Open(t.Context(), f)
}

func read(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// hunterRecord returns the text of a game of Snake Hunter with two levels.
func hunterRecord(t testing.TB) string {
	t.Helper()
	cfg := hunter.Config{Seed: 2, Hunters: 2, Levels: hunter.Levels()[:2], Keep: true}
	bfs, err := roster.FindSolver("bfs")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Drivers = append(cfg.Drivers, hunter.Driver{Spec: ouro.Spec{Name: "bfs"}, Make: bfs.Make})
	_, r, err := hunter.Run(t.Context(), cfg, hunter.Bots(2, 2))
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestOpen: every kind of file that holds a game can be opened. The film has all turns of the game,
// and its turns can be drawn in any order.
func TestOpen(t *testing.T) {
	for name, text := range map[string]string{
		"record":        read(t, "../../testdata/game.record"),
		"hunter record": hunterRecord(t),
		"log":           read(t, "../../battlesnake/wire/testdata/game.jsonl"),
	} {
		f, err := open(t, text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		first, last := f.Turns()
		if last-first < 1 || f.Title == "" || f.Speed <= 0 {
			t.Errorf("%s: turns %d to %d, %q, %g", name, first, last, f.Title, f.Speed)
		}
		var once, again bytes.Buffer
		to := min(last, first+400)
		for _, into := range []*bytes.Buffer{&once, &again} {
			if err := paint.GIF(t.Context(), into, paint.Clip{Film: f, From: first, To: to}, paint.Style{Size: 4, Speed: f.Speed}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := paint.SVG(t.Context(), into, paint.Clip{Film: f, From: max(first, last-50), To: last}, paint.Style{Title: f.Title}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if !bytes.Equal(once.Bytes(), again.Bytes()) {
			t.Errorf("%s: two drawings of the same turns differ", name)
		}
		if g, err := gif.DecodeAll(&once); err != nil || len(g.Image) < 2 {
			t.Errorf("%s: %v", name, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := paint.SVG(ctx, &once, paint.Clip{Film: f, From: first, To: last}, paint.Style{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: after its context was cancelled, SVG returned %v", name, err)
		}
		if _, err := f.Scene(t.Context(), last+1); err == nil {
			t.Errorf("%s: Scene returned no error for the turn after the last", name)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestDifferent: for a record whose moves lead to another game, Open returns a DifferentError.
func TestDifferent(t *testing.T) {
	record := read(t, "../../testdata/game.record")
	lines := strings.Split(record, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "seed ") {
			lines[i] = "seed 12345"
		}
	}
	changed := strings.Join(lines, "\n")
	if changed == record {
		t.Fatal("the record has no seed")
	}
	_, err := open(t, changed)
	if different := (film.DifferentError{}); !errors.As(err, &different) {
		t.Errorf("%v", err)
	}
	if _, err := open(t, "7x7/s1.1UU,h9\n"); err == nil || err.Error() != "the file holds positions, which cannot be shown as a game" {
		t.Error(err)
	}
}
