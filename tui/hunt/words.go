package hunt

import (
	"fmt"

	"ouro/hunter"
)

// clockTime is a number of ticks as minutes and seconds, rounded up so that
// 0:00 is the end.
func clockTime(ticks int) string {
	s := (ticks + hunter.TicksPerSecond - 1) / hunter.TicksPerSecond
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
