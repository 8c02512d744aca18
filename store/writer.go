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

// A game is written at most writeAfter after it was queued, or earlier if writeGames games or
// writeBytes bytes are waiting.
const (
	writeAfter = 200 * time.Millisecond
	writeGames = 500
	writeBytes = 4 << 20
)

// row is a game to write.
type row struct {
	experiment int64
	game       *Game
	sum        []byte
}

func (r *row) size() int { return len(r.game.Detail) + len(r.game.Record) + len(r.game.Log) }

// writer writes the games of all runs in one goroutine, many games at a time.
type writer struct {
	store   *Store
	file    os.FileInfo // the file to which it writes
	conn    *sql.Conn
	insert  driver.StmtExecContext // a statement of conn; a call through database/sql would double the cost
	args    []driver.NamedValue    // the arguments of insert
	rows    chan row
	flushes chan chan error // requests to flush
	done    chan struct{}

	mu  sync.Mutex
	err error // the first error; nothing is written after an error
}

var errClosed = errors.New("the results file is closed")

func (s *Store) startWriter(ctx context.Context) (*writer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, errClosed
	case s.writer != nil:
		return s.writer, nil
	}
	ctx = context.WithoutCancel(ctx) // a cancelled run keeps its results
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, s.explain(err)
	}
	w := &writer{store: s, conn: conn, rows: make(chan row, writeGames), flushes: make(chan chan error), done: make(chan struct{})}
	if w.file, err = os.Stat(s.path); err == nil {
		err = conn.Raw(w.prepare)
	}
	if err != nil {
		return nil, errors.Join(s.explain(err), conn.Close())
	}
	s.writer = w
	go w.run(ctx)
	return w, nil
}

// put queues a row, and waits while the queue is full.
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

// flush waits until all queued rows are written.
func (w *writer) flush() error {
	answer := make(chan error, 1)
	select {
	case w.flushes <- answer:
		return <-answer
	case <-w.done:
		return cmp.Or(w.failed(), errClosed)
	}
}

func (w *writer) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// close writes all queued rows and ends the writer. Do not call put afterwards.
func (w *writer) close() error {
	err := w.flush()
	close(w.flushes)
	<-w.done
	stmt, _ := w.insert.(driver.Stmt)
	return errors.Join(err, stmt.Close(), w.conn.Close())
}

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

// run collects rows and writes them in batches, until flushes is closed.
func (w *writer) run(ctx context.Context) {
	defer close(w.done)
	var batch []row
	size := 0
	due := time.NewTimer(writeAfter)
	due.Stop()
	write := func() {
		due.Stop()
		w.write(ctx, batch)
		clear(batch)
		batch, size = batch[:0], 0
	}
	add := func(r row) {
		if len(batch) == 0 {
			due.Reset(writeAfter)
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
		case <-due.C:
			write()
		case answer, open := <-w.flushes:
			if !open {
				return
			}
			for waiting := true; waiting; { // handle the rows that were queued before the request
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

func (w *writer) write(ctx context.Context, batch []row) {
	if len(batch) == 0 || w.failed() != nil {
		return
	}
	if err := cmp.Or(w.transact(ctx, batch), w.checkInPlace()); err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.err = w.store.explain(err)
	}
}

// checkInPlace returns an error if the file was removed or replaced, because writes would then be
// lost without an error.
func (w *writer) checkInPlace() error {
	now, err := os.Stat(w.store.path)
	switch {
	case err != nil:
		return fmt.Errorf("the results file was removed while it was open, and its last results are lost: %w", err)
	case !os.SameFile(w.file, now):
		return fmt.Errorf("%s: another file replaced it while it was open, and its last results are lost", w.store.file)
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
	runs := writtenBy{}
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
			if n, err := done.RowsAffected(); err != nil {
				return err
			} else if n > 0 {
				runs.add(r.game, r.sum)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return runs.addTo(ctx, w.store, w.conn)
}
