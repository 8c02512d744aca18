package guest_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/battlesnake/wire"
)

// A snake at a URL is a Solver.
func ExampleDial() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"move": "left", "shout": "hi"}`)
	}))
	defer server.Close()
	game, err := wire.NewGame("g", ouro.Spec{Name: "standard"}, 10*time.Second)
	if err != nil {
		fmt.Println(err)
		return
	}
	match := &wire.Match{Game: game, Players: []wire.Player{{ID: "theirs"}}}

	snake, err := guest.Dial(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	snake.Join(match)
	s := ouro.NewState(ouro.MustGrid(7, 7))
	s.Snakes[s.AddSnake(s.Grid.At(3, 3))].Health = 100
	d, err := snake.Decide(context.Background(), ouro.Turn{State: s})
	fmt.Println(d.Dir, match.Players[0].Shout, err)
	fmt.Println(snake.Close())
	// Output:
	// left hi <nil>
	// <nil>
}
