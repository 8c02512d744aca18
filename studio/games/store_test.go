package games_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro/studio/games"
	"ouro/studio/memory"
	"ouro/studio/session"
)

const full = "close one, or try again"

// TestStoreOfMoves: if the store has no memory for more moves, a game stops, but the page can still view
// its turns. When a game is closed, another can be opened.
func TestStoreOfMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kinds := games.Kinds(games.Limits{Store: memory.New(100_000)})
		link := map[string]any{"link": "board=12x12&solver=hamilton"}
		p := openKinds(t, kinds, "game", link)
		synctest.Wait()
		p.send("run", map[string]any{"speed": 500})
		pass(10 * time.Second)
		if got := p.failed().Message; !strings.Contains(got, full) {
			t.Fatalf("without memory the error is %q", got)
		}
		var now progress
		if p.last("progress", &now); now.Running {
			t.Error("the page receives a message that the game still runs")
		}
		stopped := p.at()
		if stopped < 500 || stopped > 4000 {
			t.Errorf("the game stops at turn %d", stopped)
		}
		before := len(p.all("error"))
		p.send("seek", map[string]any{"turn": 100})
		pass(time.Second)
		if p.at() != 100 || len(p.all("error")) != before {
			t.Errorf("turn %d of a game that stopped: %q", p.at(), p.failed().Message)
		}
		q := openKinds(t, kinds, "game", link)
		pass(time.Second)
		if e := q.failed(); !e.Fatal || !strings.Contains(e.Message, full) {
			t.Errorf("another one has the error %+v", e)
		}
		p.send("end", nil)
		synctest.Wait()
		p.s.Close()
		q.send("open", map[string]any{"kind": "game", "link": link["link"]})
		pass(time.Second)
		if n := len(q.all("error")); n != 1 {
			t.Errorf("when one is closed, the other has the error %q", q.failed().Message)
		}
		q.s.Close()
	})
}

// TestStoreOfFiles: the memory of the files of all pages together is bounded. Files that pages are still
// sending count too.
func TestStoreOfFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kinds := games.Kinds(games.Limits{Store: memory.New(100_000)})
		var pages []*page
		refused := 0
		for range 5 {
			p := openKinds(t, kinds, "replay", map[string]any{"name": "half"})
			for range 2 {
				p.send("chunk", map[string]any{"base64": make([]byte, 15_000)})
				synctest.Wait()
			}
			if e := p.failed(); e.Fatal && strings.Contains(e.Message, full) {
				refused++
			}
			pages = append(pages, p)
		}
		if refused != 2 {
			t.Errorf("%d of 5 are refused, want 2", refused)
		}
		for _, p := range pages {
			p.s.Close()
		}
		p := openKinds(t, kinds, "replay", map[string]any{"name": "whole"})
		p.send("chunk", map[string]any{"base64": recorded(t, soloGame, 1, "bfs"), "last": true})
		synctest.Wait()
		if got := fmt.Sprint(p.failed().Message, len(p.all(session.Opened))); got != "1" {
			t.Errorf("when all have gone: %s", got)
		}
		p.s.Close()
		p = openKinds(t, kinds, "replay", map[string]any{"name": "packed"})
		p.send("chunk", map[string]any{"base64": packed(t, recorded(t, soloGame, 1, "bfs"), 200_000), "last": true})
		synctest.Wait()
		if e := p.failed(); !e.Fatal || !strings.Contains(e.Message, "of all open games and files") && !strings.Contains(e.Message, full) {
			t.Errorf("a file that unpacks to more than there is has the error %+v", e)
		}
		p.s.Close()
	})
}

// TestStoreOfSolvers: the memory of the solvers of all pages together is bounded. The solvers of
// alternatives count too.
func TestStoreOfSolvers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kinds := games.Kinds(games.Limits{Store: memory.New(100 << 20)})
		link := map[string]any{"link": "rules=standard&snake=hydra:hash=40,depth=1&snake=hydra:hash=40,depth=1"}
		p := openKinds(t, kinds, "game", link)
		pass(time.Second)
		if n := len(p.all(session.Opened)); n != 1 {
			t.Fatalf("a game with room is not opened: %q", p.failed().Message)
		}
		q := openKinds(t, kinds, "game", link)
		pass(time.Second)
		if e := q.failed(); !e.Fatal || !strings.Contains(e.Message, full) {
			t.Errorf("the same beside it has the error %+v", e)
		}
		p.send("seek", map[string]any{"turn": 3})
		pass(time.Second)
		p.send("try", map[string]any{"turn": 2, "seat": 0, "dir": 0})
		pass(time.Second)
		if e := p.failed(); e.Fatal || !strings.Contains(e.Message, full) {
			t.Errorf("another move, with both asked again, has the error %+v", e)
		}
		p.s.Close()
		for range 3 { // each game must free its memory
			q.send("open", map[string]any{"kind": "game", "link": link["link"]})
			pass(time.Second)
			q.send("end", nil)
			pass(time.Second)
		}
		if n := len(q.all(session.Opened)); n != 3 {
			t.Errorf("when the first is closed, the other has the error %q", q.failed().Message)
		}
		q.send("open", map[string]any{"kind": "game", "link": "rules=standard&snake=hydra:hash=4096&snake=hydra:hash=4096"})
		pass(time.Second)
		if e := q.failed(); !strings.Contains(e.Message, "hash=64 at most") || e.Field != "snake" {
			t.Errorf("tables of 4 GB have the error %+v", e)
		}
		q.s.Close()
	})
}

// packed returns a text that is followed by this many bytes of blank lines, all packed.
func packed(t *testing.T, text []byte, blank int) []byte {
	t.Helper()
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	_, err := w.Write(append(text, bytes.Repeat([]byte("\n"), blank)...))
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
