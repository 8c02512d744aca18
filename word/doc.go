// Package word finds the words of a letter grid, as the game of Boggle wants
// them: a word is a trail from cell to neighbouring cell, eight ways, that uses
// no cell twice.
//
// [ParseGrid] reads a [Grid]; [ParseList] reads a [List] of words; package list has
// the one that comes with the program. A [Finder] puts them together: [Finder.Find]
// lists every word with one trail each.
//
// The search is recursive backtracking over the trie of the list: a trail is
// followed as long as some word begins with its letters, and not one step
// farther. That takes microseconds on grids of letters. Wildcards and long runs
// of one letter can make the number of trails explode, so Find takes a context.
package word
