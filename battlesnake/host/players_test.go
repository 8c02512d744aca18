package host_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/play"
)

// TestRecordedPlayers: a record has the names that the user gave. For guests it has default
// names and addresses, without credentials.
func TestRecordedPlayers(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			say(w, `{"apiversion":"1"}`)
		}
	}))
	t.Cleanup(server.Close)
	place, _ := strings.CutPrefix(server.URL, "http://")
	for _, c := range []struct {
		texts []string
		want  []ouro.Player
	}{
		{[]string{"greedy", "me=greedy"}, []ouro.Player{{}, {Name: "me"}}},
		{[]string{"greedy", "greedy"}, nil},
		{[]string{"greedy", "http://me:secret@" + place + "/a?key=secret"}, []ouro.Player{{}, {Name: place + "/a", Address: server.URL + "/a"}}},
		{[]string{"it=" + server.URL, "x=greedy"}, []ouro.Player{{Name: "it", Address: server.URL}, {Name: "x"}}},
	} {
		entrants, err := host.ParseEntrants(c.texts)
		if err != nil {
			t.Fatal(err)
		}
		g := newGame(t, config("standard", entrants...))
		w := play.NewSideBySide(g.Watch(nil))
		if err := g.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := g.Record()
		text, err := r.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.Players, c.want) || g.Guests() != (len(r.Incidents) > 0) || strings.Contains(string(text), "secret") {
			t.Errorf("%q: want players %v in\n%s", c.texts, c.want, text)
		}
		texts, err := w.Records(0)
		if err != nil {
			t.Fatal(err)
		}
		var watched ouro.Record
		if err := watched.UnmarshalText(texts[0]); err != nil || !slices.Equal(watched.Players, c.want) {
			t.Errorf("%q: want players %v in the record of the watched game, got %v: %v", c.texts, c.want, watched.Players, err)
		}
		end(t, g)
	}
}

// TestNamesDiffer: two snakes of the same name are an error, because a record distinguishes
// snakes by their names.
func TestNamesDiffer(t *testing.T) {
	_, err := host.New(t.Context(), config("standard", localEntrant("greedy"), host.Entrant{Name: "greedy", Spec: ouro.Spec{Name: "spot"}}))
	if err == nil || !strings.Contains(err.Error(), `seats 0 and 1 have the same name "greedy"`) {
		t.Errorf("the error is %v", err)
	}
}
