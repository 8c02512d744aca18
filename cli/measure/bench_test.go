package measure

import (
	"bytes"
	"strings"
	"testing"

	"ouro/definition"
	"ouro/lab"

	"github.com/spf13/cobra"
)

// TestResume: the command that continues a bench has all flags of the bench except --timeout,
// quoted for a shell. It has other values only for the numbers of games, and for the names of files
// that it would overwrite.
func TestResume(t *testing.T) {
	o := benchOptions{games: 100}
	cmd := &cobra.Command{Use: "bench"}
	fs := cmd.Flags()
	fs.IntVar(&o.games, "games", 100, "")
	fs.IntVar(&o.first, "first", 0, "")
	fs.StringArrayVar(&o.solvers, "solver", nil, "")
	fs.StringVar(&o.meals, "meals", "", "")
	fs.StringArrayVar(&o.plots, "plot", nil, "")
	o.Flags.Add(cmd, "solver")
	err := fs.Parse([]string{
		"--solver", "a=spot:depth=3", "--solver", "me=exec:it's me", "--games", "200", "--first", "40", "--json", "--no-times=false",
		"--games-csv", "x.csv", "--records", "dir", "--timeout", "3s", "--meals", "m.csv", "--plot", "p.svg",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `bench --games-csv x-64.csv --json --meals m-64.csv --no-times=false --plot p-64.svg --records dir --solver a=spot:depth=3 --solver 'me=exec:it'\''s me' --first 64 --games 176`
	if got := o.resume(24); got != want {
		t.Errorf("have\n%s\nwant\n%s", got, want)
	}
}

// TestPartialPlot: the title of a plot says that games are missing, and how many were played.
func TestPartialPlot(t *testing.T) {
	d := definition.Definition{Kind: definition.Bench, Rules: "classic", Board: "4x4", StartLength: 1, Seed: 7, Solvers: []string{"cell"}}
	plan, err := d.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	plan.Groups = 3
	r, err := lab.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, partial := range []bool{false, true} {
		r.Experiment.Partial = partial
		var b bytes.Buffer
		if err := drawMeals(&b, "x.svg", r); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "3 games, seed 7 (partial: 3 games)") != partial {
			t.Errorf("partial %v: %.600s", partial, b.String())
		}
	}
}
