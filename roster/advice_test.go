package roster

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
)

func TestAHintThatFails(t *testing.T) {
	for _, c := range []struct {
		name   string
		decide ouro.SolverFunc
		want   string
	}{
		{"panic", func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("no idea") }, "no idea"},
		{"error", func(context.Context, ouro.Turn) (ouro.Decision, error) {
			return ouro.Decision{}, errors.New("no answer")
		}, "no answer"},
		{"the end of its goroutine", func(context.Context, ouro.Turn) (ouro.Decision, error) {
			runtime.Goexit()
			return ouro.Decision{}, nil
		}, "ended its goroutine"},
		{"nonsense", func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{Dir: 77}, nil }, "the hint failed"},
	} {
		got := make(chan error, 1)
		go func() {
			defer close(got) // runs even if the solver ends this goroutine
			got <- Advise(context.Background(), play.NewAsker(c.decide), nil).Err
		}()
		if err := <-got; err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s became %v", c.name, err)
		}
	}
}
