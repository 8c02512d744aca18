package store

import (
	"cmp"
	"context"
)

// Compact makes the file as small as what it holds allows, and forgets for good what
// was removed. Others who use the file meanwhile make it wait, and then fail.
func (s *Store) Compact(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, `VACUUM`)
	if err == nil {
		_, err = s.db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	return s.words(cmp.Or(err, ctx.Err()))
}
