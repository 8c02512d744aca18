package games_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"ouro/picture/film"
	"ouro/picture/paint"
	"ouro/saved"
	"ouro/studio/games"
)

type fileData struct{ Name, MIME, Base64 string }

func (p *page) take(what map[string]any) []byte {
	p.t.Helper()
	before := len(p.all("file"))
	p.send("take", what)
	synctest.Wait()
	if len(p.all("file")) == before {
		p.t.Fatalf("no file for %v: %+v", what, p.failed())
	}
	var f fileData
	p.last("file", &f)
	data, err := base64.StdEncoding.DecodeString(f.Base64)
	if err != nil || f.Name == "" || f.MIME == "" {
		p.t.Fatalf("%q %q, %v", f.Name, f.MIME, err)
	}
	return data
}

func (p *page) command(what map[string]any) string {
	p.t.Helper()
	p.send("command", what)
	synctest.Wait()
	var c struct{ Command, Why string }
	p.last("command", &c)
	return c.Command + c.Why
}

// TestPictures: a picture of a game equals the one that ouro export makes.
func TestPictures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := game(t, "board=6x6&solver=greedy&seed=3")
		p.send("seek", map[string]any{"turn": 40})
		synctest.Wait()
		f, err := saved.Open(bytes.NewReader(p.take(map[string]any{"what": "record"})))
		if err != nil {
			t.Fatal(err)
		}
		want, err := film.Open(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		st := paint.Style{Speed: 12, Size: 10, Theme: paint.Light, Title: want.Title}
		for what, draw := range map[string]func(context.Context, io.Writer, paint.Clip, paint.Style) error{
			"gif": paint.GIF, "svg": paint.SVG, "cast": paint.Cast,
		} {
			var text bytes.Buffer
			if err := draw(t.Context(), &text, paint.Clip{Film: want, From: 7, To: 30}, st); err != nil {
				t.Fatal(err)
			}
			got := p.take(map[string]any{"what": what, "from": 7, "to": 30, "speed": 12, "size": 10, "theme": "light"})
			if !bytes.Equal(got, text.Bytes()) {
				t.Errorf("%s: %d bytes, want %d", what, len(got), text.Len())
			}
		}
		var still bytes.Buffer
		if err := paint.PNG(t.Context(), &still, want, 30, st); err != nil {
			t.Fatal(err)
		}
		if got := p.take(map[string]any{"what": "png", "to": 30, "size": 10, "theme": "light"}); !bytes.Equal(got, still.Bytes()) {
			t.Errorf("png: %d bytes, want %d", len(got), still.Len())
		}
		if got, want := p.command(map[string]any{"what": "svg", "from": 7, "to": 30, "speed": 12, "theme": "light"}),
			"ouro export --board 6x6 --seed 3 --solver greedy --svg game.svg --turns 7..30 --speed 12 --theme light"; got != want {
			t.Errorf("the command is %s", got)
		}
		for _, c := range []struct {
			what map[string]any
			want string
		}{
			{map[string]any{"what": "jpg"}, "known: "},
			{map[string]any{"what": "svg", "lane": 3}, "lane 3"},
			{map[string]any{"what": "svg", "from": 30, "to": 7}, "turns 30 to 7"},
			{map[string]any{"what": "png", "theme": "pink"}, "want dark, light or auto"},
			{map[string]any{"what": "gif", "size": 1000}, "must be 2 to 128"},
		} {
			p.send("take", c.what)
			synctest.Wait()
			if e := p.failed(); e.Fatal || !strings.Contains(e.Message, c.want) {
				t.Errorf("%v: %+v", c.what, e)
			}
		}
	})
}

// TestPicturesOfLanesAndSnakes: a picture shows one of several games side by side. The command line of a
// picture is right for such a game, and for a game of several snakes.
func TestPicturesOfLanesAndSnakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := game(t, "board=6x6&solver=greedy&solver=bfs")
		p.send("seek", map[string]any{"turn": 20})
		synctest.Wait()
		a, b := p.take(map[string]any{"what": "svg", "to": 20}), p.take(map[string]any{"what": "svg", "to": 20, "lane": 1})
		if bytes.Equal(a, b) || !bytes.Contains(b, []byte("<title>bfs on 6x6")) {
			t.Error("both pictures show the same game")
		}
		if got := p.command(map[string]any{"what": "gif", "lane": 1, "to": 20}); got != "ouro export --board 6x6 --seed 1 --solver bfs --gif game.gif --turns ..20" {
			t.Error(got)
		}
		p = game(t, "rules=standard&snake=greedy&snake=hungry&board=7x7&seed=4")
		if got := p.command(map[string]any{"what": "png", "from": 5, "to": 5}); got != "ouro export --rules standard --board 7x7 --seed 4 --solver greedy --solver hungry --png game.png --turns 5" {
			t.Error(got)
		}
	})
}

// TestPicturesOfFiles: pictures of a game from a file can show turns that the page has
// not shown yet.
func TestPicturesOfFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		data, err := os.ReadFile("../../testdata/game.record")
		if err != nil {
			t.Fatal(err)
		}
		p := open(t, games.Limits{}, "replay", map[string]any{"name": "game.record"})
		p.send("chunk", map[string]any{"base64": data, "last": true})
		synctest.Wait()
		f, err := saved.Open(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		want, err := film.Open(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		_, last := want.Turns()
		var text bytes.Buffer
		if err := paint.PNG(t.Context(), &text, want, last, paint.Style{}); err != nil {
			t.Fatal(err)
		}
		if got := p.take(map[string]any{"what": "png"}); !bytes.Equal(got, text.Bytes()) {
			t.Error("the picture does not show the last turn")
		}
		if got := p.command(map[string]any{"what": "gif"}); got != "ouro export FILE --gif game.gif" {
			t.Error(got)
		}
	})
}

// TestPage: the page of a game has its record, its verdict, and the kept thoughts as overlays. The page of
// a record has the record and the verdict. The command on the page plays the same game.
func TestPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := game(t, "board=6x6&solver=greedy&seed=3&show=plan")
		p.send("seek", map[string]any{"turn": 40})
		synctest.Wait()
		record := p.take(map[string]any{"what": "record"})
		text := string(p.take(map[string]any{"what": "page"}))
		for _, want := range []string{"<title>Ouro: greedy on 6x6, classic</title>", "the game is correct.", `data-overlay="plan"`, base64.StdEncoding.EncodeToString(record), "ouro share"} {
			if !strings.Contains(text, want) {
				t.Errorf("the page lacks %.60q", want)
			}
		}
		if c := p.command(map[string]any{"what": "page"}); c != "ouro share --board 6x6 --seed 3 --solver greedy --out game.html" {
			t.Errorf("the command is %q", c)
		}
		again := openFile(t, record, 1<<16)
		synctest.Wait()
		if text := string(again.take(map[string]any{"what": "page"})); !strings.Contains(text, "the game is correct.") || !strings.Contains(text, base64.StdEncoding.EncodeToString(record)) {
			t.Error("the page of a record differs")
		}
		log, err := os.ReadFile(filepath.FromSlash("../../verify/testdata/logs/constrictor-royale-11-3-2.jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		of := openFile(t, log, 1<<15)
		synctest.Wait()
		if text := string(of.take(map[string]any{"what": "page"})); !strings.Contains(text, "data-game>") || !strings.Contains(text, "Snake C") {
			t.Errorf("the page of a log is %.80q", text)
		}
	})
}
