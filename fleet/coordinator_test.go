package fleet

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// TestReadAll: before its work begins, a coordinator reads every message of the stream once and in
// order. It does so even if the server falls silent after some messages, receives more messages
// meanwhile, or has purged the last messages.
func TestReadAll(t *testing.T) {
	for _, c := range []struct {
		name   string
		has    []uint64 // sequence numbers in the stream
		silent []int    // number of messages after which each attempt falls silent; -1 for never
		lasts  []uint64 // last sequence numbers that open returns
		slow   int
	}{
		{"an empty stream", nil, nil, []uint64{0}, 0},
		{"all at once", []uint64{1, 2, 3}, []int{-1}, []uint64{3}, 0},
		{"silent at first", []uint64{1, 2, 3}, []int{0, 0, -1}, []uint64{3, 3, 3}, 2},
		{"silent in between", []uint64{1, 2, 3, 4}, []int{2, -1}, []uint64{4, 4}, 1},
		{"the timer fires at the last message", []uint64{1, 2, 3}, []int{3}, []uint64{3}, 0},
		{"one more meanwhile", []uint64{1, 2, 3, 4}, []int{1, -1}, []uint64{3, 4}, 1},
		{"the last were purged", []uint64{2, 5}, []int{-1}, []uint64{9}, 0},
		{"silent, and the last were purged", []uint64{2, 5}, []int{1, -1}, []uint64{9, 9}, 1},
		{"all the others were purged meanwhile", []uint64{1, 2}, []int{1}, []uint64{2, 0}, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			var got []uint64
			slow, tries, opened := 0, 0, 1
			follow := func(ctx context.Context, _ string, from uint64, take func(*event) bool) error {
				silent := c.silent[tries]
				tries++
				for i, seq := range c.has {
					if seq < from {
						continue
					}
					if silent == 0 {
						break
					}
					silent--
					time.Sleep(replyTime * 9 / 10) // the server is slow, but not silent
					if !take(&event{seq: seq, pending: uint64(len(c.has) - 1 - i)}) {
						if silent == 0 {
							return context.Canceled // as if the timer fired at that moment
						}
						return nil
					}
				}
				<-ctx.Done()
				return ctx.Err()
			}
			open := func(context.Context) (uint64, error) {
				opened++
				return c.lasts[opened-1], nil
			}
			take := func(m *event) { got = append(got, m.seq) }
			if err := (&streamReader{follow, open, take, func() { slow++ }}).readAll(t.Context(), c.lasts[0]); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			want := c.has
			if c.lasts[len(c.lasts)-1] == 0 && len(want) > 0 {
				want = want[:1]
			}
			if !slices.Equal(got, want) || slow != c.slow {
				t.Errorf("%s: read messages %v, %d calls of slow; want %v, %d", c.name, got, slow, want, c.slow)
			}
		})
	}
}

// TestReadAllStops: readAll returns when its context ends, or when the stream cannot be
// opened again.
func TestReadAllStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := func(ctx context.Context, _ string, _ uint64, _ func(*event) bool) error {
			<-ctx.Done()
			return ctx.Err()
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		never := func(context.Context) (uint64, error) { panic("the stream is opened after the end of ctx") }
		if err := (&streamReader{follow: silent, open: never}).readAll(ctx, 1); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		broken := errors.New("broken")
		fails := func(context.Context) (uint64, error) { return 0, broken }
		if err := (&streamReader{follow: silent, open: fails, slow: func() {}}).readAll(t.Context(), 1); !errors.Is(err, broken) {
			t.Error(err)
		}
	})
}
