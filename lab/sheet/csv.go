package sheet

import (
	"encoding/csv"
	"io"
	"iter"
)

// WriteCSV writes a line for each row under a header, which is that of the
// sample.
func WriteCSV(w io.Writer, sample Facts, rows iter.Seq[Facts]) error {
	c := csv.NewWriter(w)
	var names, texts []string
	read := func(row Facts) {
		names, texts = names[:0], texts[:0]
		for _, f := range row {
			eachCell(f.Name, f.Value, func(name, text string) { names, texts = append(names, name), append(texts, text) })
		}
	}
	read(sample)
	_ = c.Write(names) // Error tells
	for row := range rows {
		read(row)
		_ = c.Write(texts)
	}
	c.Flush()
	return c.Error()
}
