package games_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/games"
	"ouro/studio/memory"
	"ouro/studio/session"
)

func openFile(t *testing.T, data []byte, piece int) *page {
	t.Helper()
	p := open(t, games.Limits{File: 1 << 20}, "replay", map[string]any{"name": "a <file>"})
	for len(data) > piece {
		p.send("chunk", map[string]any{"base64": data[:piece]})
		synctest.Wait()
		data = data[piece:]
	}
	p.send("chunk", map[string]any{"base64": data, "last": true})
	synctest.Wait()
	return p
}

func recorded(t *testing.T, game ouro.GameSpec, seed uint64, names ...string) []byte {
	t.Helper()
	var specs []ouro.Spec
	for _, name := range names {
		specs = append(specs, ouro.Spec{Name: name})
	}
	g, err := roster.NewGame(game, seed, specs, play.Config{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if _, err := g.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = game, seed, specs
	text, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

var (
	soloGame  = ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}
	fightGame = ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: 3}
)

type verified struct {
	Kind        string
	Turns, More int
	Differences []struct {
		Turn int
		What string
	}
	Error *struct{ Message string }
}

// TestReplay: the channel shows all positions of a record, and verifies the record.
func TestReplay(t *testing.T) {
	for _, c := range []struct {
		game  ouro.GameSpec
		names []string
		link  string
	}{
		{soloGame, []string{"cell"}, "board=6x6&snake=cell&seed=5"},
		{fightGame, []string{"greedy", "hungry", "greedy"}, "rules=standard&snake=greedy&snake=hungry&snake=greedy&seed=5"},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := openFile(t, recorded(t, c.game, 5, c.names...), 1000)
			defer p.s.Close()
			var opened struct {
				Turns int
				File  struct{ Kind, Name string }
				Lanes []struct {
					Seats []struct{ Name, Spec, Color string }
				}
			}
			p.last("opened", &opened)
			if opened.File.Kind != "record" || opened.File.Name != "a <file>" || len(opened.Lanes[0].Seats) != len(c.names) || opened.Lanes[0].Seats[0].Color == "" {
				t.Errorf("opened %+v", opened)
			}
			p.send("run", map[string]any{"speed": 1000})
			pass(5 * time.Second)
			if p.at() == 0 || p.at() != opened.Turns {
				t.Errorf("at %d of %d turns", p.at(), opened.Turns)
			}
			var v verified
			p.last("verified", &v)
			if v.Turns != opened.Turns || len(v.Differences) > 0 || v.Error != nil {
				t.Errorf("verified %+v", v)
			}
			check(t, p, c.link)
		})
	}
}

// TestReplayOfALog: the channel shows a log of the official engine, and verifies it.
func TestReplayOfALog(t *testing.T) {
	data, err := os.ReadFile(filepath.FromSlash("../../verify/testdata/logs/constrictor-royale-11-3-2.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		p := openFile(t, data, 1<<15)
		defer p.s.Close()
		var opened struct{ Turns int }
		p.last("opened", &opened)
		p.send("seek", map[string]any{"turn": opened.Turns})
		synctest.Wait()
		var key keyData
		p.last("key", &key)
		if key.Turn != opened.Turns || opened.Turns == 0 || !key.Ended || key.Lanes[0].Ended == nil {
			t.Errorf("at %+v of %d turns", key, opened.Turns)
		}
		var v verified
		p.last("verified", &v)
		if v.Kind != "log" || v.Turns != opened.Turns || len(v.Differences) > 0 {
			t.Errorf("verified %+v", v)
		}
		p.send("try", map[string]any{"turn": 1, "seat": 0, "dir": "up"})
		synctest.Wait()
		if e := p.failed(); !strings.Contains(e.Message, "does not name its solvers") || e.Fatal {
			t.Errorf("another move in a log: %+v", e)
		}
		p.send("position", map[string]any{"turn": 3})
		synctest.Wait()
		var at struct {
			Turn       int
			Text, Link string
		}
		p.last("position", &at)
		if s, err := ouro.ParseState(at.Text); err != nil || s.Turn != 3 || at.Turn != 3 || !strings.Contains(at.Link, "position=") && !strings.Contains(at.Link, "z=") {
			t.Errorf("position %+v, %v", at, err)
		}
	})
}

// TestWrongTurns: verification finds a changed move, and the replay shows the turns after it.
func TestWrongTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := recorded(t, soloGame, 5, "cell")
		i := bytes.Index(text, []byte("turn 61 ")) + len("turn 61 ") + 3
		was := text[i]
		for _, d := range "UDLR" {
			if byte(d) != was {
				text[i] = byte(d)
			}
		}
		p := openFile(t, text, 1<<15)
		defer p.s.Close()
		var v verified
		p.last("verified", &v)
		if len(v.Differences) != 1 || v.Differences[0].Turn != 64 || !strings.Contains(v.Differences[0].What, "turn 64") {
			t.Errorf("verified %+v", v)
		}
		p.send("run", map[string]any{"speed": 0})
		pass(time.Second)
		if p.at() < 64 {
			t.Errorf("shown to turn %d", p.at())
		}
	})
}

// TestInvalidFiles: the error about an invalid file names the line, if the line is known.
func TestInvalidFiles(t *testing.T) {
	whole := string(recorded(t, soloGame, 5, "cell"))
	for _, c := range []struct {
		name, text, want string
		line             int
	}{
		{"nothing", "", "empty", 0},
		{"garbage", "\x00\x01\x02", "not a game record", 0},
		{"a record cut short", whole[:200], "line", 7},
		{"a log cut short", `{"id":"x","ruleset":{"name":"standard"}}` + "\n{", "line 2", 2},
		{"too much", strings.Repeat("x", 1<<20+1), "limit of 1 MiB", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := openFile(t, []byte(c.text), 1<<18)
			defer p.s.Close()
			if e := p.failed(); !e.Fatal || !strings.Contains(e.Message, c.want) || e.Line != c.line && c.line > 0 && e.Line == 0 {
				t.Errorf("%s: %+v", c.name, e)
			}
			if all := p.all("opened"); len(all) > 0 {
				t.Errorf("%s: something was opened", c.name)
			}
		})
	}
}

// TestHeld: if a file has no game on a board, the page receives its contents.
func TestHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openFile(t, []byte("# two\n5x5/s0.0R2\n6x6/s1.1U remarks\n"), 1<<10)
		defer p.s.Close()
		var held struct {
			Kind      string
			Positions []struct {
				Line int
				Text string
			}
		}
		p.last("held", &held)
		if held.Kind != "positions" || len(held.Positions) != 2 || held.Positions[1].Line != 3 {
			t.Errorf("held %+v", held)
		}
		if e := p.failed(); e.Message != "" {
			t.Errorf("failed: %+v", e)
		}
	})
}

// TestRecordOpensNoFiles: the solvers in a file cannot open other files.
func TestRecordOpensNoFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r ouro.Record
		if err := r.UnmarshalText(recorded(t, soloGame, 5, "bfs")); err != nil {
			t.Fatal(err)
		}
		r.Seats = []ouro.Spec{{Name: "tablebase", Options: ouro.Options{{Key: "file", Value: "/etc/passwd"}}}}
		text, err := r.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		p := openFile(t, text, 1<<15)
		defer p.s.Close()
		p.headAt(t, 5)
		p.send("try", map[string]any{"turn": 5, "seat": 0, "dir": "up"})
		pass(time.Second)
		if e := p.failed(); !strings.Contains(e.Message, "the studio does not have solver") || strings.Contains(e.Message, "root:") {
			t.Errorf("error %+v", e)
		}
		if len(p.all("thought")) > 0 {
			t.Error("the solver was asked")
		}
	})
}

// longLog returns a log that packs well, because its second frame is repeated.
func longLog(t *testing.T, frames int) []byte {
	t.Helper()
	f, err := os.Open(filepath.FromSlash("../../verify/testdata/logs/constrictor-royale-11-3-2.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	var packed bytes.Buffer
	out := gzip.NewWriter(&packed)
	before, after, _ := bytes.Cut(lines[1], []byte(`"turn":0,`))
	if _, err := out.Write(lines[0]); err != nil {
		t.Fatal(err)
	}
	for turn := range frames {
		if _, err := fmt.Fprintf(out, `%s"turn":%d,%s`, before, turn, after); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// TestStoreOfLogs: the store counts the memory of a log while the log is read, and frees it when the
// channel ends.
func TestStoreOfLogs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kinds := games.Kinds(games.Limits{Store: memory.New(700_000)})
		p := openKinds(t, kinds, "replay", map[string]any{"name": "long"})
		p.send("chunk", map[string]any{"base64": longLog(t, 3000), "last": true})
		synctest.Wait()
		if e := p.failed(); !e.Fatal || !strings.Contains(e.Message, full) {
			t.Errorf("a log that has no room has the error %+v", e)
		}
		p.send("open", map[string]any{"kind": "replay", "name": "short"})
		p.send("chunk", map[string]any{"base64": longLog(t, 300), "last": true})
		synctest.Wait()
		if len(p.all(session.Opened)) != 1 {
			t.Errorf("a short one after it has the error %+v", p.failed())
		}
		p.s.Close()
	})
}

// TestUnpackedFilesAreBounded: a small file that unpacks to too many bytes is refused.
func TestUnpackedFilesAreBounded(t *testing.T) {
	data := longLog(t, 3000)
	synctest.Test(t, func(t *testing.T) {
		p := open(t, games.Limits{Unpacked: 1 << 20}, "replay", map[string]any{"name": "bomb"})
		p.send("chunk", map[string]any{"base64": data, "last": true})
		synctest.Wait()
		if e := p.failed(); !e.Fatal || !strings.Contains(e.Message, "larger than 1048576 bytes") {
			t.Errorf("a log of more than that has the error %+v", e)
		}
		p.s.Close()
	})
}

// TestReadingEndsWithThePage: reading a file stops when the page leaves.
func TestReadingEndsWithThePage(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	share := memory.New(1 << 30).Share()
	f, err := games.Unpack(ctx, longLog(t, 30_000), games.DefaultLimits, &share)
	if err != nil {
		t.Fatal(err)
	}
	frames := 0
	_, err = wire.ReadLogWithin(f.Log, func(int) error {
		if frames++; frames == 100 {
			leave()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || frames > 10_000 {
		t.Errorf("%d frames are read: %v", frames, err)
	}
}
