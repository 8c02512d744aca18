package store

import (
	"cmp"
	"context"
)

// Compact shrinks the file to its content and erases what was removed. It waits for other
// programs that use the file, and fails if that takes too long.
func (s *Store) Compact(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, `VACUUM`)
	if err == nil {
		_, err = s.db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	return s.explain(cmp.Or(err, ctx.Err()))
}
