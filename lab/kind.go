package lab

import "ouro/lab/sheet"

// Kind is a kind of games, by which a report chooses its figures: [Solo],
// [Contest] or [Measured].
type Kind interface {
	// check finds what is wrong with a plan of this kind.
	check(p *Plan) error

	// number is the number by which people know a game, of so many seatings.
	number(seatings int, t *Tally) int

	// sum fills in what results and pairs of this kind have.
	sum(r *Report)

	// What the report shows: for people in tables, and for programs as facts.
	title(e *Experiment) string
	tables(r *Report) []sheet.Table
	notes(r *Report) []string
	played(r *Report) sheet.Facts              // what was played
	result(r *Report, res *Result) sheet.Facts // what an entrant did
	games(r *Report, t *Tally) []sheet.Facts   // a game, by rows of CSV
	document(r *Report) sheet.Facts            // JSON, of these
}
