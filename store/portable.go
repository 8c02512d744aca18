package store

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"strconv"

	"ouro"
)

// portableSchema is the version of the format of Export.
const portableSchema = 2

// line is a line of the output of Export, with one field set. Results is on the first line, End on
// the last. Each experiment is followed by its steps, runs and games.
type line struct {
	Results    *resultsLine    `json:"ouro_results,omitempty"`
	Experiment *experimentLine `json:"experiment,omitempty"`
	Step       *stepLine       `json:"step,omitempty"`
	Run        *runLine        `json:"run,omitempty"`
	Game       *gameLine       `json:"game,omitempty"`
	End        *ImportCount    `json:"end,omitempty"` // counts over all lines before it
}

type resultsLine struct {
	Schema int `json:"schema"`
}

type experimentLine struct {
	Experiment
	Created int64 `json:"created_ms"`
}

type stepLine struct {
	Step int    `json:"step"`
	Line []byte `json:"line"`
	Sum  []byte `json:"sum"`
}

// runLine is a run. Its games follow it and refer to it by its ID.
type runLine struct {
	Run
	Began int64 `json:"began_ms"`
	Ended int64 `json:"ended_ms"`
}

type gameLine struct {
	Group   int         `json:"group"`
	Seating int         `json:"seating"`
	Ending  ouro.Ending `json:"ending"`
	Winner  int         `json:"winner"`
	Turns   int         `json:"turns"`
	Length  int         `json:"length"`
	Faults  int         `json:"mishaps"`
	Took    int64       `json:"took_ns"`
	At      int64       `json:"at_ms"`
	Run     int64       `json:"run"`
	Sum     []byte      `json:"sum"`
	Detail  []byte      `json:"detail"`
	Record  []byte      `json:"record,omitempty"`
	Log     []byte      `json:"log,omitempty"`
}

// Export writes experiments with their games as lines of JSON. Import reads them.
func (s *Store) Export(ctx context.Context, w io.Writer, ids ...int64) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(line{Results: &resultsLine{portableSchema}}); err != nil {
		return err
	}
	var end ImportCount
	for _, id := range ids {
		if err := s.export(ctx, enc, id, &end); err != nil {
			return err
		}
	}
	return cmp.Or(enc.Encode(line{End: &end}), out.Flush())
}

func (s *Store) export(ctx context.Context, enc *json.Encoder, id int64, end *ImportCount) error {
	e, err := s.Experiment(ctx, strconv.FormatInt(id, 10))
	if err != nil {
		return err
	}
	steps, err := s.Steps(ctx, id)
	if err != nil {
		return err
	}
	runs, err := s.Runs(ctx, id)
	if err != nil {
		return err
	}
	err = enc.Encode(line{Experiment: &experimentLine{e, e.Created.UnixMilli()}})
	for n, text := range steps {
		err = cmp.Or(err, enc.Encode(line{Step: &stepLine{n, text, stepSum(e.Key, n, text)}}))
	}
	for _, r := range runs {
		err = cmp.Or(err, enc.Encode(line{Run: &runLine{r, r.Began.UnixMilli(), r.Ended.UnixMilli()}}))
	}
	if err != nil {
		return err
	}
	for g, err := range s.Games(ctx, id) {
		if err != nil {
			return err
		}
		err = enc.Encode(line{Game: &gameLine{
			g.Group, g.Seating, g.Ending, g.Winner, g.Turns, g.Length, g.Faults, int64(g.Took), g.At.UnixMilli(), g.Run,
			g.sum(e.Key), g.Detail, g.Record, g.Log,
		}})
		if err != nil {
			return err
		}
		end.Games++
	}
	end.Experiments++
	end.Steps += len(steps)
	return nil
}
