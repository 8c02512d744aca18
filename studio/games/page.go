package games

import (
	"context"
	"fmt"
	"math"

	"ouro"
	"ouro/internal/buildinfo"
	"ouro/share"
	"ouro/studio/session"
)

// pageFile is the file that plays a game in any browser; see package share.
const pageFile = "page"

// takePage sends the part of a shared page that is about a lane's game; the studio's page adds the
// scripts. The overlays are the thoughts that the lane has kept.
func (g *game) takePage(ctx context.Context, args arguments) error {
	l, _, _, err := g.pictureRange(ctx, args)
	if err != nil {
		return err
	}
	if err := g.table.awaitIdle(ctx); err != nil {
		return err
	}
	p, err := g.sharedPage(ctx, l, args.Lane)
	if err != nil {
		return err
	}
	p.Made = "ouro " + buildinfo.Read().Version
	if p.Again, err = g.commandOf("share", args, nil); err != nil || g.file != nil {
		p.Again = "" // the reader lacks the file that the command reads
	}
	file := &limitedBuffer{left: maxPicture}
	if _, err := p.WriteGame(file); err != nil {
		return err
	}
	name := fmt.Sprintf("ouro-%s-%d.html", l.nickname(), l.seed)
	return g.ch.Send(ctx, "file", session.File{Name: name, MIME: "text/html", Base64: file.Bytes()})
}

// sharedPage returns the page of a lane's game. The page of a log has no verdict, because the
// channel does not keep the text of the log.
func (g *game) sharedPage(ctx context.Context, l *lane, lane int) (*share.Page, error) {
	if g.file != nil && g.file.log != nil && g.original == nil {
		return share.OfLog(ctx, g.file.log, share.Options{})
	}
	r, err := g.laneRecord(lane)
	if err != nil {
		return nil, err
	}
	return share.RecordPage(ctx, l.tape(r), r)
}

func (g *game) laneRecord(lane int) (*ouro.Record, error) {
	if g.file != nil && g.original == nil {
		return g.file.record, nil
	}
	texts, err := g.table.watch.Records(math.MaxInt32)
	if err != nil {
		return nil, err
	}
	r := new(ouro.Record)
	return r, r.UnmarshalText(texts[lane])
}

// tape returns the positions of a lane with the thoughts that the lane has kept.
func (l *lane) tape(r *ouro.Record) *share.Tape {
	var seats []share.Seat
	for i := range l.seats {
		seats = append(seats, share.Seat{Name: l.seats[i].Name, Spec: l.seats[i].Spec, Color: l.seats[i].Color})
	}
	t := share.NewTape(seats)
	if t.Speed = soloSpeed; len(seats) > 1 {
		t.Speed = battleSpeed
	}
	last := r.Turns()
	for turn := range last + 1 {
		s := l.played.At(turn)
		t.Add(s, t.End(s, r.Outcome, turn == last))
		kept := l.game.KeptThoughts(turn)
		for seat := range seats {
			var notes []ouro.Note
			if seat < len(kept) && turn < last {
				notes = kept[seat].Notes
			} else if th, known := l.rethought[[2]int{turn, seat}]; known && turn < last {
				notes = th.Notes
			}
			t.AddNotes(s.Turn, seat, notes)
		}
	}
	return t
}
