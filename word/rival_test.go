//go:build unix

package word_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ouro"
	"ouro/lab/stat"
	"ouro/word"
	enable "ouro/word/list"
)

// BenchmarkRival compares the processor time of Score with that of another program, the rival, and
// the processor time of Find with that of Score. It runs them one after the other, repeatedly.
//
// OURO_WORD_RIVAL names the rival. Its arguments are a file with a word on each line, a file with a
// 4x4 board on each line (16 letters, where q means Qu), and the number of rounds. The rival scores
// all boards once before the rounds. It prints the number of boards scored in the rounds, the sum of
// the points, and the processor time of the rounds in seconds.
func BenchmarkRival(b *testing.B) {
	rival := os.Getenv("OURO_WORD_RIVAL")
	if rival == "" {
		b.Skip("OURO_WORD_RIVAL names no program")
	}
	words := filepath.Join(b.TempDir(), "words")
	l := enable.English()
	var text strings.Builder
	for i := range l.Len() {
		text.WriteString(l.Word(i) + "\n")
	}
	write(b, words, text.String())
	var random, alike []board
	dice := ouro.NewPCG(7)
	for range 20_000 {
		random = append(random, boardOf(word.Random(4, 4, dice)))
	}
	family(func(g *word.Grid) { alike = append(alike, boardOf(g)) })
	b.Run("random", func(b *testing.B) { race(b, rival, words, random) })
	b.Run("family", func(b *testing.B) { race(b, rival, words, alike) })
}

// board is a grid of 4x4 faces. Unlike a Grid, it has no pointers, which the garbage collector would
// follow.
type board [16]word.Face

func boardOf(g *word.Grid) (faces board) {
	for c := range faces {
		faces[c] = g.Face(word.Cell(c))
	}
	return faces
}

func (faces *board) putOn(g *word.Grid) *word.Grid {
	for c, f := range faces {
		g.Set(word.Cell(c), f)
	}
	return g
}

// race measures the rival, Score and Find on the boards. It reports boards per second. It also reports
// the ratio of the rival's time to the time of Score, and the ratio of the time of Find to the time of
// Score, each with an interval.
func race(b *testing.B, rival, words string, all []board) {
	g := word.NewGrid(4, 4, slices.Repeat([]word.Face{'a'}, 16))
	boards := filepath.Join(b.TempDir(), "boards")
	var text strings.Builder
	for _, faces := range all {
		text.WriteString(strings.NewReplacer("/", "", "Qu", "q").Replace(faces.putOn(g).String()) + "\n")
	}
	write(b, boards, text.String())
	f := word.NewFinder(enable.English())
	var rivalTime, scoreTime, findTime float64
	var rivalOverScore, findOverScore []float64
	for b.Loop() {
		var n, points int
		var theirs float64
		out, err := exec.CommandContext(b.Context(), rival, words, boards, "1").Output()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := fmt.Sscan(string(out), &n, &points, &theirs); err != nil {
			b.Fatalf("%s printed %q: %v", rival, out, err)
		}
		scoreAll(b, f, g, all) // the rival also scores all boards once before it measures
		runtime.GC()           // so that the time of Score does not include collecting the memory of Find
		start := processorTime(b)
		sum := scoreAll(b, f, g, all)
		middle := processorTime(b)
		for _, faces := range all {
			if _, err := f.Find(b.Context(), faces.putOn(g)); err != nil {
				b.Fatal(err)
			}
		}
		score, find := middle-start, processorTime(b)-middle
		if n != len(all) || sum != points {
			b.Fatalf("Score counts %d points on %d boards, the rival %d on %d", sum, len(all), points, n)
		}
		rivalTime, scoreTime, findTime = rivalTime+theirs, scoreTime+score, findTime+find
		rivalOverScore = append(rivalOverScore, math.Log(theirs/score))
		findOverScore = append(findOverScore, math.Log(find/score))
	}
	total := float64(len(all) * len(rivalOverScore))
	b.ReportMetric(total/rivalTime, "rival-boards/s")
	b.ReportMetric(total/scoreTime, "score-boards/s")
	b.ReportMetric(total/findTime, "find-boards/s")
	b.Logf("time of the rival over that of Score: %s", ratio(rivalOverScore))
	b.Logf("time of Find over that of Score: %s", ratio(findOverScore))
}

func scoreAll(b *testing.B, f *word.Finder, g *word.Grid, all []board) (sum int) {
	b.Helper()
	for _, faces := range all {
		score, err := f.Score(b.Context(), faces.putOn(g))
		if err != nil {
			b.Fatal(err)
		}
		sum += score
	}
	return sum
}

func ratio(logs []float64) string {
	mean, iv := stat.PairedMean(logs, 0.95)
	return fmt.Sprintf("%.2f [%.2f, %.2f]", math.Exp(mean), math.Exp(iv.Lo), math.Exp(iv.Hi))
}

func write(b *testing.B, file, text string) {
	b.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
}

func processorTime(b *testing.B) float64 {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
