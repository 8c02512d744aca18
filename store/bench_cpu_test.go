//go:build unix

package store_test

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ouro/lab"
)

// processorTime returns the processor time of this process, over all threads.
func processorTime(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkKeep measures the processor time of all threads, from the call of Keep until the
// game is in the file.
func BenchmarkKeep(b *testing.B) {
	f := game10x10(b)
	bare := *f
	bare.Record = nil
	for name, f := range map[string]lab.Finished{"bare": bare, "record": *f} {
		b.Run(name, func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "results.db"))
			run := startRun(b, s, experiment("cell"))
			b.ReportAllocs()
			b.ResetTimer()
			began := processorTime(b)
			for i := range b.N {
				g := f
				g.Tally.Group = int32(i)
				if err := run.Keep(&g); err != nil {
					b.Fatal(err)
				}
			}
			if err := run.Close(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64((processorTime(b)-began).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}
