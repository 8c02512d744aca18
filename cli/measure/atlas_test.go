package measure_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/cli/measure"
)

// TestAtlas: the table and the JSON have the same figures. ouro watch can play on a board that atlas
// draws.
func TestAtlas(t *testing.T) {
	code, out, errs := clitest.Run(t, "atlas", "--cells", "9", "--exceptions")
	_, drawing, _ := strings.Cut(out, "\n\n")
	if code != command.ExitDone || !strings.Contains(out, "\n9        1285       300           1      0           1\n") || strings.Count(drawing, "\n") != 5 {
		t.Fatalf("code %d\n%s%s", code, out, errs)
	}
	level := filepath.Join(t.TempDir(), "level.txt")
	clitest.Write(t, level, drawing)
	if code, out, errs := clitest.Run(t, "watch", "bfs", "--level", level); code != command.ExitDone || !strings.Contains(out, " of 9") {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	var doc struct {
		Rows []struct {
			Cells, Boards, Winnable, Cycle int
			Always                         int `json:"always_won"`
			Exceptions                     []string
		}
	}
	_, out, _ = clitest.Run(t, "atlas", "--cells", "9", "--exceptions", "--json", "--workers", "1")
	if err := json.Unmarshal([]byte(out), &doc); err != nil || len(doc.Rows) != 7 {
		t.Fatalf("%v: %s", err, out)
	}
	if r := doc.Rows[6]; r.Cells != 9 || r.Boards != 1285 || r.Winnable != 300 || r.Always != 1 || len(r.Exceptions) != 1 || r.Exceptions[0] != drawing {
		t.Errorf("%+v", r)
	}
}

// countdown is a context that ends when its Err method was called more than calls times.
type countdown struct {
	context.Context
	calls atomic.Int64
}

func (c *countdown) Err() error {
	if c.calls.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestAtlasStops: a survey that is interrupted prints the complete rows.
func TestAtlasStops(t *testing.T) {
	var out, errs strings.Builder
	ctx := &countdown{Context: t.Context()}
	ctx.calls.Store(2000)
	cmd := measure.NewAtlas(command.IO{Out: &out, Err: &errs})
	cmd.SetArgs([]string{"--cells", "20"})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(ctx)
	rows := strings.Split(strings.TrimSpace(out.String()), "\n")
	if !errors.Is(err, context.Canceled) || len(rows) < 4 || len(rows) > 15 {
		t.Fatalf("%v\n%s", err, out.String())
	}
	cells, _, _ := strings.Cut(rows[len(rows)-1], " ")
	if want := "ouro: stopped after the boards of " + cells + " cells\n"; errs.String() != want {
		t.Errorf("%q, want %q", errs.String(), want)
	}
}
