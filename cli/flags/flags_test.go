package flags

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro/cli/command"
)

// TestTimeoutHidesItsDeadline: solvers do not see the deadline of --timeout, because they would
// think less when it is near. After the deadline, derived contexts still report DeadlineExceeded.
func TestTimeoutHidesItsDeadline(t *testing.T) {
	ctx, cancel := Timeout(time.Millisecond).Limit(t.Context())
	defer cancel()
	below, cancel := context.WithCancel(ctx)
	defer cancel()
	if at, ok := below.Deadline(); ok {
		t.Errorf("the derived context shows the deadline %v", at)
	}
	<-below.Done()
	if !errors.Is(below.Err(), context.DeadlineExceeded) || command.Code(ctx, below.Err()) != command.ExitOutOfTime {
		t.Errorf("the derived context ends with %v", below.Err())
	}
}

// TestWholeCommands: WholeCommands joins the words of an engine's command that is not quoted. It
// changes no other argument.
func TestWholeCommands(t *testing.T) {
	for _, c := range []struct{ args, solvers, want string }{
		{"", "", ""},
		{"cell|bfs", "dfs", "cell|bfs|dfs"},
		{"engines/snake.py", "cell,exec:python3", "cell,exec:python3 engines/snake.py"},
		{"my snake.py|--|bfs", "exec:python3", "bfs|exec:python3 'my snake.py' --"},
		{"cell|exec:python3|snake.py|bfs|nobody", "dfs", "cell|exec:python3 snake.py|bfs|nobody|dfs"},
		{"nobody", "cell", "nobody|cell"},
		{"snake.py", "exec:python3,depth=3", "snake.py|exec:python3,depth=3"},
		{"all", "exec:python3 snake.py", "all|exec:python3 snake.py"},
	} {
		split := func(s string) []string {
			if s == "" {
				return nil
			}
			return strings.Split(s, "|")
		}
		var message bytes.Buffer
		have := WholeCommands(&message, split(c.args), split(c.solvers))
		if !slices.Equal(have, split(c.want)) {
			t.Errorf("%q and %q are %q, want %q", c.args, c.solvers, have, c.want)
		}
		if joined := strings.Contains(c.want, "exec:python3 ") && !strings.Contains(c.solvers, "3 snake"); joined != (message.Len() > 0) {
			t.Errorf("%q and %q: the message is %q", c.args, c.solvers, &message)
		}
	}
}
