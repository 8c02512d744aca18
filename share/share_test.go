package share_test

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/saved"
	"ouro/share"
	"ouro/studio/frames"
	"ouro/verify"
)

func specs(t testing.TB, text string) []ouro.Spec {
	t.Helper()
	all, err := ouro.ParseSpecs(text)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func classic(w, h int) ouro.GameSpec {
	return ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 1}
}

func duel() ouro.GameSpec {
	return ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: 2}
}

func unpack(t testing.TB, data string, to any) {
	t.Helper()
	packed, err := base64.RawURLEncoding.DecodeString(data)
	if err != nil {
		t.Fatal(err)
	}
	in, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

func written(t testing.TB, p *share.Page) string {
	t.Helper()
	var b strings.Builder
	if omitted, err := p.WriteGame(&b); err != nil || len(omitted) > 0 {
		t.Fatalf("omitted %q, error %v", omitted, err)
	}
	return b.String()
}

func recordOf(t testing.TB, p *share.Page) *ouro.Record {
	t.Helper()
	text, err := base64.StdEncoding.DecodeString(p.Record.Data)
	if err != nil {
		t.Fatal(err)
	}
	r := new(ouro.Record)
	if err := r.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	return r
}

// decoded returns the notes of an overlay in JSON, by turn and seat, as a page shows them.
func decoded(t testing.TB, o share.Overlay, turns, seats int) map[[2]int]string {
	t.Helper()
	var entries [][3]json.RawMessage
	unpack(t, o.Data, &entries)
	all, now, ring := map[[2]int]string{}, make([]string, seats), make([][]map[string]any, seats)
	next := 0
	for turn := range turns + 1 {
		for ; next < len(entries); next++ {
			var at, seat, shift int
			if json.Unmarshal(entries[next][0], &at) != nil || json.Unmarshal(entries[next][1], &seat) != nil {
				t.Fatalf("entry %s", entries[next])
			}
			if at != turn {
				break
			}
			if json.Unmarshal(entries[next][2], &shift) != nil { // the entry has notes, not a number
				now[seat], ring[seat] = string(entries[next][2]), nil
				_ = json.Unmarshal(entries[next][2], &ring[seat])
				continue
			}
			heat := ring[seat][0]["heat"].([]any)
			cells := 0
			for _, v := range heat {
				if v != nil {
					cells++
				}
			}
			var turned []float64
			for _, v := range heat {
				turned = append(turned, float64((int(v.(float64))+shift)%cells))
			}
			now[seat] = "[" + string(frames.AppendNote(nil, &ouro.Note{Verb: ouro.NoteHeat, Label: o.Label, Heat: turned}, 0)) + "]"
		}
		for seat := range seats {
			all[[2]int{turn, seat}] = now[seat]
		}
	}
	return all
}

// TestOverlays: at every turn, the overlays of a page are the notes that the solvers sent.
func TestOverlays(t *testing.T) {
	for _, c := range []struct {
		game    ouro.GameSpec
		solvers string
	}{{classic(6, 6), "ouroboros"}, {classic(6, 4), "cell"}, {duel(), "spot,floodfill"}} {
		solvers := specs(t, c.solvers)
		p, err := share.Play(t.Context(), c.game, 5, solvers, share.Options{})
		if err != nil {
			t.Fatal(err)
		}
		kept, _ := p.Tape.Overlays()
		if len(kept) == 0 {
			t.Fatalf("%s: no overlays", c.solvers)
		}
		overlays := map[string]map[[2]int]string{}
		for _, o := range kept {
			overlays[o.Label] = decoded(t, o, p.Tape.Turns(), len(solvers))
		}
		compared := checkNotes(t, c.game, solvers, overlays)
		if compared == 0 {
			t.Errorf("%s: no notes were compared", c.solvers)
		}
	}
}

// checkNotes plays the game again and compares all notes with the overlays. It returns the number of
// compared notes.
func checkNotes(t *testing.T, game ouro.GameSpec, solvers []ouro.Spec, overlays map[string]map[[2]int]string) (n int) {
	t.Helper()
	notes := make([][]ouro.Note, len(solvers))
	g, err := roster.NewGame(game, 5, solvers, play.Config{Trace: func(seat int) *ouro.Trace { return ouro.TraceFor(&notes[seat]) }})
	if err != nil {
		t.Fatal(err)
	}
	for _, over := g.Over(); !over; _, over = g.Over() {
		clear(notes)
		turn := g.State().Turn
		if err := g.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
		for seat := range solvers {
			for label, all := range overlays {
				var want []string
				for i := range notes[seat] {
					if note := &notes[seat][i]; note.Label == label {
						want = append(want, string(frames.AppendNote(nil, note, 0)))
					}
				}
				got, text := all[[2]int{turn, seat}], "["+strings.Join(want, ",")+"]"
				if got != text && !(got == "" && text == "[]") {
					t.Fatalf("turn %d, seat %d, %s: %s, want %s", turn, seat, label, got, text)
				}
				n += len(want)
			}
		}
	}
	for label, all := range overlays {
		for seat := range solvers {
			if last := all[[2]int{g.State().Turn, seat}]; last != "[]" && last != "" {
				t.Errorf("%s after the last move: %s", label, last)
			}
		}
	}
	return n
}

// TestRecordIsShared: the page of a played game and the page of its record have the same game and the
// same overlays.
func TestRecordIsShared(t *testing.T) {
	for _, c := range []struct {
		game    ouro.GameSpec
		solvers string
	}{{classic(6, 6), "ouroboros"}, {duel(), "spot,floodfill"}} {
		played, err := share.Play(t.Context(), c.game, 5, specs(t, c.solvers), share.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := recordOf(t, played)
		again, err := share.OfRecord(t.Context(), r, share.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if i := slices.IndexFunc(again.Facts, func(f share.Fact) bool { return f.Name == "Overlays" }); i < 0 || strings.Contains(again.Facts[i].Text, "differ") {
			t.Errorf("facts %q", again.Facts)
		} else {
			again.Facts = slices.Delete(again.Facts, i, i+1)
		}
		if a, b := written(t, played), written(t, again); a != b {
			t.Errorf("%s: the pages differ", c.solvers)
		}
		if !strings.Contains(written(t, again), "derived by the rules: the game is correct.") {
			t.Error("no verdict")
		}
		none, err := share.OfRecord(t.Context(), r, share.Options{None: true})
		if err != nil {
			t.Fatal(err)
		}
		if text := written(t, none); strings.Contains(text, "data-overlay") || len(text) >= len(written(t, again)) {
			t.Error("a page without overlays has some")
		}
		r.Moves[0], r.Moves[1] = ouro.Up, ouro.Up
		r.Checks[0] = '!'
		if _, err := share.OfRecord(t.Context(), r, share.Options{None: true}); err == nil {
			t.Error("a record whose moves lead to a different game is shared")
		}
	}
}

// hostile has names with HTML, which a record from another machine can contain.
var hostile = []string{`</script><script>alert(1)</script>`, `"' onload="alert(1)`, `</title></style><img src=x onerror=alert(1)>`, "<!--", `{style}{game}`}

// TestHostileNames: the page has only its own elements, even if names of players contain HTML.
func TestHostileNames(t *testing.T) {
	played, err := share.Play(t.Context(), duel(), 5, specs(t, "spot,floodfill"), share.Options{})
	if err != nil {
		t.Fatal(err)
	}
	elements := regexp.MustCompile(`<[!/a-zA-Z][^\s>]*`)
	want := elements.FindAllString(written(t, played), -1)
	for _, name := range hostile {
		r := recordOf(t, played)
		r.Players = []ouro.Player{{Name: name}, {Name: "b"}}
		p, err := share.OfRecord(t.Context(), r, share.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p.Again, p.Made = name, name
		p.Verdict.Differences = nil
		text := written(t, p)
		got := elements.FindAllString(text, -1)
		got = slices.DeleteFunc(got, func(e string) bool { return e == "<pre" || e == "</pre" || e == "<code" || e == "</code" })
		for _, more := range []string{"<p", "</p", "<dt", "</dt", "<dd", "</dd", "<li", "</li"} { // the page has one more fact, one more claim that is not checked, and the command
			got, want = without(got, more), without(want, more)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: elements %q, want %q", name, got, want)
		}
	}
}

func without(all []string, one string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(e string) bool { return e == one })
}

// TestVerdictOfDifferences: the page lists the turns that violate the rules, and its timeline
// marks them.
func TestVerdictOfDifferences(t *testing.T) {
	p, err := share.Play(t.Context(), classic(4, 4), 5, specs(t, "cell"), share.Options{None: true})
	if err != nil {
		t.Fatal(err)
	}
	v := &verify.Report{Kind: saved.Log, Turns: 9}
	for i := range 25 {
		v.Differences = append(v.Differences, verify.Difference{Turn: i, Snake: "<b>", What: "health 9, want 8"})
	}
	p.SetVerdict(v)
	text := written(t, p)
	for _, want := range []string{"25 differences from the rules:", `<a href="#3">turn 3</a>: &lt;b&gt;: health 9, want 8`, "and 5 more"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	var doc struct{ Marks []share.Mark }
	unpack(t, regexp.MustCompile(`data-game>([^<]*)<`).FindStringSubmatch(text)[1], &doc)
	if len(doc.Marks) != 25 || doc.Marks[3].Turn != 3 {
		t.Errorf("marks %v", doc.Marks)
	}
}

// TestLabels: a page keeps only the overlays that were chosen.
func TestLabels(t *testing.T) {
	p, err := share.Play(t.Context(), classic(4, 4), 5, specs(t, "ouroboros"), share.Options{Labels: []string{"plan", "nosuch"}})
	if err != nil {
		t.Fatal(err)
	}
	kept, omitted := p.Tape.Overlays()
	if len(kept) != 1 || kept[0].Label != "plan" || omitted != nil {
		t.Errorf("kept %d, omitted %q", len(kept), omitted)
	}
}
