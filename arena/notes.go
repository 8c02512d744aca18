package arena

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Title returns a line that describes the tournament and the number of its games.
func (k Kind) Title(report *lab.Report) string {
	r := FiguresOf(report)
	return printable.Line(r.Tournament.Heading() + ", " + r.playedText())
}

// Heading returns the title or, without one, a description of the game.
func (t *Tournament) Heading() string {
	return cmp.Or(t.Title, strings.TrimSpace(t.Rules+" "+cmp.Or(t.Board, t.levelName())))
}

func (t *Tournament) levelName() string {
	if strings.Contains(t.Level, "\n") {
		return "a drawn level"
	}
	return t.Level
}

func (r *Figures) playedText() string {
	t := r.Tournament
	text := fmt.Sprintf("%s of %s, %s", t.Format, english.Count(len(t.Snakes), "snake"), english.Count(r.Games, "game"))
	if r.Partial {
		text += " of "
		if r.Test != nil {
			text += "at most "
		}
		text += fmt.Sprint(r.Planned)
	}
	return text + fmt.Sprintf(", seed %d, budget %s", t.Seed, t.Budget())
}

func (t *Tournament) Budget() string {
	text := lab.BudgetText(ouro.Budget{Nodes: t.Nodes, Time: t.Time, CPU: t.CPU})
	switch {
	case t.GuestTimeout == 0:
		return text
	case text == lab.BudgetText(ouro.Budget{}):
		return fmt.Sprintf("guests=%s", t.GuestTimeout)
	}
	return fmt.Sprintf("%s,guests=%s", text, t.GuestTimeout)
}

// Lead returns the answer of the test, or a warning if games are missing. It also names snakes
// whose games are the same.
func (k Kind) Lead(report *lab.Report) string {
	r := FiguresOf(report)
	var texts []string
	switch {
	case r.Test != nil:
		texts = append(texts, r.testText())
	case r.Games == 0:
		texts = append(texts, "No game is finished yet.")
	case r.Partial:
		texts = append(texts, fmt.Sprintf("PARTIAL: %d of %s finished. Incomplete groups count with their finished games, but not in the score by seat.",
			r.Games, english.Count(r.Planned, "planned game")))
	}
	return strings.Join(append(texts, r.twinNotes()...), " ")
}

// Notes returns notes about the figures, each of a few sentences.
func (k Kind) Notes(report *lab.Report) (notes []string) {
	r := FiguresOf(report)
	add := func(format string, values ...any) { notes = append(notes, fmt.Sprintf(format, values...)) }
	t := r.Tournament
	if r.Test != nil {
		notes = append(notes, r.Test.meaning())
		if t.among() {
			add("%s and %s never play each other: both play the same starts from the same seats against the same opponents. The test compares the share of opponents that each finished ahead of. "+
				"The Elo of the answer assumes opponents about as strong as these two. If the opponents are much weaker or stronger, the true difference is larger than this Elo.", r.name(0), r.name(1))
		}
	}
	if r.Games == 0 {
		return notes
	}
	notes = append(notes, r.meaning()...)
	if len(r.Seats) > 0 && r.Groups > 0 {
		notes = append(notes, r.seatNote())
	}
	if r.Components > 1 {
		add("No games, direct or through other snakes, connect some of these snakes: compare the ratings only of snakes that games connect.")
	}
	if r.Alike > 0 && r.Groups > 1 {
		add("%d of %s went exactly like an earlier one: repeated games add no information, and the intervals are too narrow.",
			r.Alike, english.Count(r.Groups, "group"))
	}
	switch {
	case t.CPU > 0:
		add("Budget and thinking times are processor times: the results will differ in another run or on another machine.")
	case t.Time > 0 || t.GuestTimeout > 0:
		add("The budget is a time: the results will differ in another run or on another machine.")
	}
	return append(append(notes, report.Experiment.Remarks...), r.faultNotes()...)
}

// meaning returns notes that explain the columns of the tables.
func (r *Figures) meaning() (notes []string) {
	add := func(format string, values ...any) { notes = append(notes, fmt.Sprintf(format, values...)) }
	model := "Bradley and Terry"
	if r.Alone && len(r.Standings) > 2 || len(r.Seats) > 2 {
		model = "Plackett and Luce"
	}
	add("rating: Elo by the model of %s, with mean 0; ± is half of the 95 %% interval. For each snake, a quarter of a group is added, half won and half lost against an average snake. "+
		"If a snake won or lost everything, the table shows a bound that follows from the interval of its score. LOS: how likely the snake is better than the next in the table.", model)
	if slices.ContainsFunc(r.Standings, func(s Standing) bool { return s.Rating.Vague() }) {
		add("Ratings whose ± is above %d are omitted until there are more games.", maxHalfWidth)
	}
	if r.Tournament.isHunt() {
		add("Each game is compared with the other games of its group, which have the same bots and levels. Snakes that beat the bots come first, then snakes whose bots reached a lower level, then snakes whose bots scored fewer points. " +
			"score: the share of the other snakes that a snake was ahead of; a tie counts half.")
	} else if r.Alone && r.Tournament.ranksBySurvival() {
		add("Each game has one snake and is compared with the other games of its group, which have the same start and food. The snake that lives longer is ahead, or the longer snake if they live equally long. " +
			"score: the share of the other snakes that a snake was ahead of; a tie counts half.")
	} else if r.Alone {
		add("Each game has one snake and is compared with the other games of its group, which have the same start and food. A won game is ahead of a lost one. Of two won games, the one with fewer turns is ahead; of two lost games, the one with the longer snake. " +
			"score: the share of the other snakes that a snake was ahead of; a tie counts half.")
	} else if len(r.Seats) > 2 {
		add("score: the share of opponents that a snake outlived; a tie counts half, and the winner is first. won: the share of its games in which it alone was first; a game is drawn for the snakes that shared the first place.")
	}
	if r.GroupSize > 1 {
		add("A group is %s with the same start and food, %s. Intervals are computed from the scores of groups, not of single games.", english.Count(r.GroupSize, "game"), r.inGroup())
	}
	add("Intervals are not adjusted for their number: of twenty, one is expected to miss the true value.")
	add("turns %s, median %s; turns and length in the table are means.", spanOf(r.Turns), sheet.Fixed(stat.Quantile(floats(r.Turns), 0.5), 0))
	return notes
}

// inGroup describes the games of a group, to end a sentence.
func (r *Figures) inGroup() string {
	if r.Alone {
		return "one for each snake"
	}
	if r.Tournament.among() {
		return fmt.Sprintf("in which first %s and then %s takes every seat", r.name(0), r.name(1))
	}
	return "in which the snakes change seats"
}

func spanOf(sorted []int) string {
	return fmt.Sprintf("%d..%d", sorted[0], sorted[len(sorted)-1])
}

func floats(xs []int) []float64 {
	all := make([]float64, len(xs))
	for i, x := range xs {
		all[i] = float64(x)
	}
	return all
}

func (r *Figures) seatNote() string {
	var texts []string
	favoured := false
	for seat, e := range r.Seats {
		texts = append(texts, fmt.Sprintf("%s %s %s", string(english.Letter(seat)), percent(e.Value), sheet.PercentInterval(e.Interval)))
		favoured = favoured || e.Interval.Excludes(0.5)
	}
	text := "no seat is clearly favoured"
	if favoured {
		text = "some seats have a clear advantage or disadvantage"
	}
	return fmt.Sprintf("score %% by seat, over complete groups: %s: %s.", strings.Join(texts, ", "), text)
}

func (r *Figures) faultNotes() (notes []string) {
	for i := range r.Standings {
		s := &r.Standings[i]
		if s.Faults == 0 {
			continue
		}
		note := fmt.Sprintf("%s had no valid answer for %s", s.Name, english.Count(s.Faults, "move"))
		if s.Late > 0 {
			note += fmt.Sprintf(", %d of them late", s.Late)
		}
		notes = append(notes, note+fmt.Sprintf(" (its best move so far was played for %d, a fallback move for %d); first: %s.", s.Offered, s.Faults-s.Offered, s.FirstFault))
	}
	if n := r.Lab.Discarded; n > 0 {
		notes = append(notes, fmt.Sprintf("%s played again; first: %s.", english.CountOf(n, "attempt was discarded and", "attempts were discarded and"), printable.Short(r.Lab.FirstDiscarded, maxQuotedLine)))
	}
	return notes
}
