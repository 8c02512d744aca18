package web_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouro/studio/web"
)

// tourTables are the tables of the tour whose figures were measured by this project: each with
// the document that has the same figures, and the words of that document for the heads of the
// columns.
var tourTables = []struct {
	file, caption, document string
	heads                   map[string][]string // by head; other heads need no word in the document
}{
	{"backtracking", "Calls of the recursion", "results/maze", nil},
	{"scan", "Standard rules on 11x11", "results/battlesnake", map[string][]string{"won": {"spot"}, "95 % interval": {"spot", "95 % interval in %"}}},
	{"scan", "The post's scoring alone", "results/battlesnake", map[string][]string{"95 % interval": {"95 % interval in %"}}},
	{"tail", "1000 games on 10x10", "results/classic", map[string][]string{"won": {"won %"}, "trapped": {"trapped"}, "in a loop": {"looped"}, "mean length": {"length"}}},
	{"paper", "Our results, 1000 games", "results/classic", map[string][]string{"won": {"won %"}, "95 % interval": {"won %"}, "moves when won": {"moves"}, "trapped": {"trapped"}, "in a loop": {"looped"}}},
	{"champion", "Expected moves on small boards", "decisions/0007-champion", map[string][]string{"rings only": {"tight plans"}, "optimum": {"optimum"}}},
	{"champion", "Mean moves, and the optimum", "results/solo", map[string][]string{"ouroboros": {"ouroboros"}, "thinking longer": {"ouroboros:nodes="}}},
	{"champion", "Boards, up to rotation", "results/atlas", map[string][]string{"boards": {"boards"}, "a win is possible": {"winnable"}, "always won": {"always won"}, "a cycle through all cells": {"cycle"}}},
}

// A figure is a cell of a table with the words of its row, and the head of its column.
type figure struct {
	words []string
	text  string
}

// fits reports whether the figure has a word, or if the word ends in "=", one that begins so.
func (f figure) fits(word string) bool {
	return slices.ContainsFunc(f.words, func(w string) bool {
		return w == word || strings.HasSuffix(word, "=") && strings.HasPrefix(w, word)
	})
}

var decimal = regexp.MustCompile(`\d+(\.\d+)?`)

// numbers returns the numbers of a text, rounded as those of like are if like is not nil.
func numbers(text string, like []string) []string {
	all := decimal.FindAllString(strings.ReplaceAll(text, ",", ""), -1)
	for i := range min(len(all), len(like)) {
		_, decimals, _ := strings.Cut(like[i], ".")
		if x, err := strconv.ParseFloat(all[i], 64); err == nil {
			all[i] = strconv.FormatFloat(x+1e-9, 'f', len(decimals), 64) // a half is rounded up
		}
	}
	return all
}

// contains reports whether the figure has the numbers, in this order and next to each other.
func (f figure) contains(want []string) bool {
	text := strings.ReplaceAll(f.text, ",", "")
	for _, at := range decimal.FindAllStringIndex(text, -1) {
		if got := numbers(text[at[0]:], want); len(got) >= len(want) && slices.Equal(got[:len(want)], want) {
			return true
		}
	}
	return false
}

// documentFigures returns the figures of the tables of a document.
func documentFigures(t *testing.T, document string) (all []figure) {
	t.Helper()
	text, err := os.ReadFile("../../docs/" + document + ".md")
	if err != nil {
		t.Fatal(err)
	}
	var heads []string
	for line := range strings.Lines(string(text)) {
		line, isRow := strings.CutPrefix(strings.TrimSpace(line), "|")
		if !isRow {
			heads = nil
			continue
		}
		cells := strings.Split(strings.TrimSuffix(strings.ReplaceAll(line, "`", ""), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if heads == nil {
			heads = cells
		}
		for i, cell := range cells {
			all = append(all, figure{append(slices.Clone(cells), heads[min(i, len(heads)-1)]), cell})
		}
	}
	return all
}

var (
	tableStart = regexp.MustCompile(`(?m)^\t*table\("([^"]*)", (\[.*\]), \[$`)
	tableRow   = regexp.MustCompile(`(?m)^\t*\[(".*")\],$`)
	quoted     = regexp.MustCompile(`"([^"]*)"`)
)

// quotes returns the texts in quotation marks.
func quotes(line string) (all []string) {
	for _, m := range quoted.FindAllStringSubmatch(line, -1) {
		all = append(all, m[1])
	}
	return all
}

// tourTable returns the heads and rows of the table of a chapter whose caption begins with these
// words.
func tourTable(t *testing.T, file, caption string) (heads []string, rows [][]string) {
	t.Helper()
	text, err := web.Files.ReadFile("views/tour/" + file + ".js")
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range tableStart.FindAllSubmatchIndex(text, -1) {
		if !strings.HasPrefix(string(text[at[2]:at[3]]), caption) {
			continue
		}
		body, _, _ := strings.Cut(string(text[at[1]:]), "\n\t\t\t\t], ")
		for _, row := range tableRow.FindAllString(body, -1) {
			rows = append(rows, quotes(row))
		}
		return quotes(string(text[at[4]:at[5]])), rows
	}
	t.Fatalf("views/tour/%s.js has no table %q", file, caption)
	return nil, nil
}

// TestTourHasFiguresOfDocuments: the figures of the tour are those of docs, rounded.
func TestTourHasFiguresOfDocuments(t *testing.T) {
	for _, table := range tourTables {
		heads, rows := tourTable(t, table.file, table.caption)
		if len(rows) == 0 {
			t.Errorf("%s: no rows in the table %q", table.file, table.caption)
		}
		all := documentFigures(t, table.document)
		if strings.Contains(table.caption, "the optimum") {
			all = append(all, documentFigures(t, "results/optimum")...)
		}
		for _, row := range rows {
			for i, cell := range row[1:] {
				want := numbers(cell, nil)
				if len(want) == 0 {
					continue // as "not known"
				}
				words := append([]string{row[0]}, table.heads[heads[i+1]]...)
				if !slices.ContainsFunc(all, func(f figure) bool {
					return !slices.ContainsFunc(words, func(w string) bool { return !f.fits(w) }) && f.contains(want)
				}) {
					t.Errorf("%s: the table %q has %q in row %q, column %q, which is not in docs/%s.md", table.file, table.caption, cell, row[0], heads[i+1], table.document)
				}
			}
		}
	}
}
