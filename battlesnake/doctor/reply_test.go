package doctor

import (
	"net/http"
	"strconv"
	"testing"

	"ouro/battlesnake/guest"
	"ouro/battlesnake/wire"
)

// FuzzReply: the doctor accepts a move exactly if an engine does. Faults are printable and
// short, and a missing move is a fault of weight Error.
func FuzzReply(f *testing.F) {
	for _, text := range []string{
		`{"move":"up"}`, `{"move":"UP "}`, `{"move":""}`, `{"move":null}`, `{"move":1}`, `null`, `[]`, ``, `{`, "\xff\x00", `{"shout":7}`, `{"move":"left","shout":"\u202e\u001b"}`,
		`{"apiversion":"1","color":"#12345g","head":"\u001b","tail":"x y"}`, `{"apiversion":1}`,
	} {
		f.Add(text, "application/json")
	}
	f.Add("{}", "text/html; charset=\x1b")
	f.Fuzz(func(t *testing.T, body, contentType string) {
		r := &reply{answer: &guest.Answer{Status: 200, Header: http.Header{"Content-Type": {contentType}}, Body: []byte(body)}}
		d, ok, notes := r.move()
		want, err := wire.ParseMoveReply([]byte(body))
		if ok != (err == nil) || ok && d != want.Move {
			t.Errorf("%q: %v, %v; an engine reads %v, %v", body, d, ok, want.Move, err)
		}
		if !ok && reason(notes) == "" {
			t.Errorf("%q: no reason", body)
		}
		info, more := r.readInfo()
		if wanted, err := wire.ParseInfo([]byte(body)); err == nil && info != wanted {
			t.Errorf("%q: %+v", body, info)
		}
		for _, n := range append(notes, more...) {
			if len(n.detail) > 10*maxQuote {
				t.Errorf("%q: a note has %d bytes", body, len(n.detail))
			}
			for _, c := range n.detail {
				if !strconv.IsPrint(c) {
					t.Errorf("%q: the note %q has an unprintable character", body, n.detail)
				}
			}
		}
	})
}
