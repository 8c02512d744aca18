package cli

import (
	"testing"

	"github.com/spf13/cobra"
)

// TestResume: the line that goes on has the flags that were given, in a form that
// a shell reads as they were, but for the numbers of the games and for files
// that it would overwrite.
func TestResume(t *testing.T) {
	var o experimentOptions
	var snakes, plots []string
	var board, meals string
	cmd := &cobra.Command{Use: "game"}
	fs := cmd.Flags()
	fs.IntVar(&o.games, "games", 1, "")
	fs.BoolVar(&o.json, "json", false, "")
	o.add(cmd, "", "snake")
	o.addTimes(cmd, "")
	o.limit.add(cmd)
	fs.StringArrayVar(&snakes, "snake", nil, "")
	fs.StringVar(&board, "board", "11x11", "")
	fs.StringVar(&meals, "meals", "", "")
	fs.StringArrayVar(&plots, "plot", nil, "")
	err := fs.Parse([]string{
		"--snake", "a=spot:depth=3", "--snake", "it's me=http://x?a=b", "--games", "200", "--first", "40", "--json", "--no-times=false",
		"--games-csv", "x.csv", "--records", "dir", "--timeout", "3s", "--meals", "m.csv", "--plot", "p.svg",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `game --json --no-times=false --records dir --snake a=spot:depth=3 --snake 'it'\''s me=http://x?a=b' --first 64 --games 176`
	if got := o.resume(24); got != want {
		t.Errorf("have\n%s\nwant\n%s", got, want)
	}
	if !o.asked() {
		t.Error("no flag of an experiment was seen")
	}
}
