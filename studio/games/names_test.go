package games_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/picture/film"
	"ouro/picture/paint"
	"ouro/saved"
)

// TestNamesOfARecord: a replay shows the names and addresses of its record, and names the
// winner.
func TestNamesOfARecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r ouro.Record
		if err := r.UnmarshalText(recorded(t, fightGame, 5, "greedy", "hungry", "greedy")); err != nil {
			t.Fatal(err)
		}
		r.Seats[0] = ouro.Spec{Name: "guest"}
		r.Players = []ouro.Player{{Name: "me", Address: "http://127.0.0.1:8000"}, {Name: "you"}, {}}
		text, err := r.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		p := openFile(t, text, 1000)
		defer p.s.Close()
		var opened struct {
			Lanes []struct {
				Seats []struct{ Name, Spec, Address string }
			}
		}
		p.last("opened", &opened)
		var names []string
		for _, s := range opened.Lanes[0].Seats {
			names = append(names, s.Name)
		}
		if !slices.Equal(names, []string{"me", "you", "greedy"}) || opened.Lanes[0].Seats[0].Address != "http://127.0.0.1:8000" {
			t.Errorf("the seats are %+v", opened.Lanes[0].Seats)
		}
		p.send("run", map[string]any{"speed": 1000})
		pass(5 * time.Second)
		if e := p.now[0].Ended; e == nil || e.Winner != 1 || !strings.HasPrefix(e.Words, "you wins ") {
			t.Errorf("the end is %+v", e)
		}
	})
}

// TestNamesInFiles: the record of a game has the names that its link has. A picture of the game equals a
// picture of its record.
func TestNamesInFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := game(t, "rules=standard&snake=me=greedy&snake=greedy&snake=greedy&seed=3")
		defer p.s.Close()
		p.send("seek", map[string]any{"turn": 4})
		synctest.Wait()
		f, err := saved.Open(bytes.NewReader(p.take(map[string]any{"what": "record"})))
		if err != nil {
			t.Fatal(err)
		}
		if want := []ouro.Player{{Name: "me"}, {}, {}}; !slices.Equal(f.Record.Players, want) {
			t.Errorf("the players are %v, want %v", f.Record.Players, want)
		}
		want, err := film.Open(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := paint.SVG(t.Context(), &text, paint.Clip{Film: want, From: 0, To: 4}, paint.Style{Title: want.Title}); err != nil {
			t.Fatal(err)
		}
		got := p.take(map[string]any{"what": "svg", "from": 0, "to": 4})
		if !bytes.Equal(got, text.Bytes()) || !strings.Contains(string(got), ">greedy#2</text>") {
			t.Errorf("the picture is\n%s\nwant\n%s", got, text.Bytes())
		}
	})
}
