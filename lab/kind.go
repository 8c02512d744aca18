package lab

import "ouro/lab/sheet"

// Kind is a kind of games, which chooses the figures of a report: [Solo],
// [Measured], and the kind of tournaments in package arena.
type Kind interface {
	// Check finds what is wrong with a plan of this kind.
	Check(p *Plan) error

	// CheckTally finds what no game of this kind can have, seats aside.
	CheckTally(t *Tally) error

	// Number is the number by which people know a game, in groups of so many games.
	Number(seatings int, t *Tally) int

	// Sum adds the figures of this kind to a report, of which the games and what all
	// kinds have in common are there.
	Sum(r *Report)

	// What the report shows: for people as text, and for programs as facts.
	Title(r *Report) string
	Lead(r *Report) string // the answer, or ""
	Tables(r *Report) []sheet.Table
	Notes(r *Report) []string                // what a reader must know about the figures
	Played(r *Report) sheet.Facts            // what was played, which begins each row of CSV
	Rows(r *Report) []sheet.Facts            // the entrants, in the order in which tables show them
	Games(r *Report, t *Tally) []sheet.Facts // a game, by rows of CSV
	Document(r *Report) sheet.Facts          // JSON
}
