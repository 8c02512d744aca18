package arena

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pages are those of all reports.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, r := range tours() {
		var b strings.Builder
		if err := r.WriteHTML(&b); err != nil {
			t.Fatal(err)
		}
		all[name] = b.String()
	}
	return all
}

// elements reads a page as strictly as XML, and tells visit of every element and of
// the text directly after its start.
func elements(t *testing.T, page string, visit func(e xml.StartElement, text string)) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(page))
	dec.Entity = xml.HTMLEntity
	var open *xml.StartElement
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if open != nil {
			text, _ := token.(xml.CharData)
			visit(*open, string(text))
			open = nil
		}
		if e, ok := token.(xml.StartElement); ok {
			e = e.Copy()
			open = &e
		}
	}
}

// TestPageStandsAlone: every page is well-formed, has nothing that asks for something
// from elsewhere or runs, and forbids both.
func TestPageStandsAlone(t *testing.T) {
	known := strings.Fields("html head meta title style body h1 h2 p div table caption thead tbody tr th td span svg g line polyline polygon rect circle text figure figcaption ul li code pre details summary")
	attributes := strings.Fields("lang charset name content http-equiv class style scope title role aria-label aria-hidden viewBox preserveAspectRatio points x y x1 x2 y1 y2 cx cy dx dy r width height stroke-width stroke-dasharray fill-opacity text-anchor")
	for name, page := range pages(t) {
		policy := false
		elements(t, page, func(e xml.StartElement, text string) {
			if !slices.Contains(known, e.Name.Local) {
				t.Errorf("%s: element %s", name, e.Name.Local)
			}
			for _, a := range e.Attr {
				if !slices.Contains(attributes, a.Name.Local) {
					t.Errorf("%s: attribute %s of %s", name, a.Name.Local, e.Name.Local)
				}
				policy = policy || a.Value == "default-src 'none'; style-src 'unsafe-inline'"
			}
			if e.Name.Local == "style" && regexp.MustCompile(`url\(|@import|@font-face|//`).MatchString(text) {
				t.Errorf("%s: its style asks for something from elsewhere", name)
			}
		})
		if !policy {
			t.Errorf("%s: it does not forbid to ask for anything", name)
		}
		for _, bad := range []string{"NaN", "ZgotmplZ", "%!", "Inf"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s: it has %s", name, bad)
			}
		}
	}
}

// TestPageEscapes: whatever a snake is called, its name is text, and the page has the
// same elements as with plain names.
func TestPageEscapes(t *testing.T) {
	shape := func(names ...string) (elementNames, texts []string) {
		tour := tourOf(RoundRobin, 60, names...)
		tour.Title = names[0]
		var b strings.Builder
		if err := NewReport(tour, rolled(tour, 10)).WriteHTML(&b); err != nil {
			t.Fatal(err)
		}
		elements(t, b.String(), func(e xml.StartElement, text string) {
			elementNames, texts = append(elementNames, e.Name.Local), append(texts, text)
		})
		return elementNames, texts
	}
	hostile := []string{
		`<script>alert(1)</script>`, `" onload="alert(1)`, `</title></style><img src=x onerror=alert(1)>`,
	}
	plain, _ := shape("a", "b", "c")
	have, texts := shape(hostile...)
	if !slices.Equal(have, plain) {
		t.Errorf("elements %v, want %v", have, plain)
	}
	for _, name := range hostile {
		if !slices.Contains(texts, name) {
			t.Errorf("%s is not shown as it is", name)
		}
	}
}

// TestPageTellsHowToPlayAgain: it has the text of the tournament, which is the same
// however many games were played at once.
func TestPageTellsHowToPlayAgain(t *testing.T) {
	r := tours()["partial"]
	page := written(t, r)["html"]
	found := false
	elements(t, page, func(e xml.StartElement, text string) {
		found = found || e.Name.Local == "pre" && text == r.Tournament.Text()
	})
	if !found {
		t.Error("the page does not have the text of the tournament")
	}
	r.Tournament.Workers = 7
	if written(t, r)["html"] != page {
		t.Error("the page tells how many games were played at once")
	}
}
