package position

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/studio/memory"
	"ouro/studio/session"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// page is a fake page of a session with one channel.
type page struct {
	t        testing.TB
	session  *session.Session
	messages chan session.Message
	n        int
}

func open(t testing.TB, exact int64, data map[string]any) *page {
	t.Helper()
	return openIn(t, memory.New(memory.DefaultBytes), exact, data)
}

func openIn(t testing.TB, store *memory.Store, exact int64, data map[string]any) *page {
	t.Helper()
	p := &page{t: t, messages: make(chan session.Message, 1000)}
	ctx, cancel := context.WithCancel(t.Context())
	p.session = session.New(ctx, session.Config{Kinds: map[string]session.Kind{"position": New(store, exact)}}, func(text []byte) error {
		var m session.Message
		if err := json.Unmarshal(text, &m); err != nil {
			return err
		}
		p.messages <- m
		return nil
	})
	t.Cleanup(func() { cancel(); p.session.Close() })
	p.receive(`{"type":"hello","data":{"version":1}}`)
	data["kind"] = "position"
	p.send("open", data)
	return p
}

func (p *page) receive(text string) {
	p.t.Helper()
	if err := p.session.Receive([]byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) send(kind string, data any) {
	p.t.Helper()
	text, err := json.Marshal(map[string]any{"ch": "p", "type": kind, "data": data})
	if err != nil {
		p.t.Fatal(err)
	}
	p.receive(string(text))
}

// waitFor waits for a message of a type. It passes all earlier messages to handleOther.
func (p *page) waitFor(kind string, into any, handleOther func(session.Message)) {
	p.t.Helper()
	for m := range p.messages {
		p.n++
		p.receive(fmt.Sprintf(`{"type":"ack","data":{"n":%d}}`, p.n))
		if m.Type == kind {
			if err := m.Into(into); err != nil {
				p.t.Fatal(err)
			}
			return
		}
		if m.Type == "failed" || m.Type == session.Failed {
			p.t.Fatalf("waiting for %s: %s %s", kind, m.Type, m.Data)
		}
		if handleOther != nil && m.Type != "progress" {
			handleOther(m)
		}
	}
}

// TestDrawAskAndPlay edits a position, computes exact values, asks solvers and makes moves
// in one channel.
func TestDrawAskAndPlay(t *testing.T) {
	p := open(t, exactMemory, map[string]any{"link": "position=4x4/s1.1D/f3.3&rules=classic"})
	var opened openedData
	p.waitFor("opened", &opened, nil)
	if opened.Position != "4x4/s1.1D/f3.3" || opened.Wrong != "" || !opened.Exact.Can || opened.Champion != "ouroboros" || opened.Game != nil {
		t.Errorf("opened %+v", opened)
	}
	var b boardData
	p.send("edit", map[string]any{"put": "wall", "cells": []int{15}})
	p.waitFor("board", &b, nil)
	if b.Position != "4x4/w3.3/s1.1D" || !strings.Contains(b.Wrong, "0 food") || b.Exact.Can || b.Undo != 1 || len(b.Lane.Walls) != 1 {
		t.Errorf("drawn %+v", b)
	}
	p.send("undo", nil)
	p.waitFor("board", &b, nil)
	if b.Wrong == "" && b.Position != opened.Position || b.Redo != 1 {
		t.Errorf("undone %+v", b)
	}

	var e exactData
	p.send("exact", map[string]any{"id": 7})
	p.waitFor("exact", &e, nil)
	if e.ID != 7 || e.Probability != 1 || len(e.Choices) != 4 || e.Moves == nil || !e.Choices[ouro.Down].Fatal {
		t.Errorf("exact %+v", e)
	}

	if e.Starves {
		t.Error("the snake does not starve")
	}
	p.send("exact", map[string]any{"id": 7, "position": "4x4/s1.1D,g45/f3.3"})
	p.waitFor("exact", &e, nil)
	if !e.Starves || e.Meal != 4 {
		t.Errorf("45 moves without a meal, and 4 to the next: %+v", e)
	}
	e = exactData{}
	p.send("exact", map[string]any{"id": 7})
	p.waitFor("exact", &e, nil)

	thoughts := 0
	p.send("ask", map[string]any{"id": 8, "solvers": []string{"tablebase", "astar", "cell:nodes=no"}, "seat": 0})
	var done idData
	p.waitFor("asked", &done, func(m session.Message) {
		var th thoughtData
		if err := m.Into(&th); err != nil || m.Type != "thought" {
			t.Fatal(m.Type, err)
		}
		if th.Index != thoughts || th.ID != 8 || (th.Error != "") != (thoughts == 2) || thoughts < 2 && len(th.Notes) == 0 {
			t.Errorf("thought %+v", th)
		}
		if thoughts == 0 && !e.Choices[th.Dir].Best {
			t.Errorf("the table's move %d is not best: %+v", th.Dir, e.Choices)
		}
		thoughts++
	})

	var m movedData
	p.send("move", map[string]any{"id": 9, "dirs": []int{0}})
	p.waitFor("moved", &m, nil)
	if m.ID != 9 || m.Step.Position != "4x4/t1/s1.2D,g1/f3.3" || m.Step.Dirs[0] != 0 {
		t.Errorf("moved %+v", m.Step)
	}
	p.send("move", map[string]any{"id": 10, "position": "4x4/s1.1D/f1.2", "dirs": []int{0}, "food": 0})
	p.waitFor("moved", &m, nil)
	if m.Step.Position != "4x4/t1/s1.2D2/f0.0" || len(m.Step.Spawned) != 1 || m.Board.Lane.Turn != 1 || m.Board.Position != m.Step.Position {
		t.Errorf("moved %+v", m.Step)
	}

	var steps []stepData
	p.send("line", map[string]any{"id": 11, "solvers": []string{"tablebase"}, "moves": 1000})
	p.waitFor("lined", &done, func(m session.Message) {
		var l lineData
		if err := m.Into(&l); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, l.Steps...)
	})
	if last := steps[len(steps)-1]; len(steps) < 13 || last.Over == "" || steps[0].Over != "" {
		t.Errorf("%d moves, the last one %+v", len(steps), last)
	}

	// The same moves are judged: those of tablebase cost nothing.
	line, foods := "", [][2]int{}
	for i, s := range steps {
		line += string(ouro.Dir(s.Dirs[0]).Letter())
		for _, c := range s.Spawned {
			foods = append(foods, [2]int{i, int(c)})
		}
	}
	judged := 0
	var how accuracyData
	p.send("accuracy", map[string]any{"id": 12, "line": line, "foods": foods})
	p.waitFor("accuracy", &how, func(m session.Message) {
		var c costsData
		if err := m.Into(&c); err != nil || m.Type != "costs" || c.From != judged || c.Of != len(line) {
			t.Fatal(m.Type, string(m.Data), err)
		}
		for _, cost := range c.Costs {
			if cost.Moves != 0 || cost.Chance != 0 {
				t.Errorf("%+v", cost)
			}
		}
		judged += len(c.Costs)
	})
	if judged != len(line) || !how.Exact {
		t.Errorf("%d of %d moves were judged, exact %v", judged, len(line), how.Exact)
	}
}

// TestOpenGame: the link of a game opens the position at its turn, and all moves of the
// game. Each turn can be requested. The game can be judged.
func TestOpenGame(t *testing.T) {
	p := open(t, exactMemory, map[string]any{"link": "board=4x4&solver=hamilton&seed=3&turn=20"})
	var o openedData
	p.waitFor("opened", &o, nil)
	if o.Turn != 20 || o.Lane.Turn != 20 || o.Game == nil || len(o.Game.Moves) != 1 || len(o.Game.Moves[0]) < 30 || o.Game.First != 0 {
		t.Fatalf("opened %+v, game %+v", o, o.Game)
	}
	var b boardData
	p.send("at", map[string]any{"id": 1, "turn": len(o.Game.Moves[0])})
	p.waitFor("board", &b, nil)
	if b.ID != 1 || b.Wrong != "" || b.Lane.Ended == nil || b.Lane.Ended.Ending != ouro.Won {
		t.Errorf("at the end: %+v, ended %+v", b, b.Lane.Ended)
	}
	sum := 0.0
	var how accuracyData
	p.send("accuracy", map[string]any{"id": 2})
	p.waitFor("accuracy", &how, func(m session.Message) {
		var c costsData
		if err := m.Into(&c); err != nil {
			t.Fatal(err)
		}
		for _, cost := range c.Costs {
			sum += cost.Moves
		}
	})
	if sum <= 0 || !how.Exact {
		t.Errorf("the costs of a cycle's game are %g", sum)
	}
}

// TestWhatIsWrong: a wrong link, a wrong message and a board that is too large for exact
// values give errors. The position can still be edited.
func TestWhatIsWrong(t *testing.T) {
	p := open(t, 1000, map[string]any{"link": "position=5x5/q&rules=classic"})
	var o openedData
	p.waitFor("opened", &o, nil)
	var wrong session.Error
	p.waitFor(session.Failed, &wrong, nil)
	if o.Position != defaultPosition().Text() || wrong.Field != "position" || wrong.Fatal || !strings.Contains(wrong.Message, `field "q"`) {
		t.Errorf("opened %s, %+v", o.Position, wrong)
	}
	if o.Exact.Can || !strings.Contains(o.Exact.Why, "more than the 1 kB allowed; ouro studio --exact-memory SIZE allows more") {
		t.Errorf("exact: %+v", o.Exact)
	}
	for _, x := range []struct{ kind, data, want string }{
		{"exact", `{"id":3}`, "more than the 1 kB allowed"},
		{"exact", `{"id":3,"position":"10x10/s1.1/f2.2"}`, "100 free cells is too large"},
		{"exact", `{"id":3,"position":"7x7/w0.0/s1.1/f2.2"}`, "48 free cells is too large"},
		{"exact", `{"id":3,"rules":"maze","position":"5x5/e0.0/s1.1"}`, "not for the rules maze"},
		{"edit", `{"id":3,"put":"snow","cells":[1]}`, `cells cannot be filled with "snow"`},
		{"move", `{"id":3,"dirs":[7]}`, "direction 7: want 0 to 3"},
		{"move", `{"id":3,"position":"x"}`, "position: "},
		{"accuracy", `{"id":3}`, "no game to judge"},
		{"accuracy", `{"id":3,"line":"UX"}`, `move 2 is 'X'`},
		{"accuracy", `{"id":3,"line":"UUUUUU"}`, "comes after the game's end"},
		{"accuracy", `{"id":3,"line":"U","foods":[[0,99]]}`, "cell 99 is not on the board"},
		{"at", `{"id":3}`, "without a game"},
		{"line", `{"id":3,"solvers":["spot:x"]}`, `option "x" is not key=value`},
		{"jump", `{"id":3}`, `unknown message "jump"`},
	} {
		p.receive(fmt.Sprintf(`{"ch":"p","type":%q,"data":%s}`, x.kind, x.data))
		var f failedData
		p.waitFor("failed", &f, nil)
		if f.ID != 3 || !strings.Contains(f.Message, x.want) {
			t.Errorf("%s %s: %+v, want %q", x.kind, x.data, f, x.want)
		}
	}
}

// TestEndWhileComputing: if a page leaves during computations, no goroutine remains
// (goleak).
func TestEndWhileComputing(t *testing.T) {
	p := open(t, 1<<40, map[string]any{"link": "position=5x6/s1.1/f2.2"})
	p.send("exact", map[string]any{"id": 1})
	p.send("exact", map[string]any{"id": 2}) // replaces the first request
	p.send("line", map[string]any{"id": 3, "position": "20x20/s1.1/f2.2", "moves": 5000})
	p.send("accuracy", map[string]any{"id": 4, "position": "8x8/s1.1/f7.7", "line": "UUURRR"})
	p.send("cancel", map[string]any{"job": "line"})
	var pr progressData
	p.waitFor("progress", &pr, nil)
}

// TestStoreOfPositions: the memory of the positions for undo is counted, and is freed at the end.
func TestStoreOfPositions(t *testing.T) {
	store := memory.New(editorBytes + 200)
	p := openIn(t, store, exactMemory, map[string]any{"link": "position=5x5/s2.2D2/f4.4"})
	var opened, board boardData
	p.waitFor(session.Opened, &opened, nil)
	edits := 0
	for ; edits < 50; edits++ {
		p.send("edit", map[string]any{"put": "food", "cells": []int{edits % 2}})
		m := <-p.messages
		if m.Type == "failed" {
			if !strings.Contains(string(m.Data), "close one, or try again") {
				t.Errorf("the error is %s", m.Data)
			}
			break
		}
	}
	if edits < 2 || edits == 50 {
		t.Errorf("%d edits have room", edits)
	}
	p.session.Close()
	p = openIn(t, store, exactMemory, map[string]any{"link": "position=5x5/s2.2D2/f4.4"})
	p.waitFor(session.Opened, &opened, nil)
	p.send("edit", map[string]any{"put": "food", "cells": []int{0}})
	p.waitFor("board", &board, nil)
}
