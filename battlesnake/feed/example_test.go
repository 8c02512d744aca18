package feed_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"ouro"
	"ouro/battlesnake/feed"
	"ouro/battlesnake/wire"
)

// A Server sends a game to the official board.
func ExampleNew() {
	game, err := wire.NewGame("g", ouro.Spec{Name: "solo"}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	match := &wire.Match{Game: game, Players: []wire.Player{{ID: "a", Name: "one"}}}
	s := ouro.NewState(ouro.MustGrid(7, 7))
	s.Snakes[s.AddSnake(s.Grid.At(3, 3))].Health = 100

	f := feed.New(match.ViewGame(s.Grid))
	fmt.Println(f.Add(match.FrameEvent(s)))
	fmt.Println(f.Add(match.EndEvent(s.Grid)))
	fmt.Println(f.Add(match.FrameEvent(s)))

	w := httptest.NewRecorder()
	f.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/games/g", nil))
	var reply wire.ViewReply
	if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reply.Game.ID, reply.Game.Width, reply.Game.Height)
	// Output:
	// <nil>
	// <nil>
	// feed: the game is over
	// g 7 7
}
