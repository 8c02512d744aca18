package words

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"

	"ouro"
	"ouro/studio/session"
	"ouro/word"
	"ouro/word/list"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestSearchFindsAll: the search finds the same words as word.Finder, the fast search. Each trail
// spells its word, and every step back undoes a step forward.
func TestSearchFindsAll(t *testing.T) {
	finder := word.NewFinder(short())
	for seed := range uint64(40) {
		dice := ouro.NewPCG(seed)
		w, h := 1+dice.Roll(4), 1+dice.Roll(4)
		faces := make([]word.Face, w*h)
		for i := range faces {
			faces[i] = word.Face("etaoinsrhldcum"[dice.Roll(14)])
			if dice.Roll(20) == 0 {
				faces[i] = word.Qu
			}
		}
		g := word.NewGrid(w, h, faces)
		var found []string
		var trail []word.Cell
		for s := range Search(g, short()) {
			if s.Back {
				if trail[len(trail)-1] != s.Cell {
					t.Fatalf("%s: back from %d, the trail is %v", g, s.Cell, trail)
				}
				trail = trail[:len(trail)-1]
				continue
			}
			if slices.Contains(trail, s.Cell) {
				t.Fatalf("%s: cell %d twice in %v", g, s.Cell, trail)
			}
			trail = append(trail, s.Cell)
			var text strings.Builder
			for _, c := range trail {
				text.WriteString(letters(g.Face(c)))
			}
			if text.String() != s.Text {
				t.Fatalf("%s: %v reads %s, not %s", g, trail, text.String(), s.Text)
			}
			if s.Word {
				found = append(found, s.Text)
			}
		}
		if len(trail) != 0 {
			t.Fatalf("%s: it ends with %v", g, trail)
		}
		all, err := finder.Find(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, f := range all {
			want = append(want, f.Word)
		}
		slices.Sort(found)
		if !slices.Equal(found, want) {
			t.Errorf("%s: %v, want %v", g, found, want)
		}
	}
}

// TestShortList: the embedded list has exactly the words of the full list with at most five letters.
func TestShortList(t *testing.T) {
	all, n := list.English(), 0
	for i := range all.Len() {
		if w := all.Word(i); len(w) <= 5 {
			n++
			if !short().Has(w) {
				t.Fatalf("%s is missing", w)
			}
		}
	}
	if short().Len() != n {
		t.Errorf("%d words, want %d", short().Len(), n)
	}
}

// TestChannel: the channel sends the whole search in several answers. An invalid grid gives an error.
func TestChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var received []session.Message
		s := session.New(context.Background(), session.Config{Kinds: map[string]session.Kind{"words": Words}, Limits: session.Limits{Window: 1000}}, func(text []byte) error {
			var m session.Message
			if err := json.Unmarshal(text, &m); err != nil {
				return err
			}
			received = append(received, m)
			return nil
		})
		defer s.Close()
		say := func(text string) {
			t.Helper()
			received = nil
			if err := s.Receive([]byte(text)); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		say(`{"type":"hello","data":{"version":1}}`)
		for _, grid := range []string{"", "ab/c", "a?", "abcdef", "1"} {
			say(`{"ch":"bad","type":"open","data":{"kind":"words","grid":"` + grid + `"}}`)
			if len(received) != 2 || received[0].Type != session.Failed || !strings.Contains(string(received[0].Data), `"field":"grid"`) {
				t.Errorf("%q: %v", grid, received)
			}
		}
		say(`{"ch":"a","type":"open","data":{"kind":"words","grid":"doq/npo/wer"}}`)
		if len(received) != 1 || !strings.Contains(string(received[0].Data), `"faces":["d","o","q","n","p","o","w","e","r"]`) {
			t.Fatalf("opened: %s", received[0].Data)
		}
		say(`{"ch":"a","type":"dance"}`)
		if len(received) != 1 || received[0].Type != session.Failed {
			t.Errorf("dance: %v", received)
		}
		var found []string
		at := 0
		for done := false; !done; {
			say(`{"ch":"a","type":"steps","data":{"n":100}}`)
			var some steps
			if err := received[0].Into(&some); err != nil || some.From != at || len(some.Steps) > 100 {
				t.Fatalf("%v: %d steps from %d", err, len(some.Steps), some.From)
			}
			for _, step := range some.Steps {
				if step.Word {
					found = append(found, step.Text)
				}
			}
			at += len(some.Steps)
			done = some.Done
		}
		for _, w := range []string{"do", "door", "dope", "don", "done", "nope", "pond"} {
			if !slices.Contains(found, w) {
				t.Errorf("%s is not found", w)
			}
		}
	})
}
