package doctor_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"ouro/battlesnake/doctor"
)

// A snake that always goes up, but writes it in capitals.
func ExampleExamine() {
	snake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"apiversion": "1", "move": "UP"}`)
	}))
	defer snake.Close()
	r, err := doctor.Examine(context.Background(), doctor.Config{URL: snake.URL, Positions: 20, Timeout: time.Hour})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range r.Findings {
		fmt.Printf("%v: %s (%d of %d)\n", f.Kind.Weight(), f.Kind.What(), f.Count, f.Of)
		fmt.Println("mend:", f.Kind.Mend())
	}
	fmt.Println(r.Healthy())
	// Output:
	// error: the move is spelt with capitals or spaces (20 of 20)
	// mend: the moves are up, down, left and right, in lower case
	// false
}
