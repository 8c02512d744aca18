package standings

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestCached: a value is read rarely, and even more rarely if reading is slow. After an error,
// it is read again at once.
func TestCached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newCached[int](time.Second)
		reads, takes, failed := 0, time.Duration(0), error(nil)
		read := func(context.Context) (int, error) {
			reads++
			time.Sleep(takes)
			return reads, failed
		}
		cache := func(want int, wantErr error) {
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
		cache(1, nil)
		time.Sleep(time.Second - 1)
		cache(1, nil)
		time.Sleep(time.Nanosecond)
		takes = 2 * time.Second
		cache(2, nil)
		time.Sleep(restFactor*takes - 1)
		cache(2, nil)
		time.Sleep(time.Nanosecond)
		failed = errors.New("the disk is gone")
		cache(0, failed)
		if reads != 2+8 {
			t.Errorf("read %d times, want each page to try", reads)
		}
		failed, takes = nil, 0
		cache(11, nil)
	})
}

// TestCachedCancel: a page can leave while another page reads.
func TestCachedCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newCached[int](time.Second)
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
