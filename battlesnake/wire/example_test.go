package wire_test

import (
	"fmt"

	"ouro/battlesnake/wire"
)

// A request of an engine becomes a State.
func ExampleParseRequest() {
	request, err := wire.ParseRequest([]byte(`{
		"game": {"id": "g", "ruleset": {"name": "standard"}, "timeout": 500},
		"turn": 3,
		"board": {"width": 7, "height": 7, "food": [{"x": 6, "y": 6}], "snakes": [
			{"id": "me", "health": 97, "body": [{"x": 1, "y": 1}, {"x": 1, "y": 0}, {"x": 0, "y": 0}]}
		]},
		"you": {"id": "me", "health": 97, "body": [{"x": 1, "y": 1}, {"x": 1, "y": 0}, {"x": 0, "y": 0}]}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	s, seat, err := request.State()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("seat", seat, "turn", s.Turn, "health", s.Snakes[seat].Health, "may go")
	for i, legal := 0, s.Legal(seat); i < legal.Len(); i++ {
		fmt.Println(" ", legal.At(i))
	}
	fmt.Println(request.Game.Spec(), request.Game.TimeLimit())
	// Output:
	// seat 0 turn 3 health 97 may go
	//   up
	//   right
	//   left
	// standard:food=15,minfood=1,damage=14,shrink=25 500ms
}

// A reply without one of the four moves is an error.
func ExampleParseMoveReply() {
	reply, err := wire.ParseMoveReply([]byte(`{"move": "left", "shout": "hi"}`))
	fmt.Println(reply.Move, reply.Shout, err)
	_, err = wire.ParseMoveReply([]byte(`{"move": "LEFT"}`))
	fmt.Println(err)
	// Output:
	// left hi <nil>
	// move "LEFT" is not up, right, down or left
}
