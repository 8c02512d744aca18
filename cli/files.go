package cli

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ouro/internal/outfile"
)

// outputs finds the places of the files that flags name, before the work begins;
// where no file is asked for, the place is nil. A place takes one of them; of
// standard output, what the command tells besides goes to standard error then. No place
// may be one of the files that the command keeps, or has read.
func (s *IO) outputs(ctx context.Context, kept []string, names ...string) (places []*outfile.Target, err error) {
	out, taken := s.Out, false
	for _, name := range names {
		var place *outfile.Target
		if name != "" {
			if outfile.IsStdout(name) {
				if taken {
					return nil, errors.Join(usagef("standard output takes one file, not two"), closeAll(places))
				}
				taken, s.Out = true, s.Err
			}
			if place, err = findOutput(ctx, s.Files, name, out, kept); err != nil {
				return nil, errors.Join(err, closeAll(places))
			}
			if slices.ContainsFunc(places, place.Same) {
				return nil, errors.Join(usagef("%s: it takes one file, not two", name), closeAll(places))
			}
		}
		places = append(places, place)
	}
	return places, nil
}

// findOutput finds the place of a file, which is none of those that the command of ctx
// keeps, or has read.
func findOutput(ctx context.Context, sys outfile.System, name string, out io.Writer, kept []string) (*outfile.Target, error) {
	place, err := outfile.Find(ctx, sys, name, out)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(kept, place.Is) || slices.ContainsFunc(readBy(ctx), place.Is) {
		return nil, errors.Join(usagef("%s: the command needs what is in this file; choose another for what it writes", name), place.Close())
	}
	return place, nil
}

// closeAll lets go of places that are not written to.
func closeAll(places []*outfile.Target) error {
	var err error
	for _, place := range places {
		if place != nil {
			err = errors.Join(err, place.Close())
		}
	}
	return err
}

// tellStopped says how far a game got if it was stopped, and which files keep it.
func tellStopped(ctx context.Context, talk io.Writer, after string, names ...string) {
	var kept []string
	for _, name := range names {
		if name != "" && !outfile.IsStdout(name) {
			kept = append(kept, name)
		}
	}
	where := "nothing of it is kept; --record FILE would"
	if kept != nil {
		where = "it is kept unfinished in " + strings.Join(kept, " and ")
	}
	tellLeft(ctx, talk, after, where)
}

// tellLeft says how far a command got if it was stopped, and what is left of that.
func tellLeft(ctx context.Context, talk io.Writer, after, left string) {
	if ctx.Err() != nil && stoppedBy(ctx) != exitBrokenPipe { // which is no news to who closed it
		fmt.Fprintf(talk, "ouro: stopped after %s; %s\n", after, left)
	}
}

// recordText lets a record be written to a file.
func recordText(r encoding.TextMarshaler) func(io.Writer) error {
	return func(w io.Writer) error {
		text, err := r.MarshalText()
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
}
