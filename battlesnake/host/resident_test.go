package host

import (
	"testing"
	"time"
)

// A snake of this program that thought for as long as a guest may was late in
// nearly every move: at least a tenth of the time is left for it to be heard.
func TestResidentsLeaveTimeToBeHeard(t *testing.T) {
	for _, c := range []struct{ timeout, limit, want time.Duration }{
		{500 * time.Millisecond, 0, 450 * time.Millisecond},
		{500 * time.Millisecond, 100 * time.Millisecond, 100 * time.Millisecond},
		{500 * time.Millisecond, time.Second, 450 * time.Millisecond},
		{20 * time.Millisecond, 0, 18 * time.Millisecond},
	} {
		if got := residentTime(c.timeout, c.limit); got != c.want {
			t.Errorf("of %v with a limit of %v: %v, want %v", c.timeout, c.limit, got, c.want)
		}
	}
}
