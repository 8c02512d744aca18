package search

import (
	"runtime"
	"testing"

	"ouro"
)

func TestThreads(t *testing.T) {
	all := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3 * all)) // like a server
	for _, c := range []struct {
		options ouro.Options
		most    int
		want    int
	}{
		{nil, 0, 1},
		{ouro.Options{{Key: "workers", Value: "7"}}, 0, 7},
		{ouro.Options{{Key: "workers", Value: "7"}}, 3, 3},
		{ouro.Options{{Key: "workers", Value: "0"}}, 0, all},
		{ouro.Options{{Key: "workers", Value: "0"}}, 1, 1},
	} {
		setup := ouro.Setup{Options: c.options, Threads: c.most}
		r := setup.Options.Read()
		if n := Threads(setup, r, "workers"); n != c.want || r.Err() != nil {
			t.Errorf("%v, at most %d: %d threads, %v, want %d", c.options, c.most, n, r.Err(), c.want)
		}
	}
	setup := ouro.Setup{Options: ouro.Options{{Key: "workers", Value: "65"}}}
	r := setup.Options.Read()
	if Threads(setup, r, "workers"); r.Err() == nil {
		t.Error("65 threads are granted")
	}
}
