package fleet

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"ouro/arena"
	"ouro/definition"
	"ouro/lab"
)

// TestSlowGuest: while a tournament waits for a remote snake, the worker still sends
// heartbeats and does other work.
func TestSlowGuest(t *testing.T) {
	requests, answer := make(chan struct{}, 1), make(chan struct{})
	guest := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		select {
		case requests <- struct{}{}:
		default:
		}
		<-answer
	}))
	defer guest.Close()
	tour := arena.Default()
	tour.Games, tour.GuestTimeout, tour.Nodes = 2, time.Minute, 10
	tour.Snakes = []arena.Snake{{Name: "a", Snake: "greedy"}, {Name: "b", Snake: guest.URL}}
	setting, err := tour.Setting()
	if err != nil {
		t.Fatal(err)
	}
	d, err := definition.OfArena(setting)
	if err != nil {
		t.Fatal(err)
	}
	h := newWorkerClient(nil, WorkerConfig{Allow: []string{guest.URL}, Slots: 2}, false)
	h.definitions["x"] = &d
	done := make(chan struct{})
	go func() { defer close(done); _, _ = h.player(t.Context(), "x", map[string]*lab.Player{}) }()
	<-requests
	if !h.mu.TryLock() {
		t.Error("the other slots wait for the guest")
	} else {
		h.mu.Unlock()
	}
	close(answer)
	<-done
	http.DefaultClient.CloseIdleConnections()
}
