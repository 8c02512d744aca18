package lab

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
	tables(r *Report) []table
	notes(r *Report) []string
	played(r *Report) object              // what was played
	result(r *Report, res *Result) object // what an entrant did
	games(r *Report, t *Tally) []object   // a game, by rows of CSV
	document(r *Report) object            // JSON, of these
}
