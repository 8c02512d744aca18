package sheet

import (
	"encoding/csv"
	"io"
	"iter"
)

// WriteCSV writes a line for each row under the header of the sample.
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
	_ = c.Write(names) // c.Error reports the error
	for row := range rows {
		read(row)
		_ = c.Write(texts)
	}
	c.Flush()
	return c.Error()
}
