package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
	"ouro/solve/sparring"
)

// A Server is an http.Handler that answers an engine.
func ExampleNew() {
	s, err := server.New(server.Config{Snakes: []server.Snake{{
		Name: "greedy", Info: wire.Info{Author: "me", Color: "#336699"}, Make: sparring.Greedy,
	}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	ask := func(method, path, body string) {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), method, path, strings.NewReader(body)))
		fmt.Print(w.Code, " ", w.Body)
	}
	ask(http.MethodGet, "/", "")
	const snake = `{"id": "me", "health": 50, "body": [{"x": 1, "y": 1}, {"x": 1, "y": 0}]}`
	ask(http.MethodPost, "/move", `{"game": {"id": "g", "ruleset": {"name": "solo"}, "timeout": 60000}, "turn": 3,
		"board": {"width": 5, "height": 5, "food": [{"x": 0, "y": 1}], "snakes": [`+snake+`]}, "you": `+snake+`}`)
	fmt.Println(s.Close())
	// Output:
	// 200 {"apiversion":"1","author":"me","color":"#336699"}
	// 200 {"move":"left"}
	// <nil>
}
