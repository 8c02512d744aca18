package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http/httptrace"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/battlesnake/wire"
	"ouro/internal/printable"
)

// maxQuote is the maximum number of bytes of a server's text in the report.
const maxQuote = 80

func quote(text string) string { return printable.Short(text, maxQuote) }

// note is one occurrence of a fault.
type note struct {
	kind   Kind
	detail string
}

type reply struct {
	answer      *guest.Answer // nil if no answer arrived
	err         error
	took        time.Duration
	limit       time.Duration
	reconnected bool // the connection is new, although the server should have kept the last one open
}

// isComplete reports whether the whole answer arrived, in time or late.
func (r *reply) isComplete() bool { return r.err == nil }

// failure returns why an engine would not use the answer, or nil.
func (r *reply) failure() *note {
	var failed *guest.Error
	switch {
	case r.err == nil && r.took <= r.limit:
		return nil
	case r.err == nil:
		return &note{Late, fmt.Sprintf("the answer took %s, and the limit is %s", round(r.took), round(r.limit))}
	case !errors.As(r.err, &failed):
		return &note{Broken, quote(r.err.Error())}
	}
	why := quote(fmt.Sprint(failed.Err))
	switch failed.Fault {
	case guest.TimedOut:
		return &note{Late, fmt.Sprintf("no answer within %s", round(r.took))}
	case guest.BadStatus:
		if failed.Status/100 == 3 {
			return &note{Redirected, fmt.Sprintf("status %d, %s", failed.Status, why)}
		}
		return &note{BadStatus, strings.TrimSuffix(fmt.Sprintf("status %d, %s", failed.Status, why), ", ")}
	case guest.BadBody:
		return &note{TooLarge, why}
	default:
		return &note{Broken, why}
	}
}

func round(d time.Duration) time.Duration {
	if d < 10*time.Millisecond {
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(time.Millisecond)
}

// move parses the move of an answer. ok is false if an engine would not use the answer; notes has
// the reason, and faults that an engine tolerates.
func (r *reply) move() (dir ouro.Dir, ok bool, notes []note) {
	if n := r.failure(); n != nil {
		notes = append(notes, *n)
		if !r.isComplete() {
			return 0, false, notes
		}
	}
	notes = append(notes, r.toleratedFaults()...)
	move, err := wire.ParseMoveReply(r.answer.Body)
	if err != nil {
		return 0, false, append(notes, badMove(r.answer.Body, err))
	}
	var whole struct {
		Shout string `json:"shout"`
	}
	_ = json.Unmarshal(r.answer.Body, &whole) // cannot fail: ParseMoveReply succeeded
	if n := utf8.RuneCountInString(whole.Shout); n > wire.MaxShout {
		notes = append(notes, note{LongShout, fmt.Sprintf("%d characters", n)})
	}
	return move.Move, r.took <= r.limit, notes
}

// badMove returns the fault of an answer without a valid move.
func badMove(body []byte, err error) note {
	var bad *wire.BadMoveError
	if !errors.As(err, &bad) {
		return shapeNote(body, err)
	}
	if bad.Move == "" {
		return note{NoMove, quote(string(body))}
	}
	word := strings.ToLower(strings.TrimSpace(bad.Move))
	if slices.ContainsFunc(ouro.Dirs[:], func(d ouro.Dir) bool { return d.String() == word }) {
		return note{BadCase, quote(strconv.Quote(bad.Move))}
	}
	return note{UnknownMove, quote(strconv.Quote(bad.Move))}
}

// shapeNote returns the note about text that is not JSON, or about JSON of a wrong shape.
func shapeNote(body []byte, err error) note {
	kind := NotJSON
	if json.Valid(body) {
		kind = BadShape
	}
	return note{kind, fmt.Sprintf("%s; it begins with %s", quote(err.Error()), quote(string(body)))}
}

// toleratedFaults returns the faults that an engine tolerates in an answer with status 200.
func (r *reply) toleratedFaults() (notes []note) {
	header := r.answer.Header.Get("Content-Type")
	if kind, _, err := mime.ParseMediaType(header); err != nil || kind != "application/json" {
		notes = append(notes, note{ContentType, "Content-Type: " + quote(strconv.Quote(header))})
	}
	if n := r.answer.Redirects; n > 0 {
		notes = append(notes, note{Detour, fmt.Sprintf("%d redirects", n)})
	}
	return notes
}

var lookPattern = regexp.MustCompile(`^[a-z0-9-]*$`)

func (r *reply) readInfo() (info wire.Info, notes []note) {
	if n := r.failure(); n != nil {
		if !r.isComplete() {
			return info, []note{{BadInfo, n.detail}}
		}
	}
	notes = r.toleratedFaults()
	info, err := wire.ParseInfo(r.answer.Body)
	if err != nil {
		n := shapeNote(r.answer.Body, err)
		return wire.Info{}, append(notes, note{BadInfo, n.detail})
	}
	if info.APIVersion != wire.APIVersion {
		notes = append(notes, note{BadVersion, "apiversion: " + quote(strconv.Quote(info.APIVersion))})
	}
	if info.Color != "" {
		if err := wire.CheckColor(info.Color); err != nil {
			notes = append(notes, note{BadLooks, quote(err.Error())})
		}
	}
	for _, look := range []struct{ key, name string }{{"head", info.Head}, {"tail", info.Tail}} {
		if !lookPattern.MatchString(look.name) {
			notes = append(notes, note{BadLooks, look.key + " " + quote(strconv.Quote(look.name))})
		}
	}
	return info, notes
}

// connection sends requests to one snake, over one connection while the server keeps it open.
type connection struct {
	snake  *guest.Snake
	reused bool // the last answer was complete, so the connection should still be open
}

func dial(url string) (*connection, error) {
	snake, err := guest.Dial(url)
	return &connection{snake: snake}, err
}

func (l *connection) close() { _ = l.snake.Close() }

type request struct {
	method, page string
	body         []byte
	limit        time.Duration // the timeout of the answer
	maxWait      time.Duration // longer than limit, to measure how late an answer is
}

func (l *connection) ask(ctx context.Context, q request) *reply {
	ctx, cancel := context.WithTimeout(ctx, q.maxWait)
	defer cancel()
	var reconnected atomic.Bool // atomic: a dial may outlive the request
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
		if !c.Reused {
			reconnected.Store(true)
		}
	}})
	r := &reply{limit: q.limit}
	began := time.Now()
	r.answer, r.err = l.snake.Ask(ctx, q.method, q.page, q.body)
	r.took = time.Since(began)
	r.reconnected = l.reused && reconnected.Load()
	l.reused = r.err == nil
	return r
}
