package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// A game waits at most this long to be written, and so many or so large ones are
// written at once.
const (
	writeAfter = 200 * time.Millisecond
	writeGames = 500
	writeBytes = 4 << 20
)

// row is a game that is to be written.
type row struct {
	experiment int64
	game       *Game
	sum        []byte
}

func (r *row) size() int { return len(r.game.Detail) + len(r.game.Record) + len(r.game.Log) }

// writer writes what shelves are given, in one goroutine and many games at a time.
type writer struct {
	store  *Store
	file   os.FileInfo // into which it writes
	conn   *sql.Conn
	insert driver.StmtExecContext // of conn; without database/sql, which would cost as much as the statement
	args   []driver.NamedValue    // of insert
	rows   chan row
	asks   chan chan error // of those who wait until all is written
	done   chan struct{}

	mu  sync.Mutex
	err error // the first; after it nothing is written
}

// errClosed is about what is given to a store that was closed.
var errClosed = errors.New("the file of results is closed")

// writing is the writer, started if nothing was written yet.
func (s *Store) writing(ctx context.Context) (*writer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, errClosed
	case s.writer != nil:
		return s.writer, nil
	}
	ctx = context.WithoutCancel(ctx) // who gives up does not want less to be kept
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, s.words(err)
	}
	w := &writer{store: s, conn: conn, rows: make(chan row, writeGames), asks: make(chan chan error), done: make(chan struct{})}
	if w.file, err = os.Stat(s.path); err == nil {
		err = conn.Raw(w.prepare)
	}
	if err != nil {
		return nil, errors.Join(s.words(err), conn.Close())
	}
	s.writer = w
	go w.work(ctx)
	return w, nil
}

// put has a row written, and waits where too many wait.
func (w *writer) put(r row) error {
	if err := w.failed(); err != nil {
		return err
	}
	select {
	case w.rows <- r:
		return nil
	case <-w.done:
		return cmp.Or(w.failed(), errClosed)
	}
}

// flush waits until what was put is written.
func (w *writer) flush() error {
	answer := make(chan error, 1)
	select {
	case w.asks <- answer:
		return <-answer
	case <-w.done:
		return cmp.Or(w.failed(), errClosed)
	}
}

// failed is what keeps it from writing.
func (w *writer) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// close writes what is left. Nothing may be put any more.
func (w *writer) close() error {
	err := w.flush()
	close(w.asks)
	<-w.done
	stmt, _ := w.insert.(driver.Stmt)
	return errors.Join(err, stmt.Close(), w.conn.Close())
}

// prepare prepares the statement that writes a game.
func (w *writer) prepare(conn any) error {
	c, _ := conn.(driver.Conn)
	stmt, err := c.Prepare(insertGame)
	if err != nil {
		return err
	}
	w.insert, _ = stmt.(driver.StmtExecContext)
	w.args = make([]driver.NamedValue, len(new(Game).values(0, nil)))
	for i := range w.args {
		w.args[i].Ordinal = i + 1
	}
	return nil
}

// work collects rows and writes them, until asks is closed.
func (w *writer) work(ctx context.Context) {
	defer close(w.done)
	var batch []row
	size := 0
	late := time.NewTimer(writeAfter)
	late.Stop()
	write := func() {
		late.Stop()
		w.write(ctx, batch)
		clear(batch)
		batch, size = batch[:0], 0
	}
	add := func(r row) {
		if len(batch) == 0 {
			late.Reset(writeAfter)
		}
		batch = append(batch, r)
		if size += r.size(); len(batch) >= writeGames || size >= writeBytes {
			write()
		}
	}
	for {
		select {
		case r := <-w.rows:
			add(r)
		case <-late.C:
			write()
		case answer, open := <-w.asks:
			if !open {
				return
			}
			for waiting := true; waiting; { // those that were put before
				select {
				case r := <-w.rows:
					add(r)
				default:
					waiting = false
				}
			}
			write()
			answer <- w.failed()
		}
	}
}

// write writes rows, as a whole or not at all.
func (w *writer) write(ctx context.Context, batch []row) {
	if len(batch) == 0 || w.failed() != nil {
		return
	}
	if err := cmp.Or(w.transact(ctx, batch), w.inPlace()); err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.err = w.store.words(err)
	}
}

// inPlace finds out if the file was removed, or another has its name by now: then what is
// written is lost, and nothing else tells.
func (w *writer) inPlace() error {
	now, err := os.Stat(w.store.path)
	switch {
	case err != nil:
		return fmt.Errorf("it cannot be seen any more while results are written, which are lost: %w", err)
	case !os.SameFile(w.file, now):
		return fmt.Errorf("%s: another file has its name by now, and results that were written are lost", w.store.file)
	}
	return nil
}

func (w *writer) transact(ctx context.Context, batch []row) error {
	if _, err := w.conn.ExecContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		return err
	}
	err := w.insertAll(ctx, batch)
	if err == nil {
		_, err = w.conn.ExecContext(ctx, `COMMIT`)
	}
	if err != nil {
		_, _ = w.conn.ExecContext(ctx, `ROLLBACK`) // SQLite may have done that already
	}
	return err
}

func (w *writer) insertAll(ctx context.Context, batch []row) error {
	runs := map[int64]*written{}
	err := w.conn.Raw(func(any) error {
		for i := range batch {
			r := &batch[i]
			for i, v := range r.game.values(r.experiment, r.sum) {
				w.args[i].Value = v
			}
			done, err := w.insert.ExecContext(ctx, w.args)
			if err != nil {
				return err
			}
			if runs[r.game.Run] == nil {
				runs[r.game.Run] = new(written)
			}
			if n, err := done.RowsAffected(); err != nil {
				return err
			} else if n > 0 {
				runs[r.game.Run].add(r.game, r.sum)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for run, games := range runs {
		if err := w.store.note(ctx, w.conn, run, games); err != nil {
			return err
		}
	}
	return nil
}
