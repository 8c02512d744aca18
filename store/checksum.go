package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
)

// sumSize is the number of bytes of a row's checksum, which detects accidental changes.
const sumSize = 16

// sumOf returns the checksum of values of the types int64, string and []byte.
func sumOf(values ...any) []byte {
	var b []byte
	for _, v := range values {
		switch v := v.(type) {
		case int64:
			b = binary.AppendVarint(append(b, 'i'), v)
		case string:
			b = append(binary.AppendUvarint(append(b, 't'), uint64(len(v))), v...)
		case []byte:
			b = append(binary.AppendUvarint(append(b, 'b'), uint64(len(v))), v...)
		default: // the value has another type only if the row was changed
			b = fmt.Appendf(b, "%T %v", v, v)
		}
	}
	sum := sha256.Sum256(b)
	return sum[:sumSize]
}

// digest is the exclusive or of the checksums of games, so that their order does not matter.
type digest [sumSize]byte

func (d *digest) add(sum []byte) {
	for i := range min(len(d), len(sum)) {
		d[i] ^= sum[i]
	}
}

// ChangedError reports a row that was changed after it was written, or missing rows.
type ChangedError struct {
	File           string
	Experiment     string // key of the experiment; may be ""
	Row            string // for example "run 3"; "" means the game of Group and Seating
	How            string // "" means "was changed since it was written"
	Group, Seating int
}

func (e *ChangedError) Error() string {
	experiment := ""
	if e.Experiment != "" {
		experiment = " of experiment " + e.Experiment[:min(shortKey, len(e.Experiment))]
	}
	return fmt.Sprintf("%s: %s%s %s", e.File, e.Name(), experiment, e.what())
}

// Name returns the name of the row without its experiment.
func (e *ChangedError) Name() string {
	return cmp.Or(e.Row, fmt.Sprintf("game %d, seating %d", e.Group, e.Seating))
}

func (e *ChangedError) IsGame() bool { return e.Row == "" }

func (e *ChangedError) what() string { return cmp.Or(e.How, "was changed since it was written") }

// What returns the text of the error without file and experiment.
func (e *ChangedError) What() string { return e.Name() + " " + e.what() }

// reader runs queries: a database, a connection or a transaction.
type reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// readWriter is a reader that can also change rows.
type readWriter interface {
	reader
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// scanner reads the columns of the current row. It can be called several times for a row.
type scanner func(columns ...any) error

// query calls each for each row of the result of a query.
func query(ctx context.Context, from reader, each func(scan scanner) error, text string, args ...any) error {
	rows, err := from.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	for err == nil && rows.Next() {
		err = each(rows.Scan)
	}
	return cmp.Or(err, rows.Err(), rows.Close())
}

// snapshot calls read with a view of the file that other programs do not change.
func (s *Store) snapshot(ctx context.Context, read func(from reader) error) error {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.explain(err)
	}
	err = read(tx)
	_ = tx.Rollback() // nothing was changed
	return s.explain(err)
}

// rawColumns reads n columns and the checksum after them, without any conversion.
func rawColumns(scan scanner, n int) (values []any, sum []byte, err error) {
	values = make([]any, n)
	to := make([]any, n+1)
	for i := range values {
		to[i] = &values[i]
	}
	to[n] = &sum
	return values, sum, scan(to...)
}
