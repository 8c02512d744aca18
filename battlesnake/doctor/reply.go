package doctor

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/battlesnake/wire"
	"ouro/internal/printable"
)

// maxQuote is how much of a foreign text is repeated.
const maxQuote = 80

func quote(text string) string { return printable.Short(text, maxQuote) }

// note is one thing that is not as it should be.
type note struct {
	kind   Kind
	detail string
}

// reply is what came of a request.
type reply struct {
	answer *guest.Answer // nil where there was none
	err    error
	took   time.Duration
	limit  time.Duration
	fresh  bool // over a connection that was made for it
}

// heard tells whether a whole answer came, in time or not.
func (r *reply) heard() bool { return r.err == nil }

// trouble is why an engine would have no answer, if so.
func (r *reply) trouble() *note {
	var failed *guest.Error
	switch {
	case r.err == nil && r.took <= r.limit:
		return nil
	case r.err == nil:
		return &note{Late, fmt.Sprintf("it took %s of %s", round(r.took), round(r.limit))}
	case !errors.As(r.err, &failed):
		return &note{Broken, quote(r.err.Error())}
	}
	why := quote(fmt.Sprint(failed.Err))
	switch failed.Fault {
	case guest.TimedOut:
		return &note{Late, fmt.Sprintf("there was none within %s", round(r.took))}
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

// round is a duration as people read it.
func round(d time.Duration) time.Duration {
	if d < 10*time.Millisecond {
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(time.Millisecond)
}

// move reads the move of an answer. What makes it none is a note; what an engine
// puts up with are the others.
func (r *reply) move() (dir ouro.Dir, ok bool, notes []note) {
	if n := r.trouble(); n != nil {
		notes = append(notes, *n)
		if !r.heard() {
			return 0, false, notes
		}
	}
	notes = append(notes, r.manners()...)
	move, err := wire.ParseMoveReply(r.answer.Body)
	if err != nil {
		return 0, false, append(notes, badMove(r.answer.Body, err))
	}
	var whole struct {
		Shout string `json:"shout"`
	}
	_ = json.Unmarshal(r.answer.Body, &whole) // which went well a moment ago
	if n := utf8.RuneCountInString(whole.Shout); n > wire.MaxShout {
		notes = append(notes, note{LongShout, fmt.Sprintf("%d characters", n)})
	}
	return move.Move, r.took <= r.limit, notes
}

// badMove says what is wrong with an answer that has no move.
func badMove(body []byte, err error) note {
	var bad *wire.BadMoveError
	if !errors.As(err, &bad) {
		return notTheShape(body, err)
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

// notTheShape tells JSON of another shape from what is no JSON at all.
func notTheShape(body []byte, err error) note {
	kind := NotJSON
	if json.Valid(body) {
		kind = BadShape
	}
	return note{kind, fmt.Sprintf("%s; it begins with %s", quote(err.Error()), quote(string(body)))}
}

// manners are what an engine puts up with, of an answer with status 200.
func (r *reply) manners() (notes []note) {
	header := r.answer.Header.Get("Content-Type")
	if kind, _, err := mime.ParseMediaType(header); err != nil || kind != "application/json" {
		notes = append(notes, note{ContentType, "it says " + quote(strconv.Quote(header))})
	}
	if n := r.answer.Redirects; n > 0 {
		notes = append(notes, note{Detour, fmt.Sprintf("%d redirects", n)})
	}
	return notes
}

// looks are the names of heads and tails.
var looks = regexp.MustCompile(`^[a-z0-9-]*$`)

// readInfo reads what a snake says of itself.
func (r *reply) readInfo() (info wire.Info, notes []note) {
	if n := r.trouble(); n != nil {
		if !r.heard() {
			return info, []note{{BadInfo, n.detail}}
		}
	}
	notes = r.manners()
	info, err := wire.ParseInfo(r.answer.Body)
	if err != nil {
		n := notTheShape(r.answer.Body, err)
		return wire.Info{}, append(notes, note{BadInfo, n.detail})
	}
	if info.APIVersion != wire.APIVersion {
		notes = append(notes, note{BadVersion, "it says " + quote(strconv.Quote(info.APIVersion))})
	}
	if info.Color != "" {
		if err := wire.CheckColor(info.Color); err != nil {
			notes = append(notes, note{BadLooks, quote(err.Error())})
		}
	}
	for _, look := range []struct{ key, name string }{{"head", info.Head}, {"tail", info.Tail}} {
		if !looks.MatchString(look.name) {
			notes = append(notes, note{BadLooks, look.key + " " + quote(strconv.Quote(look.name))})
		}
	}
	return info, notes
}
