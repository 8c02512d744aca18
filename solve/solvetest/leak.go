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

// noneLeft calls f and fails if a goroutine that f has started, directly or
// through others, goes on for long after f. Goroutines inherit the labels of
// the one that starts them, so those of tests that run at the same time are
// told apart.
func noneLeft(t *testing.T, f func()) {
	t.Helper()
	id := fmt.Sprint(leakChecks.Add(1))
	pprof.Do(t.Context(), pprof.Labels(leakLabel, id), func(context.Context) { f() })
	var left string
	for wait := time.Millisecond; wait < time.Second; wait *= 2 {
		if left = labelled(t, id); left == "" {
			return
		}
		time.Sleep(wait) // one that has just been told to end
	}
	t.Fatalf("goroutines that outlive the call:\n%s", left)
}

// labelled are the stacks of the goroutines with this label.
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
