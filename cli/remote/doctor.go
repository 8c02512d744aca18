package remote

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/battlesnake/doctor"
	"ouro/battlesnake/host"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab/sheet"
)

type doctorOptions struct {
	positions int
	seed      flags.SeedValue
	answer    time.Duration
	json      bool
	limit     flags.Timeout
}

func NewDoctor(stdio command.IO) *cobra.Command {
	var o doctorOptions
	cmd := &cobra.Command{
		Use:   "doctor URL",
		Short: "Examine a snake's server and print what to mend",
		Long: `Doctor sends a Battlesnake server the requests of the official engine. It requests the
snake's description, and then moves in games of every ruleset, on many maps and boards,
with starts and ends. The positions depend only on the seed, and most are critical: one
way out, a tail that stays, the last point of health. Doctor reports answers that are
late or invalid, moves that kill the snake although another move survives, and games that
the server mixes up when several are played at once. It prints the times of the answers,
and an example of each finding with advice.

The exit code is 3 if something must be mended.`,
		Example: `  ouro doctor http://127.0.0.1:8000
  ouro doctor 127.0.0.1:8000 --ask 1000 --seed 2
  ouro doctor https://snake.example.org/ --guest-timeout 400ms`,
		Args: command.ExactArgs(1, "the URL of the snake"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args[0]) },
	}
	cmd.Flags().IntVar(&o.positions, "ask", doctor.DefaultPositions, "send `N` positions")
	flags.Seed(cmd, &o.seed)
	flags.GuestTimeout(cmd, &o.answer)
	flags.JSON(cmd, &o.json, "")
	o.limit.Add(cmd)
	return cmd
}

func (o *doctorOptions) run(ctx context.Context, stdio command.IO, address string) error {
	if err := cmp.Or(flags.AtLeastOne("ask", o.positions), flags.CheckGuestTimeout(o.answer), o.limit.Check()); err != nil {
		return err
	}
	entrant, err := host.ParseEntrant(address)
	switch {
	case err != nil:
		return command.Usage(err)
	case entrant.Guest == nil:
		return command.Usagef("ouro doctor %s: want the URL of a snake, such as http://127.0.0.1:8000; ouro serve serves a solver at a URL", address)
	}
	ctx, cancel := o.limit.Limit(ctx)
	defer cancel()
	bar := progress.New(stdio.Err)
	r, err := doctor.Examine(ctx, doctor.Config{
		URL: entrant.Guest.URL(), Positions: o.positions, Seed: uint64(o.seed), Timeout: o.answer,
		Progress: func(done, total int) { bar.Count(done, total, "position") },
	})
	bar.Clear()
	if err != nil && !r.Partial {
		return err
	}
	if r.Positions > 0 || err == nil {
		if printErr := o.print(stdio, r); printErr != nil {
			return printErr
		}
	}
	if err == nil && !r.Healthy() {
		return command.ErrNo
	}
	return err
}

func (o *doctorOptions) print(stdio command.IO, r *doctor.Report) error {
	if o.json {
		return printDoctorJSON(stdio.Out, r)
	}
	return printDoctor(stdio.Out, r)
}

func printDoctor(w io.Writer, r *doctor.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s\n", printable.Line(r.URL), infoText(r))
	fmt.Fprintf(&b, "sent %s in %s:\n  %s\n", english.Count(r.Positions, "position"), english.Count(r.Games, "game"), strings.Join(r.Rulesets, ", "))
	if r.Partial {
		b.WriteString("PARTIAL: stopped before the end\n")
	}
	if r.Silent {
		b.WriteString("the snake stopped answering, so the examination ended\n")
	}
	printTimes(&b, r)
	for i := range r.Findings {
		printFinding(&b, &r.Findings[i])
	}
	faults := 0
	for _, f := range r.Findings {
		if f.Kind.Weight() == doctor.Error {
			faults++
		}
	}
	b.WriteString("\n" + verdict("healthy", faults, len(r.Findings)-faults, r.Partial) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// infoText returns the snake's description of itself, or "".
func infoText(r *doctor.Report) string {
	var parts []string
	for _, part := range []struct{ name, value string }{
		{"author", r.Info.Author}, {"color", r.Info.Color}, {"head", r.Info.Head}, {"tail", r.Info.Tail}, {"version", r.Info.Version},
	} {
		if part.value != "" {
			parts = append(parts, part.name+" "+printable.Short(part.value, 40))
		}
	}
	if parts == nil {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

// histogramBar is the width of the longest bar in the histogram of times, in characters.
const histogramBar = 40

func printTimes(b *strings.Builder, r *doctor.Report) {
	if r.Moves.Len() == 0 {
		return
	}
	at := func(p float64) string { return milliseconds(r.Moves.Quantile(p)) }
	fmt.Fprintf(b, "\nanswers  min %s  p50 %s  p90 %s  p99 %s  max %s ms, %d of %d above %s\n",
		at(0), at(0.5), at(0.9), at(0.99), at(1), r.Moves.Late(), r.Moves.Len(), r.Timeout)
	most := 0
	buckets := r.Moves.Buckets(r.Timeout)
	for _, bucket := range buckets {
		most = max(most, bucket.Count)
	}
	for _, bucket := range buckets {
		bar := (bucket.Count*histogramBar + most - 1) / most
		mark := ""
		if bucket.UpTo == r.Timeout {
			mark = "  the timeout"
		}
		fmt.Fprintf(b, "%s\n", strings.TrimRight(fmt.Sprintf("  to %7s ms %5d %s%s", milliseconds(bucket.UpTo), bucket.Count, strings.Repeat("█", bar), mark), " "))
	}
	if r.Crowd.Len() > 0 {
		fmt.Fprintf(b, "%d games at once: p50 %s, max %s ms, %d late\n",
			r.Crowd.Len(), milliseconds(r.Crowd.Quantile(0.5)), milliseconds(r.Crowd.Quantile(1)), r.Crowd.Late())
	}
}

// milliseconds formats d in milliseconds, with one decimal place below 10 ms.
func milliseconds(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case ms < 9.95 && d%time.Millisecond != 0:
		return fmt.Sprintf("%.1f", ms)
	default:
		return fmt.Sprintf("%.0f", ms)
	}
}

func printFinding(b *strings.Builder, f *doctor.Finding) {
	seen := f.Detail
	if f.Where != "" {
		seen = f.Where + ": " + seen
	}
	printFault(b, f.Kind.Weight().String()+": ", fmt.Sprintf("%s (%d of %d)", f.Kind.What(), f.Count, f.Of), f.Kind.Mend(), seen)
	if f.Picture != "" {
		fmt.Fprintf(b, "  your snake is %s, with health %d\n", f.Snake, f.Health)
		for line := range strings.Lines(f.Picture) {
			b.WriteString("    " + line)
		}
	}
}

// printFault prints a fault after its weight, then the advice, then an example.
func printFault(b *strings.Builder, weight, fault, mend, seen string) {
	b.WriteByte('\n')
	b.WriteString(command.Wrap(weight, fault))
	b.WriteString(command.Wrap("  mend: ", mend))
	b.WriteString(command.Wrap("  ", seen))
}

// verdict returns the last line of an examination. If a complete examination found nothing to mend,
// the line contains good.
func verdict(good string, faults, warnings int, partial bool) string {
	switch count := english.Count(warnings, "warning"); {
	case faults > 0:
		return fmt.Sprintf("verdict: %s to mend, %s", english.Count(faults, "thing"), count)
	case partial:
		return "verdict: nothing to mend so far, " + count
	case warnings > 0:
		return fmt.Sprintf("verdict: %s, %s", good, count)
	}
	return "verdict: " + good
}

func printDoctorJSON(w io.Writer, r *doctor.Report) error {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	timesOf := func(t *doctor.Times) sheet.Facts {
		at := func(p float64) float64 { return ms(t.Quantile(p)) }
		return sheet.FactsOf("count", t.Len(), "late", t.Late(), "min_ms", at(0), "p50_ms", at(0.5), "p90_ms", at(0.9), "p99_ms", at(0.99), "max_ms", at(1),
			"buckets", sheet.Each(t.Buckets(r.Timeout), func(b *doctor.Bucket) sheet.Facts { return sheet.FactsOf("up_to_ms", ms(b.UpTo), "count", b.Count) }))
	}
	return command.WriteJSON(w, sheet.FactsOf("schema", command.SchemaVersion{}, "url", r.URL, "timeout_ms", ms(r.Timeout), "positions", r.Positions, "games", r.Games,
		"rulesets", append([]string{}, r.Rulesets...), "situations", append([]doctor.Situation{}, r.Situations...), "healthy", r.Healthy(), "partial", r.Partial,
		"silent", r.Silent, "moves", timesOf(&r.Moves), "crowd", timesOf(&r.Crowd),
		"findings", sheet.Each(r.Findings, func(f *doctor.Finding) sheet.Facts {
			return sheet.FactsOf("kind", f.Kind, "weight", f.Kind.Weight(), "what", f.Kind.What(), "mend", f.Kind.Mend(), "count", f.Count, "of", f.Of,
				"detail", f.Detail, "where", sheet.Sparse(f.Where), "request", sheet.Sparse(f.Request))
		})))
}
