package solvetest

import (
	"bytes"
	"context"
	"fmt"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const leakLabel = "solvetest"

var leakChecks atomic.Int64

// noneLeft calls f and fails if a goroutine that f has started, directly or indirectly, is still
// running long after f. Goroutines inherit the labels of the one that starts them, which
// distinguishes them from those of concurrent tests.
func noneLeft(t *testing.T, f func()) {
	t.Helper()
	id := fmt.Sprint(leakChecks.Add(1))
	pprof.Do(t.Context(), pprof.Labels(leakLabel, id), func(context.Context) { f() })
	var left string
	for wait := time.Millisecond; wait < time.Second; wait *= 2 {
		if left = labelled(t, id); left == "" {
			return
		}
		time.Sleep(wait) // a goroutine may be ending
	}
	t.Fatalf("goroutines that outlive the call:\n%s", left)
}

// labelled returns the stacks of the goroutines with this label.
func labelled(t *testing.T, id string) string {
	t.Helper()
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
		t.Fatal(err)
	}
	var left []string
	for stack := range strings.SplitSeq(profile.String(), "\n\n") {
		if strings.Contains(stack, fmt.Sprintf("%q:%q", leakLabel, id)) {
			left = append(left, stack)
		}
	}
	return strings.Join(left, "\n\n")
}
