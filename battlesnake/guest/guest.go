// Package guest plays remote snakes: a [Snake] is a Solver that requests its moves from a
// Battlesnake server at a URL. Every failure has a [Fault].
package guest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/failure"
	"ouro/play"
)

const (
	maxReply     = 64 << 10
	maxHeader    = 64 << 10
	maxRedirects = 3
)

// Snake is a remote snake in one seat of one game. [Dial] makes it. Call Join and Start, then
// Decide for each turn, then End, then Close. All errors are of type [Error].
type Snake struct {
	base   *url.URL
	client *http.Client
	match  *wire.Match
}

// Dial returns the snake at a URL, but does not connect. Call Join before Decide.
func Dial(address string) (*Snake, error) {
	base, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("snake %q is not a URL: %w", address, errors.Unwrap(err))
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("snake %q is not a URL such as http://127.0.0.1:8000", address)
	}
	if _, err := strconv.ParseUint(base.Port(), 10, 16); err != nil && base.Port() != "" {
		return nil, fmt.Errorf("snake %q: want a port from 1 to 65535", address)
	}
	base.RawQuery, base.Fragment = "", ""
	return &Snake{base: base, client: &http.Client{
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{}).DialContext,
			MaxIdleConnsPerHost:    1,
			IdleConnTimeout:        time.Minute,
			MaxResponseHeaderBytes: maxHeader,
		},
		CheckRedirect: stayOnHost,
	}}, nil
}

// stayOnHost allows maxRedirects redirects, all on the same host.
func stayOnHost(next *http.Request, before []*http.Request) error {
	first := before[0].URL
	if next.URL.Scheme != first.Scheme || next.URL.Host != first.Host || len(before) > maxRedirects {
		return http.ErrUseLastResponse
	}
	return nil
}

// Join sets the match, to which Decide reports each answer with [wire.Match.Report].
func (g *Snake) Join(m *wire.Match) { g.match = m }

// URL returns the URL with its credentials.
func (g *Snake) URL() string { return g.base.String() }

// Public returns the URL without its credentials, for reports and files.
func (g *Snake) Public() string {
	public := *g.base
	public.User = nil
	return public.String()
}

// Info requests the snake's description of itself.
func (g *Snake) Info(ctx context.Context, timeout time.Duration) (wire.Info, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, errSlow)
	defer cancel()
	data, err := g.call(ctx, http.MethodGet, "", nil)
	if err != nil {
		return wire.Info{}, err
	}
	info, err := wire.ParseInfo(data)
	if err != nil {
		return wire.Info{}, g.fail(BadBody, http.StatusOK, err)
	}
	return info, nil
}

// Start sends the start of the game. It ignores the reply. The game may continue after an error.
func (g *Snake) Start(ctx context.Context, s *ouro.State, seat int) error {
	return g.send(ctx, "start", s, seat)
}

// End sends the end of the game, also to a dead snake. It ignores the reply.
func (g *Snake) End(ctx context.Context, s *ouro.State, seat int) error {
	return g.send(ctx, "end", s, seat)
}

func (g *Snake) send(ctx context.Context, page string, s *ouro.State, seat int) error {
	ctx, cancel := context.WithTimeoutCause(ctx, g.match.Game.TimeLimit(), errSlow)
	defer cancel()
	_, err := g.call(ctx, http.MethodPost, page, g.match.Request(s, seat))
	return err
}

// Decide requests a move within the timeout of the game and reports the result to the match. After
// an error, the official engine repeats the last move; see [ouro/play.RepeatLast].
func (g *Snake) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, g.match.Game.TimeLimit(), errSlow)
	defer cancel()
	request := g.match.Request(t.State, t.Seat)
	began := time.Now()
	data, err := g.call(ctx, http.MethodPost, "move", request)
	reply := wire.Reply{Latency: time.Since(began), Status: http.StatusOK}
	var move wire.MoveReply
	if err == nil {
		if move, err = wire.ParseMoveReply(data); err != nil {
			err = g.fail(faultOf(err), http.StatusOK, err)
		}
	}
	var failed *Error
	if errors.As(err, &failed) {
		reply.Status, reply.Error = failed.Status, failed.Code()
	}
	reply.Shout = move.Shout
	g.match.Report(t.Seat, reply)
	return ouro.Decision{Dir: move.Move}, err
}

// faultOf returns BadMove for valid JSON with an invalid move, and BadBody for other errors.
func faultOf(err error) Fault {
	var bad *wire.BadMoveError
	if errors.As(err, &bad) {
		return BadMove
	}
	return BadBody
}

func (g *Snake) Close() error {
	g.client.CloseIdleConnections()
	return nil
}

// call sends a request, with v as JSON unless v is nil, and returns the body of the reply, whose
// status must be 200.
func (g *Snake) call(ctx context.Context, method, page string, v *wire.Request) ([]byte, error) {
	var body []byte
	if v != nil {
		var err error
		if body, err = json.Marshal(v); err != nil {
			return nil, g.fail(Unreachable, 0, err)
		}
	}
	a, err := g.Ask(ctx, method, page, body)
	if err != nil {
		return nil, err
	}
	return a.Body, nil
}

type Answer struct {
	Status    int
	Header    http.Header
	Proto     string // such as HTTP/1.1
	Closes    bool   // the server closes the connection after this reply
	Redirects int    // number of redirects followed
	Body      []byte // incomplete if it is too long or an error occurred
}

// Ask sends a request to one of the snake's pages, with body as JSON unless it is nil. Without a
// complete reply with status 200, Ask returns an [Error]. The Answer then has the part that
// arrived, or is nil.
func (g *Snake) Ask(ctx context.Context, method, page string, body []byte) (*Answer, error) {
	target := g.base
	if page != "" {
		target = g.base.JoinPath(page)
	}
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, target.String(), reader)
	if err != nil {
		return nil, g.fail(Unreachable, 0, err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := g.client.Do(req)
	if err != nil {
		return nil, g.requestError(ctx, 0, err)
	}
	defer func() { _ = resp.Body.Close() }()
	a := &Answer{Status: resp.StatusCode, Header: resp.Header, Proto: resp.Proto, Closes: resp.Close}
	for r := resp.Request; r.Response != nil; r = r.Response.Request {
		a.Redirects++
	}
	if resp.StatusCode != http.StatusOK {
		why := errors.New(http.StatusText(resp.StatusCode))
		if to := resp.Header.Get("Location"); to != "" && resp.StatusCode/100 == 3 {
			why = fmt.Errorf("redirect to %.100q, which is on another host or exceeds the limit of redirects", to)
		}
		return a, g.fail(BadStatus, resp.StatusCode, why)
	}
	a.Body, err = io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	switch {
	case err != nil:
		return a, g.requestError(ctx, resp.StatusCode, err)
	case len(a.Body) > maxReply:
		return a, g.fail(BadBody, resp.StatusCode, fmt.Errorf("larger than %d bytes", maxReply))
	}
	return a, nil
}

// errSlow is the cause of the end of a request that took longer than the snake's timeout. It is not
// context.DeadlineExceeded, which would look like the end of the whole command.
var errSlow = errors.New("no complete answer within the timeout")

// requestError returns the error for a request without a complete answer.
func (g *Snake) requestError(ctx context.Context, status int, err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err // Error has the URL already
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return g.fail(TimedOut, status, context.Cause(ctx))
	}
	return g.fail(Unreachable, status, failure.Plain(err))
}

func (g *Snake) fail(fault Fault, status int, err error) error {
	return &Error{URL: g.Public(), Fault: fault, Status: status, Err: err}
}

// Fault is a way in which a remote snake fails.
type Fault uint8

const (
	TimedOut    Fault = iota // no complete answer within the timeout
	Unreachable              // no connection, or the connection broke
	BadStatus                // the status is not 200
	BadBody                  // not JSON of the right shape, or too large
	BadMove                  // not one of the four moves
)

var faultNames = [...]string{"timed out", "unreachable", "bad status", "bad body", "bad move"}

func (f Fault) String() string { return faultNames[f] }

type Error struct {
	URL    string // without its credentials
	Fault  Fault
	Status int // status of the HTTP reply, or 0
	Err    error
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.URL, e.Fault)
	if e.Fault == BadStatus {
		fmt.Fprintf(&b, " %d", e.Status)
	}
	if e.Fault != TimedOut && e.Err != nil && e.Err.Error() != "" {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// As sets a target of type **play.Fault to a Fault of kind Late if the snake timed out.
func (e *Error) As(target any) bool {
	m, ok := target.(**play.Fault)
	if ok = ok && e.Fault == TimedOut; ok {
		*m = &play.Fault{Kind: ouro.Late, Detail: e.Error(), Cause: e.Err}
	}
	return ok
}

// Code returns the error in the official engine's form for the board.
func (e *Error) Code() string {
	switch e.Fault {
	case TimedOut, Unreachable:
		return "0:Error communicating with server"
	case BadStatus:
		return fmt.Sprintf("7:Bad HTTP status code %d", e.Status)
	default:
		return "" // the official engine has no code for this
	}
}
