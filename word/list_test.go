package word_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"

	"ouro/word"
	enable "ouro/word/list"
)

func TestParseList(t *testing.T) {
	l, skipped, err := word.ParseList("Zebra\r\n\nant\n  bee \nant\ndon't\ncafé\n# note\n" + strings.Repeat("x", 513) + "\nox")
	if err != nil || skipped != 4 {
		t.Fatalf("skipped %d, %v", skipped, err)
	}
	if got := words(l); !slices.Equal(got, []string{"ant", "bee", "ox", "zebra"}) {
		t.Errorf("words %q", got)
	}
	if !l.Has("ox") || l.Has("o") || l.Has("oxe") {
		t.Errorf("Has: ox %v, o %v, oxe %v; want only ox", l.Has("ox"), l.Has("o"), l.Has("oxe"))
	}
	if _, skipped, err := word.ParseList("\n1\n"); err == nil || skipped != 1 {
		t.Errorf("no words: skipped %d, %v", skipped, err)
	}
}

func words(l *word.List) []string {
	all := make([]string, l.Len())
	for i := range all {
		all[i] = l.Word(i)
	}
	return all
}

func TestEnglish(t *testing.T) {
	l := enable.English()
	if l.Len() != 172823 {
		t.Errorf("%d words", l.Len())
	}
	notice, err := os.ReadFile("list/NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(strings.Join(words(l), "\n") + "\n"))
	if !strings.Contains(string(notice), hex.EncodeToString(sum[:])) {
		t.Errorf("list/NOTICE does not have the checksum %x of the words", sum)
	}
}

func TestPoints(t *testing.T) {
	for letters, want := range []int{0, 0, 0, 1, 1, 2, 3, 5, 11, 11, 11} {
		if got := word.Points(letters); got != want {
			t.Errorf("%d letters: %d points, want %d", letters, got, want)
		}
	}
}

// FuzzParseList: a list has exactly the lines that are words, and a Finder finds each word in a
// grid that spells it.
func FuzzParseList(f *testing.F) {
	for _, text := range []string{"a\nab\nabc\nb", "qu\nqua\naqu\nquqa\nq", "x1\n\r\nY", "quit\nqit\nquid\nuit", "\xff\nzz"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		l, skipped, err := word.ParseList(text)
		want, bad := make(map[string]bool), 0
		for _, line := range strings.Split(text, "\n") {
			w := strings.ToLower(strings.TrimSpace(line))
			switch {
			case w == "":
			case strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" || len(w) > 512:
				bad++
			default:
				want[w] = true
			}
		}
		if skipped != bad || (err == nil) != (len(want) > 0) {
			t.Fatalf("skipped %d of %d, %d words, %v", skipped, bad, len(want), err)
		}
		if err != nil {
			return
		}
		finder := word.NewFinder(l)
		for w := range want {
			if len(w) > word.MaxSide {
				continue
			}
			for _, row := range []string{w, strings.ReplaceAll(w, "qu", "Qu"), strings.Repeat("?", len(w))} {
				found, err := finder.Find(t.Context(), grid(t, row))
				if err != nil || !slices.ContainsFunc(found, func(f word.Found) bool { return f.Word == w }) {
					t.Fatalf("%s is not found on %s: %v, %v", w, row, found, err)
				}
				for _, f := range found {
					if !want[f.Word] {
						t.Fatalf("%s on %s is not in the list", f.Word, row)
					}
				}
			}
		}
	})
}

// TestBegins: Begins is true for every prefix of some words, and false for other texts.
func TestBegins(t *testing.T) {
	l, _, err := word.ParseList("do\ndoor\nanemone\nzoo")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range words(l) {
		for n := range len(w) + 1 {
			if !l.Begins(w[:n]) {
				t.Errorf("Begins(%q) is false, but %s is in the list", w[:n], w)
			}
		}
		if longer := w + "x"; l.Begins(longer) {
			t.Errorf("Begins(%q) is true, but no word begins with it", longer)
		}
	}
	for _, text := range []string{"b", "doa", "dop", "zz", "anemones"} {
		if l.Begins(text) {
			t.Errorf("Begins(%q) is true, but no word begins with it", text)
		}
	}
}
