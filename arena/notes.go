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

// Title describes what was played, in one line.
func (k Kind) Title(report *lab.Report) string {
	r := FiguresOf(report)
	return printable.Line(r.Tournament.Heading() + ", " + r.playedText())
}

// Heading returns the title, or else a description of the game.
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

// Budget describes the limits of a move.
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

// Lead returns the result of the test, or says that games are missing. It names the snakes
// that do not differ.
func (k Kind) Lead(report *lab.Report) string {
	r := FiguresOf(report)
	var texts []string
	switch {
	case r.Test != nil:
		texts = append(texts, r.testText())
	case r.Games == 0:
		texts = append(texts, "No game is finished yet.")
	case r.Partial:
		texts = append(texts, fmt.Sprintf("PARTIAL: %d of %s finished. Groups that are not complete count with the games that they have, but not for seats.",
			r.Games, english.Count(r.Planned, "planned game")))
	}
	return strings.Join(append(texts, r.twinNotes()...), " ")
}

// Notes returns notes about the figures, each of one or two sentences.
func (k Kind) Notes(report *lab.Report) (notes []string) {
	r := FiguresOf(report)
	say := func(format string, values ...any) { notes = append(notes, fmt.Sprintf(format, values...)) }
	t := r.Tournament
	if r.Test != nil {
		notes = append(notes, r.Test.meaning())
		if t.among() {
			say("%s and %s do not meet: each plays the same starts from the same seats against the same others. The test compares the share of the others that each was ahead of. "+
				"The Elo of the answer assumes others about as strong as these two. If the others are much weaker or stronger, the two differ by more than the Elo says.", r.name(0), r.name(1))
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
		say("The games do not connect all snakes: ratings compare only snakes that games connect.")
	}
	if r.Alike > 0 && r.Groups > 1 {
		say("%d of %s went exactly like an earlier one: repeated games add no information, and the intervals are too narrow.",
			r.Alike, english.Count(r.Groups, "group"))
	}
	switch {
	case t.CPU > 0:
		say("The budget is a processor time, and so are the thinking times: another run or another machine will differ.")
	case t.Time > 0 || t.GuestTimeout > 0:
		say("The budget is a time: another run or another machine will differ.")
	}
	return append(append(notes, report.Experiment.Remarks...), r.faultNotes()...)
}

func (r *Figures) meaning() (notes []string) {
	say := func(format string, values ...any) { notes = append(notes, fmt.Sprintf(format, values...)) }
	model := "Bradley and Terry"
	if r.Alone && len(r.Standings) > 2 || len(r.Seats) > 2 {
		model = "Plackett and Luce"
	}
	say("rating: Elo by the model of %s, the mean of all is 0, ± half of the 95 %% interval. A quarter of a group, as much won as lost against the middle, is added for each snake. "+
		"A snake that won or lost everything has a bound, by the interval of its score. LOS: how likely the snake is better than the next one.", model)
	if slices.ContainsFunc(r.Standings, func(s Standing) bool { return s.Rating.Vague() }) {
		say("Ratings that are not known to within %d yet are omitted until there are more games.", maxHalfWidth)
	}
	if r.Tournament.isHunt() {
		say("Games are compared within their group, which has the same bots in the same levels: snakes that beat the bots before those that did not, then those that let the bots come less far, then those that left them fewer points. " +
			"score: the share of the others that a snake was ahead of, level ones by half.")
	} else if r.Alone && r.Tournament.ranksBySurvival() {
		say("Games alone are compared within their group, which has the same start and food: who lives longer is ahead, of those who live as long the longer snake. " +
			"score: the share of the others that a snake was ahead of, level ones by half.")
	} else if r.Alone {
		say("Games alone are compared within their group, which has the same start and food: won before not won, then fewer turns; of games that were not won the longer snake is ahead. " +
			"score: the share of the others that a snake was ahead of, level ones by half.")
	} else if len(r.Seats) > 2 {
		say("score: the share of the others that a snake outlived, level ones by half; the winner is first. won: the share of its games in which it was first alone; a game is drawn for those who shared the first place.")
	}
	if r.GroupSize > 1 {
		say("A group is %s with the same start and food, %s. It counts as one: intervals are from groups, not from games.", english.Count(r.GroupSize, "game"), r.inGroup())
	}
	say("Each interval stands for itself: of twenty between equals, one is expected to miss.")
	say("turns %s, median %s; turns and length in the table are means.", spanOf(r.Turns), sheet.Fixed(stat.Quantile(floats(r.Turns), 0.5), 0))
	return notes
}

func (r *Figures) inGroup() string {
	if r.Alone {
		return "one of each snake"
	}
	if r.Tournament.among() {
		return fmt.Sprintf("%s from every seat and %s in its place", r.name(0), r.name(1))
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
		text = "the seats are not alike"
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
