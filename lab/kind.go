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

	// What the report's formats show.
	title(e *Experiment) string
	tables(r *Report) []table
	notes(r *Report) []string
	row(r *Report, res *Result) record
	games(r *Report, t *Tally) []record
	document(r *Report) any // of which JSON is made
}

// table is a table of figures: the labels of its rows, and groups of columns
// that stay together.
type table struct {
	labels []column
	groups [][]column
}

// column is one column, with a cell for each row.
type column struct {
	head  string
	cells []string
}

// columns are empty ones with these heads.
func columns(heads ...string) []column {
	all := make([]column, len(heads))
	for i := range all {
		all[i].head = heads[i]
	}
	return all
}

func addRow(columns []column, cells ...string) {
	for i, c := range cells {
		columns[i].cells = append(columns[i].cells, c)
	}
}

// field is a value under a name.
type field struct{ name, text string }

// record is a row of CSV.
type record []field
