package lab

import "ouro/lab/sheet"

// Kind is a kind of games and determines the figures of a report: [Solo], [Measured], or
// the kind of tournaments in package arena.
type Kind interface {
	// Check returns an error if the plan is not one of this kind.
	Check(p *Plan) error

	// CheckTally returns an error if t cannot be a game of this kind. It does not check
	// the seats.
	CheckTally(t *Tally) error

	// Number returns the number of a game that is shown to people, given the size of a
	// group.
	Number(seatings int, t *Tally) int

	// Sum adds the figures of this kind to a report that already has its games and the
	// figures of all kinds.
	Sum(r *Report)

	// The content of the report: text for people, facts for programs.
	Title(r *Report) string
	Lead(r *Report) string // the answer, or ""
	Tables(r *Report) []sheet.Table
	Notes(r *Report) []string                // about the figures
	Played(r *Report) sheet.Facts            // the experiment, which begins each row of CSV
	Rows(r *Report) []sheet.Facts            // the entrants, in the order of the tables
	Games(r *Report, t *Tally) []sheet.Facts // the rows of a game in CSV
	Document(r *Report) sheet.Facts          // JSON
}
