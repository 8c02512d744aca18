package lab_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// measuredPlan returns an experiment with invented games. The measure points is ten times the
// number of the group, and every third game is lost.
func measuredPlan(games int) lab.Plan {
	return lab.Plan{
		Title: "Made up",
		Kind: lab.Measured{
			Measures: []lab.Measure{{Name: "points", Key: "points", Digits: 1}, {Name: "ticks", Key: "ticks"}},
			Facts:    sheet.FactsOf("game", "made up", "levels", []string{"a", "b"}),
			Remarks:  []string{"Nobody played."},
		},
		Entrants: []lab.Entrant{{Name: "dice"}},
		Groups:   games,
		Seed:     3,
		Play: func(_ context.Context, t lab.Task) (lab.Finished, error) {
			tally := lab.Tally{Ending: ouro.Won, Turns: int32(7 * t.Group), Seats: make([]lab.Seat, 1), Measures: []int{10 * t.Group, 7 * t.Group}}
			t.Clock(0, time.Duration(t.Group)*time.Millisecond)
			if t.Group%3 == 0 {
				tally.Ending = ouro.Died
			}
			if t.Seed != ouro.GameSeed(3, t.Group) || !reflect.DeepEqual(t.Seats, []int{0}) {
				return lab.Finished{}, fmt.Errorf("a wrong task: %+v", t)
			}
			return lab.Finished{Tally: tally}, nil
		},
	}
}

// TestMeasuredBounds: intervals contain only possible values, even if there are few games.
func TestMeasuredBounds(t *testing.T) {
	plan := measuredPlan(2)
	plan.First = 1
	kind := plan.Kind.(lab.Measured)
	kind.Measures = []lab.Measure{{Name: "points", Key: "points", Least: 5, Most: 30}, {Name: "ticks", Key: "ticks"}}
	plan.Kind = kind
	report, err := lab.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text, doc strings.Builder
	if err := errors.Join(report.WriteTable(&text, 100), report.WriteJSON(&doc)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(text.String()), " "); !strings.Contains(got, "points 15 [5, 30] 10") || !strings.Contains(got, "ticks 10 [0, 55]") {
		t.Error(text.String())
	}
	if got := strings.Join(strings.Fields(doc.String()), ""); !strings.Contains(got, `"ci95":[5,30]`) {
		t.Error(doc.String())
	}
}

// TestMeasuredPairs: two entrants are compared by the differences of each measure, in the groups
// that both have finished. The lead names the measure that decides.
func TestMeasuredPairs(t *testing.T) {
	plan := measuredPlan(12)
	plan.Kind = lab.Measured{Measures: []lab.Measure{{Name: "points", Key: "points", Good: -1, Decides: true}}}
	plan.Entrants = append(plan.Entrants, lab.Entrant{Name: "twice"})
	plan.Play = func(_ context.Context, t lab.Task) (lab.Finished, error) {
		tally := lab.Tally{Ending: ouro.Won, Seats: make([]lab.Seat, 1), Measures: []int{10 + t.Group%3 + t.Seating*(4+t.Group%2)}}
		if t.Group%4 == 0 && t.Seating == 1 {
			tally.Ending = ouro.Died
		}
		return lab.Finished{Tally: tally}, nil
	}
	_, all := played(t, plan)
	delete(all, gameOf{3, 0})
	delete(all, gameOf{8, 1})
	r := countOf(t, plan, inOrder(all)...).Report()
	p := r.Pairs[0]
	want := stat.Describe([]float64{-4, -5, -4, -4, -5, -4, -5, -5, -4, -5}) // the values of groups 0, 1, 2, 4, 5, 6, 7, 9, 10, 11
	if d := p.Measures[0]; p.Games != 10 || math.Abs(d.Mean-want.Mean) > 1e-12 || math.Abs(d.Interval.Lo-want.Interval(lab.Confidence).Lo) > 1e-12 {
		t.Errorf("%+v, want %v", p, want.Mean)
	}
	if p.Won.Mean != 0.2 || p.Won.Interval != stat.DiffRates(2, 0, 10, lab.Confidence) {
		t.Errorf("won: %+v", p.Won)
	}
	if lead := r.Sheet().Lead; !strings.HasPrefix(lead, "dice is better than twice: points -4.5") {
		t.Error(lead)
	}
}

// TestPlay: games are played by Plan.Play, and its errors are returned.
func TestPlay(t *testing.T) {
	plan := measuredPlan(10)
	plan.First, plan.Workers = 5, 3
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	res := report.Results[0]
	if res.Games != 10 || res.Won != 7 || res.Measures[0].Mean != 95 || res.Measures[1].Max != 98 || res.Times.Max != 14*time.Millisecond || report.Games[3].Group != 8 {
		t.Errorf("%+v", report)
	}
	playGame := plan.Play
	for _, c := range []struct {
		fault func(t lab.Task) (lab.Finished, error)
		want  string
	}{
		{func(lab.Task) (lab.Finished, error) { panic("no dice") }, "solver dice: game 7: panic: no dice"},
		{func(lab.Task) (lab.Finished, error) { return lab.Finished{}, errors.New("lost") }, "solver dice: game 7: lost"},
		{func(lab.Task) (lab.Finished, error) { return lab.Finished{}, nil }, "solver dice: game 7: the tally of the game has 0 seats, want 1"},
		{func(lab.Task) (lab.Finished, error) {
			return lab.Finished{Tally: lab.Tally{Seats: make([]lab.Seat, 1), Measures: []int{1}}}, nil
		}, "solver dice: game 7: the tally of the game has 1 measure, want 2"},
	} {
		plan.Workers = 1
		plan.Play = func(ctx context.Context, t lab.Task) (lab.Finished, error) {
			if t.Group == 7 {
				return c.fault(t)
			}
			return playGame(ctx, t)
		}
		report, err := lab.Run(context.Background(), plan, nil)
		if err == nil || err.Error() != c.want || !report.Experiment.Partial || report.Results[0].Games != 2 {
			t.Errorf("error %v, want %q, report %+v", err, c.want, report)
		}
	}
}

// TestGoldenMeasured: the report of measured games has not changed.
func TestGoldenMeasured(t *testing.T) {
	measured, err := lab.Run(context.Background(), measuredPlan(8), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for _, text := range formats(t, measured.WithoutTimes()) {
		if strings.HasPrefix(text, "{") {
			var indented bytes.Buffer
			if err := json.Indent(&indented, []byte(text), "", " "); err != nil {
				t.Fatal(err)
			}
			text = indented.String()
		}
		got.WriteString(text + "\n")
	}
	checkGolden(t, "measured.golden", got.Bytes())
}

// TestEmptyKinds: reports without games can be written. Their tables of games have a
// header.
func TestEmptyKinds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, plan := range []lab.Plan{tournamentPlan(3, rover, first), measuredPlan(3), classicPlan(4, 4, 3, winner)} {
		report, err := lab.Run(ctx, plan, nil)
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		formats(t, report)
		var b bytes.Buffer
		if err := report.WriteGamesCSV(&b); err != nil {
			t.Fatal(err)
		}
		if rows, err := csv.NewReader(&b).ReadAll(); err != nil || len(rows) != 1 || rows[0][0] != "game" {
			t.Errorf("%v, %v", rows, err)
		}
	}
}
