// Package word finds the words of a letter grid under the rules of Boggle: a word is a
// trail from cell to neighbouring cell, in eight directions, that uses no cell twice.
//
// [ParseGrid] parses a [Grid]; [ParseList] parses a [List] of words; package list has the
// list of this program. [Finder.Find] returns every word of a list in a grid, with one
// trail each.
//
// The search is recursive backtracking over the trie of the list: it follows a trail only
// as long as some word begins with its letters. That takes microseconds on grids of
// letters. Wildcards and long runs of one letter can make the number of trails very large,
// so Find takes a context.
package word
