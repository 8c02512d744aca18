package standings

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestShared counts how often a value is read that many pages look at: seldom, and the
// longer that takes the more seldom; after an error at once.
func TestShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShared[int]()
		reads, takes, failed := 0, time.Duration(0), error(nil)
		read := func(context.Context) (int, error) {
			reads++
			time.Sleep(takes)
			return reads, failed
		}
		look := func(want int, wantErr error) {
			t.Helper()
			var group sync.WaitGroup
			for range 8 {
				group.Go(func() {
					if got, err := s.get(t.Context(), read); err == nil && got != want || !errors.Is(err, wantErr) {
						t.Errorf("%d, %v, want %d, %v", got, err, want, wantErr)
					}
				})
			}
			group.Wait()
		}
		look(1, nil)
		time.Sleep(lookEvery - 1)
		look(1, nil)
		time.Sleep(time.Nanosecond)
		takes = 2 * time.Second
		look(2, nil)
		time.Sleep(lookShare*takes - 1)
		look(2, nil)
		time.Sleep(time.Nanosecond)
		failed = errors.New("the disk is gone")
		look(0, failed)
		if reads != 2+8 {
			t.Errorf("read %d times, want each page to try", reads)
		}
		failed, takes = nil, 0
		look(11, nil)
	})
}

// TestSharedLeaves has a page leave that waits for another one to read.
func TestSharedLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShared[int]()
		go func() {
			_, _ = s.get(t.Context(), func(context.Context) (int, error) { time.Sleep(time.Hour); return 1, nil })
		}()
		synctest.Wait()
		ctx, leave := context.WithTimeout(t.Context(), time.Second)
		defer leave()
		began := time.Now()
		if _, err := s.get(ctx, nil); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		time.Sleep(time.Hour)
	})
}
