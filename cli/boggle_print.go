package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/word"
)

// writeWords prints the grid and the words below it, the longest first.
func writeWords(w io.Writer, grid *word.Grid, found []word.Found) error {
	var b strings.Builder
	b.WriteString(grid.Draw())
	if line := grid.String(); len(line) <= columns(w) { // in the syntax of --grid
		b.WriteString(line + "\n")
	}
	if len(found) == 0 {
		b.WriteString("\nno word found\n")
	}
	total := 0
	byLength := make(map[int][]word.Found)
	for _, f := range found {
		byLength[len(f.Word)] = append(byLength[len(f.Word)], f)
		total += f.Points
	}
	for _, letters := range slices.Backward(slices.Sorted(maps.Keys(byLength))) {
		group := byLength[letters]
		fmt.Fprintf(&b, "\n%s: %s\n", english.Count(letters, "letter"), worth(group))
		perLine := max(1, columns(w)/(letters+2))
		for line := range slices.Chunk(group, perLine) {
			for _, f := range line {
				b.WriteString("  " + f.Word)
			}
			b.WriteByte('\n')
		}
	}
	if len(found) > 0 {
		fmt.Fprintf(&b, "\n%s, %s\n", english.Count(len(found), "word"), english.Count(total, "point"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// worth returns the number of words of one length and their points.
func worth(group []word.Found) string {
	words := english.Count(len(group), "word")
	switch points := group[0].Points; {
	case points == 0:
		return words + ", no points"
	case len(group) == 1:
		return words + ", " + english.Count(points, "point")
	default:
		return words + ", " + english.Count(points, "point") + " each"
	}
}

func writeTrail(w io.Writer, g *word.Grid, list *word.List, text string, found []word.Found) error {
	if len(found) == 0 {
		_, err := fmt.Fprintf(w, "%s\n%s is not on the grid\n", g.Draw(), text)
		return err
	}
	listed := ""
	if !list.Has(text) {
		listed = "; it is not in the list of words"
	}
	_, err := fmt.Fprintf(w, "%s\n%s: %s, %s%s\n", g.DrawTrail(found[0].Trail, columns(w)), text,
		english.Count(len(text), "letter"), english.Count(found[0].Points, "point"), listed)
	return err
}

func writeBoggleJSON(w io.Writer, grid *word.Grid, list *word.List, found []word.Found) error {
	points := 0
	words := sheet.Each(found, func(f *word.Found) sheet.Facts {
		points += f.Points
		trail := make([]int, len(f.Trail)) // JSON writes the bytes of a trail as text
		for i, c := range f.Trail {
			trail[i] = int(c)
		}
		return sheet.FactsOf("word", f.Word, "points", f.Points, "listed", list.Has(f.Word), "trail", trail)
	})
	return encodeJSON(w, sheet.FactsOf("schema", schema{}, "grid", grid.String(), "columns", grid.Columns(), "rows", grid.Rows(),
		"list_words", list.Len(), "points", points, "words", words))
}
