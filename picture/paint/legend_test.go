package paint_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"ouro/picture/paint"
)

// TestLegend: pictures name the snakes. The names are escaped and no wider than the board.
func TestLegend(t *testing.T) {
	history := game(t, "standard", 7, 7, 2, 20, "greedy", "hungry")
	names := []string{`<me> & "you"`, strings.Repeat("long ", 20)}
	film := paint.Of(history, names, nil)
	_, last := film.Turns()
	for _, from := range []int{0, last} { // animated and still
		text := svg(t, film, from, last, paint.Style{Theme: paint.Auto})
		elements(t, text) // fails unless the text is XML
		for _, want := range []string{
			`>&lt;me&gt; &amp; &#34;you&#34;</text>`, `<title>&lt;me&gt; &amp; &#34;you&#34;</title>`,
			`>long long long lon…</text>`, "<title>" + names[1] + "</title>", ".name{fill:#D8DCE4;", ".name{fill:#2B3038;",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("from turn %d: no %s", from, want)
			}
		}
	}
	if plain := svg(t, paint.Of(history, nil, nil), 0, last, paint.Style{}); strings.Contains(plain, "<text") || strings.Contains(plain, "name") {
		t.Error("a film without names has a legend")
	}
	var cast bytes.Buffer
	if err := paint.Cast(t.Context(), &cast, paint.Clip{Film: film, From: 0, To: last}, paint.Style{}); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitN(cast.String(), "\n", 3)
	if lines[0] != `{"version":2,"width":102,"height":12}` || !slices.ContainsFunc(strings.Split(lines[1], `\u001b[K`), func(line string) bool {
		return line == `\u001b[11HA <me> & \"you\"`
	}) {
		t.Errorf("the cast begins with\n%s\n%s", lines[0], lines[1])
	}
}
