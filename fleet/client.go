package fleet

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ouro/fleet/schedule"
)

type Client struct {
	link    *link
	address string // for messages
	build   string
	printf  func(string, ...any)
}

// Connect connects to the coordinator of a fleet. printf prints messages for the user.
func Connect(ctx context.Context, a Access, printf func(string, ...any)) (*Client, error) {
	build, err := Build()
	if err != nil {
		return nil, err
	}
	l, err := dial(ctx, a, "ouro", printf)
	if err != nil {
		return nil, err
	}
	c := &Client{l, a.Redacted(), build, printf}
	if err := l.askUntilAnswered(ctx, subjectHello, hello{protocol, build}, new(helloAnswer), printf); err != nil {
		l.nc.Close()
		return nil, fmt.Errorf("%s: %w", c.address, err)
	}
	return c, nil
}

func (c *Client) Close() { c.link.nc.Close() }

func (c *Client) Status(ctx context.Context) (Status, error) {
	var a statusAnswer
	err := c.link.ask(ctx, subjectStatus, hello{protocol, c.build}, &a)
	return a.Status, err
}

// Stop stops an experiment. The fleet keeps its results.
func (c *Client) Stop(ctx context.Context, id string) error {
	return c.link.ask(ctx, subjectStop, experimentRequest{hello{protocol, c.build}, id}, new(endAnswer))
}

// Cancel removes an experiment and its results, and returns the id. The argument may be a prefix of
// the id.
func (c *Client) Cancel(ctx context.Context, id string) (string, error) {
	var a endAnswer
	err := c.link.ask(ctx, subjectCancel, experimentRequest{hello{protocol, c.build}, id}, &a)
	return a.ID, err
}

// errDone ends the goroutines of a job that is complete.
var errDone = errors.New("all games are done")

// Play submits a job and calls receive with each result that counts, in one goroutine. If the
// experiment was submitted before, receive also gets the earlier results. When ctx ends, Play stops
// the remaining games, unless the job is detached.
func (c *Client) Play(ctx context.Context, job Job, receive func(game int, data []byte) error) error {
	id := ID(&job.Definition, c.build, job.Records)
	if len(job.Games) == 0 {
		return nil
	}
	nonce, err := c.submit(ctx, id, &job)
	if err != nil {
		return err
	}
	jobCtx, end := context.WithCancelCause(ctx)
	var all sync.WaitGroup
	if sure, _ := job.Definition.Determinism(); sure {
		all.Go(func() { // decides games about which workers disagree
			cfg := WorkerConfig{Name: "referee", Build: c.build, Slots: 1, Allow: job.Definition.Solvers, Logf: func(string, ...any) {}}
			_ = newWorkerClient(c.link, cfg, true).work(jobCtx)
		})
	}
	all.Go(func() { c.watch(jobCtx, id, &job, end) })
	err = c.collect(jobCtx, id, nonce, &job, receive)
	if cause := context.Cause(jobCtx); err != nil && ctx.Err() == nil && cause != nil {
		err = cause
	}
	end(errDone)
	all.Wait()
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if !job.Detach {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
		defer cancel()
		if stopping := c.Stop(bye, id); stopping != nil && ctx.Err() != nil {
			c.printf("experiment %s could not be stopped (%v); stop it with ouro fleet cancel %s", id, stopping, id)
		}
	}
	return err
}

func (c *Client) submit(ctx context.Context, id string, job *Job) (nonce string, err error) {
	var random [8]byte
	_, _ = rand.Read(random[:]) // Read never fails
	nonce = hex.EncodeToString(random[:])
	for spans := range slices.Chunk(schedule.Spans(job.Games), maxSpans) {
		s := submission{hello{protocol, c.build}, id, job.Definition.Text(), job.Title, spans, nonce}
		if err = c.link.askUntilAnswered(ctx, subjectSubmit, s, new(answer), c.printf); err != nil {
			return "", fmt.Errorf("%s: %w", c.address, err)
		}
	}
	return nonce, nil
}

// watch reports progress until ctx ends. It calls end if the fleet does not know the experiment.
func (c *Client) watch(ctx context.Context, id string, job *Job, end context.CancelCauseFunc) {
	printed, missing := "", 0
	for pause(ctx, time.Second) {
		s, err := c.Status(ctx)
		if err != nil {
			continue
		}
		i := slices.IndexFunc(s.Experiments, func(e ExperimentFacts) bool { return e.ID == id })
		if i < 0 {
			if missing++; missing == 5 {
				end(fmt.Errorf("the fleet no longer has experiment %s; run the same command again to submit it", id))
			}
			continue
		}
		missing = 0
		progress := Progress{ID: id, Status: s.Experiments[i].ExperimentStatus}
		others := map[string]bool{}
		for _, w := range s.Workers {
			switch {
			case w.Referee || w.State == schedule.Gone || w.State == schedule.Excluded:
			case w.Build != c.build:
				others[w.Build] = true
			default:
				progress.Hosts++
				if w.State == schedule.Playing {
					progress.Workers++
				}
			}
		}
		text := ""
		if progress.Hosts == 0 && progress.Status.State == schedule.Playing {
			text = "no workers of this build (" + c.build + ") are connected; start one with ouro worker --fleet " + c.address
			for build := range others {
				text += "; some of build " + build + " are connected"
			}
		}
		if text != printed && text != "" {
			c.printf("%s", text)
		}
		printed = text
		if job.Progress != nil {
			job.Progress(progress)
		}
	}
}
