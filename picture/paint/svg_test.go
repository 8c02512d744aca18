package paint_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ouro"
	"ouro/picture"
	"ouro/picture/paint"
)

var update = flag.Bool("update", false, "write the pictures in testdata")

func svg(t testing.TB, f paint.Film, from, to int, st paint.Style) string {
	t.Helper()
	var text bytes.Buffer
	if err := paint.SVG(t.Context(), &text, paint.Clip{Film: f, From: from, To: to}, st); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// elements returns all elements of a document, which must be well-formed XML.
func elements(t testing.TB, text string) (all []xml.StartElement) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			all = append(all, e.Copy())
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// line is a path of straight pieces, with the coordinates of its corners. far is the distance of
// each corner along the path.
type line struct{ x, y, far []float64 }

var pieces = regexp.MustCompile(`[Mlhv]|-?\d*\.?\d+`)

func parseLine(t testing.TB, data string) (l line) {
	t.Helper()
	var x, y, far float64
	words := pieces.FindAllString(data, -1)
	number := func() float64 {
		n, err := strconv.ParseFloat(words[0], 64)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		words = words[1:]
		return n
	}
	letter := ""
	for len(words) > 0 {
		if strings.Contains("Mlhv", words[0]) {
			letter, words = words[0], words[1:]
		}
		dx, dy := 0.0, 0.0
		switch letter {
		case "M":
			x, y = number(), number()
			dx = 0
		case "l":
			dx, dy = number(), number()
		case "h":
			dx = number()
		case "v":
			dy = number()
		}
		x, y, far = x+dx, y+dy, far+math.Hypot(dx, dy)
		l.x, l.y, l.far = append(l.x, x), append(l.y, y), append(l.far, far)
	}
	return l
}

// at returns the point at a distance along the line.
func (l *line) at(far float64) (x, y float64) {
	for i := 1; i < len(l.far); i++ {
		if far <= l.far[i] && l.far[i] > l.far[i-1] {
			s := (far - l.far[i-1]) / (l.far[i] - l.far[i-1])
			return l.x[i-1] + s*(l.x[i]-l.x[i-1]), l.y[i-1] + s*(l.y[i]-l.y[i-1])
		}
	}
	n := len(l.x) - 1
	return l.x[n], l.y[n]
}

// animation is an attribute that changes over time. If a value has several numbers, values holds the
// first of them.
type animation struct{ values, times []float64 }

func animationOf(t testing.TB, e xml.StartElement, name string) (a animation) {
	t.Helper()
	for _, word := range strings.Split(attribute(e, name), ";") {
		word, _, _ = strings.Cut(word, " ")
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			t.Fatal(err)
		}
		a.values = append(a.values, v)
	}
	for _, word := range strings.Split(attribute(e, "keyTimes"), ";") {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			t.Fatal(err)
		}
		a.times = append(a.times, v)
	}
	n := len(a.times)
	if len(a.values) != n || a.times[0] != 0 || a.times[n-1] != 1 {
		t.Fatalf("%d values at %d times, from %g to %g", len(a.values), n, a.times[0], a.times[n-1])
	}
	for i := 1; i < n; i++ {
		if a.times[i] < a.times[i-1] {
			t.Fatalf("time %g after %g", a.times[i], a.times[i-1])
		}
	}
	return a
}

func (a *animation) at(time float64) float64 {
	for i := len(a.times) - 2; i >= 0; i-- {
		if a.times[i] <= time {
			if a.times[i+1] == a.times[i] {
				return a.values[i+1]
			}
			return a.values[i] + (a.values[i+1]-a.values[i])*(time-a.times[i])/(a.times[i+1]-a.times[i])
		}
	}
	return a.values[0]
}

// TestBodiesGlide: an SVG draws a snake as the visible part of a line, which is the path of the
// snake in the whole game. At every turn of a lone snake, the drawn head and both ends of the
// visible part are near the middles of the cells of the head and the tail.
func TestBodiesGlide(t *testing.T) {
	for _, rules := range []string{"classic", "wrapped", "solo"} {
		for seed := range uint64(4) {
			const speed = 10
			history := game(t, rules, 7, 6, seed, 150, "greedy")
			film := paint.Of(history, nil, nil)
			turns := history.Turns()
			text := svg(t, film, 0, turns, paint.Style{Speed: speed})
			var way line
			var length, offset, head animation
			ways := 0
			for _, e := range elements(t, text) {
				switch {
				case e.Name.Local == "path" && attribute(e, "id") != "":
					ways++
					way = parseLine(t, attribute(e, "d"))
				case attribute(e, "attributeName") == "stroke-dasharray":
					length = animationOf(t, e, "values")
				case attribute(e, "attributeName") == "stroke-dashoffset":
					offset = animationOf(t, e, "values")
				case e.Name.Local == "animateMotion":
					head = animationOf(t, e, "keyPoints")
				}
			}
			if ways != 1 {
				t.Fatalf("%s, seed %d: one snake has %d tracks", rules, seed, ways)
			}
			whole := way.far[len(way.far)-1]
			seconds := float64(turns)/speed + 2
			for turn := range turns + 1 {
				s := history.At(turn)
				sn := &s.Snakes[0]
				if sn.Cause != ouro.Alive {
					break
				}
				time := float64(turn) / speed / seconds
				tail := -offset.at(time)
				for _, end := range []struct {
					name string
					far  float64
					cell ouro.Cell
				}{
					{"drawn head", head.at(time) * whole, sn.Body.Head()},
					{"rear end of the visible part", tail, sn.Body.Tail()},
					{"front end of the visible part", tail + length.at(time), sn.Body.Head()},
				} {
					x, y := way.at(end.far)
					cx, cy := s.Grid.XY(end.cell)
					if off := math.Hypot(x-float64(cx)-0.5, y-float64(s.Grid.H-1-cy)-0.5); off > 0.3 {
						t.Fatalf("%s, seed %d, turn %d: the %s is %.2f off cell %d,%d", rules, seed, turn, end.name, off, cx, cy)
					}
				}
			}
		}
	}
}

// TestSelfContained: an SVG has no script and no URL except its namespace, and it contains the target
// of each of its references.
func TestSelfContained(t *testing.T) {
	history := game(t, "royale:shrink=4", 9, 9, 2, 200, "greedy", "hungry", "floodfill", "spot")
	for _, theme := range []paint.Theme{paint.Dark, paint.Light, paint.Auto} {
		text := svg(t, paint.Of(history, nil, nil), 0, history.Turns(), paint.Style{Theme: theme, Title: `<b> & "x"`})
		if n := strings.Count(text, "http"); n != 1 {
			t.Errorf("the SVG has %d URLs, want 1", n)
		}
		if dark := strings.Contains(text, "prefers-color-scheme"); dark != (theme == paint.Auto) {
			t.Errorf("theme %v: whether the SVG follows the viewer's mode: %v", theme, dark)
		}
		if !strings.Contains(text, "prefers-reduced-motion") || !strings.Contains(text, "&lt;b&gt; &amp;") {
			t.Error("the SVG has no still picture or no title")
		}
		ids, refs := map[string]bool{}, map[string]bool{}
		for _, e := range elements(t, text) {
			if strings.EqualFold(e.Name.Local, "script") {
				t.Error("the SVG has a script")
			}
			for _, a := range e.Attr {
				switch {
				case a.Name.Local == "id" && ids[a.Value]:
					t.Errorf("two elements have the id %s", a.Value)
				case a.Name.Local == "id":
					ids[a.Value] = true
				case a.Name.Local == "href":
					refs[strings.TrimPrefix(a.Value, "#")] = true
				case strings.HasPrefix(a.Name.Local, "on"):
					t.Errorf("the attribute %s is a script", a.Name.Local)
				}
			}
		}
		for ref := range refs {
			if !ids[ref] {
				t.Errorf("the reference to %s has no target", ref)
			}
		}
		if len(refs) < 5 {
			t.Errorf("only %d references", len(refs))
		}
	}
}

// strange returns scenes that cannot follow each other under any rules, but that a file may
// contain.
func strange() sketches {
	g := ouro.MustGrid(5, 4)
	scene := func(body ...ouro.Cell) picture.Scene {
		return picture.Scene{Grid: g, Tiles: make([]picture.Tile, g.Size()), Snakes: []picture.Snake{{Body: body, Color: 0x56B4E9}}, Hunters: []picture.Hunter{{Cell: ouro.NoCell}}}
	}
	all := sketches{scene(0, 1, 2), scene(5, 0, 1), scene(19, 18), scene(19, 5, 3), scene(), scene(7), scene(7), scene(6, 7), scene(7, 6)}
	for i := range all {
		all[i].Tiles[i] = picture.Tile{Ground: picture.Ground(i % 4), Food: i%2 == 0, Bomb: i%3 == 0, Hazard: uint8(i % 4), Flame: i%5 == 0}
		all[i].Tiles[14] = picture.Tile{Food: i%2 == 1}
		if i > 2 {
			all[i].Hunters[0].Cell = ouro.Cell(i + 5)
		}
		all[i].Snakes[0].Dead = i > 7
	}
	return all
}

// TestGolden: the same scenes always give the same bytes. The strange pictures show everything that
// can be drawn, and the wrapped pictures a game on a torus.
func TestGolden(t *testing.T) {
	wrapped := paint.Of(game(t, "wrapped", 5, 5, 4, 25, "greedy", "hungry"), nil, nil)
	_, last := wrapped.Turns()
	write := func(draw func(io.Writer) error) []byte {
		var text bytes.Buffer
		if err := draw(&text); err != nil {
			t.Fatal(err)
		}
		return text.Bytes()
	}
	ctx := t.Context()
	for name, text := range map[string][]byte{
		"strange.svg": write(func(w io.Writer) error {
			return paint.SVG(ctx, w, paint.Clip{Film: strange(), From: 0, To: 8}, paint.Style{Theme: paint.Auto})
		}),
		"strange.gif": write(func(w io.Writer) error {
			return paint.GIF(ctx, w, paint.Clip{Film: strange(), From: 0, To: 8}, paint.Style{Size: 12})
		}),
		"strange.cast": write(func(w io.Writer) error {
			return paint.Cast(ctx, w, paint.Clip{Film: strange(), From: 0, To: 8}, paint.Style{Title: "strange"})
		}),
		"wrapped.svg": write(func(w io.Writer) error {
			return paint.SVG(ctx, w, paint.Clip{Film: wrapped, From: 0, To: last}, paint.Style{})
		}),
		"wrapped.png": write(func(w io.Writer) error {
			return paint.PNG(ctx, w, wrapped, last-3, paint.Style{Size: 20, Theme: paint.Light})
		}),
		"turn.svg": write(func(w io.Writer) error {
			return paint.SVG(ctx, w, paint.Clip{Film: wrapped, From: 7, To: 7}, paint.Style{})
		}),
	} {
		name = filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(name, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text, want) {
			t.Errorf("%s differs from the drawing; to write the drawing, run go test ./picture/paint -run Golden -update", name)
		}
	}
}

// TestOverlaysInOrder: an SVG draws tints first, then rings, faint paths, best paths, and at last
// everything that is not an overlay.
func TestOverlaysInOrder(t *testing.T) {
	h := game(t, "standard", 7, 7, 3, 20, "greedy", "hungry")
	text := svg(t, paint.WithOverlays(paint.Of(h, nil, nil), inventedNotes(7, 7, 2)), 0, h.Turns(), paint.Style{})
	last, seen := 0, map[int]int{}
	moving, _, _ := strings.Cut(text[strings.Index(text, `<g class="moving">`):], `<g class="still">`)
	for _, use := range regexp.MustCompile(`<use href="#(o-\w+-?)?(path|faint|ring)?`).FindAllStringSubmatch(moving, -1) {
		rank := map[string]int{"": 0, "ring": 1, "faint": 2, "path": 3}[use[2]]
		if use[1] == "" {
			rank = 4
		}
		if rank < last {
			t.Fatalf("an overlay of rank %d is over one of rank %d", rank, last)
		}
		last = rank
		seen[rank]++
	}
	if len(seen) != 4 { // the invented notes have no faint paths
		t.Errorf("ranks %v", seen)
	}
}

// TestStrangeScenes: a snake that does not continue its track gets a new track. Every animation has
// as many times as values, and every number is finite.
func TestStrangeScenes(t *testing.T) {
	text := svg(t, strange(), 0, 8, paint.Style{Speed: 10})
	for _, e := range elements(t, text) {
		if attribute(e, "attributeName") != "" || e.Name.Local == "animateMotion" {
			if n := len(strings.Split(attribute(e, "keyTimes"), ";")); attribute(e, "values") != "" && n != len(strings.Split(attribute(e, "values"), ";")) {
				t.Errorf("%d times of %s", n, attribute(e, "values"))
			}
		}
	}
	if n := strings.Count(text, `<path id="t`); n != 4 {
		t.Errorf("the SVG has %d tracks, want 4", n)
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Error("the SVG contains NaN or Inf")
	}
}
