package word_test

import (
	"testing"

	"ouro/word"
	enable "ouro/word/list"
)

// family calls visit with the boards on which the author of the fastest known C++ solver measures it.
// They are variants of two boards of 4x4: one cell of the second row and one cell of the third row
// take every letter. As in the author's measurement, q means Qu.
func family(visit func(*word.Grid)) {
	faces := make([]word.Face, 26)
	for i := range faces {
		faces[i] = word.Face('a' + i)
	}
	faces['q'-'a'] = word.Qu
	for _, base := range []string{"abcd/efgh/ijkl/mnop", "catd/line/maro/pets"} {
		g, err := word.ParseGrid(base)
		if err != nil {
			panic(err)
		}
		for second := range word.Cell(4) {
			for third := range word.Cell(4) {
				for _, f := range faces {
					g.Set(4+second, f)
					for _, f := range faces {
						g.Set(8+third, f)
						visit(g)
					}
				}
			}
		}
	}
}

func BenchmarkScore(b *testing.B) {
	f := word.NewFinder(enable.English())
	boards := 0
	b.ReportAllocs()
	for b.Loop() {
		family(func(g *word.Grid) {
			if _, err := f.Score(b.Context(), g); err != nil {
				b.Fatal(err)
			}
			boards++
		})
	}
	b.ReportMetric(float64(boards)/b.Elapsed().Seconds(), "boards/s")
}

func BenchmarkFind(b *testing.B) {
	f := word.NewFinder(enable.English())
	boards, words := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		family(func(g *word.Grid) {
			found, err := f.Find(b.Context(), g)
			if err != nil {
				b.Fatal(err)
			}
			boards++
			words += len(found)
		})
	}
	b.ReportMetric(float64(boards)/b.Elapsed().Seconds(), "boards/s")
	b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
}
