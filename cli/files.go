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

// outputs opens the files that flags name, before the work begins. An empty name gives a
// nil Target. At most one may be standard output; then other messages of the command go to
// standard error. None may be a file that the command keeps or has read.
func (s *IO) outputs(ctx context.Context, kept []string, names ...string) (places []*outfile.Target, err error) {
	out, taken := s.Out, false
	for _, name := range names {
		var place *outfile.Target
		if name != "" {
			if outfile.IsStdout(name) {
				if taken {
					return nil, errors.Join(usagef("standard output can take only one file"), closeAll(places))
				}
				taken, s.Out = true, s.Err
			}
			if place, err = findOutput(ctx, s.Files, name, out, kept); err != nil {
				return nil, errors.Join(err, closeAll(places))
			}
			if slices.ContainsFunc(places, place.Same) {
				return nil, errors.Join(usagef("%s: named twice; want another file for each output", name), closeAll(places))
			}
		}
		places = append(places, place)
	}
	return places, nil
}

// findOutput opens an output, which must not be a file that the command of ctx keeps or
// has read.
func findOutput(ctx context.Context, sys outfile.System, name string, out io.Writer, kept []string) (*outfile.Target, error) {
	place, err := outfile.Find(ctx, sys, name, out)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(kept, place.Is) || slices.ContainsFunc(readFiles(ctx), place.Is) {
		return nil, errors.Join(usagef("%s: the command needs the contents of this file; choose another for its output", name), place.Close())
	}
	return place, nil
}

// closeAll closes outputs that are not written.
func closeAll(places []*outfile.Target) error {
	var err error
	for _, place := range places {
		if place != nil {
			err = errors.Join(err, place.Close())
		}
	}
	return err
}

// reportStoppedGame prints how far an interrupted game came, and the files that have it.
func reportStoppedGame(ctx context.Context, talk io.Writer, after string, names ...string) {
	var kept []string
	for _, name := range names {
		if name != "" && !outfile.IsStdout(name) {
			kept = append(kept, name)
		}
	}
	where := "the game is not stored; --record FILE stores it"
	if kept != nil {
		where = "the unfinished game is in " + strings.Join(kept, " and ")
	}
	reportStop(ctx, talk, after, where)
}

// reportStop prints how far an interrupted command came, and what it left.
func reportStop(ctx context.Context, talk io.Writer, after, left string) {
	if ctx.Err() != nil && signalCode(ctx) != exitBrokenPipe { // a closed pipe needs no message
		fmt.Fprintf(talk, "ouro: stopped after %s; %s\n", after, left)
	}
}

// recordText returns a function that writes a record.
func recordText(r encoding.TextMarshaler) func(io.Writer) error {
	return func(w io.Writer) error {
		text, err := r.MarshalText()
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
}
