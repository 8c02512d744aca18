package cli_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ouro/cli/clitest"
	"ouro/internal/needs"
)

// hostile is a text that would clear a terminal's screen, add a forged line, reverse the direction
// of writing and, with one byte of Latin 1, start a control sequence.
const hostile = "x\x1b[2J\nforged: all equal\u202e\u009b31m\r\x7f\u2028"

// wantHarmless fails the test if a text has forged lines, or control characters for a
// terminal.
func wantHarmless(t *testing.T, what, text string) {
	t.Helper()
	for i, r := range text {
		if r != '\n' && !strconv.IsPrint(r) {
			t.Errorf("%s: the output has %q in %.200q", what, r, text[max(0, i-60):])
			return
		}
	}
	if strings.Contains(text, "\nforged") {
		t.Errorf("%s: the output has a forged line", what)
	}
}

// runHostile runs commands on a hostile file. They may fail, but must not print its control
// characters or forged lines.
func runHostile(t *testing.T, what, name string, text []byte, commands ...[]string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range commands {
		_, out, errs := clitest.Run(t, append(command, path)...)
		wantHarmless(t, fmt.Sprintf("%s: %v", what, command), out+errs)
	}
}

var ofGames = [][]string{{"verify"}, {"verify", "--json"}, {"replay"}, {"replay", "--json"}, {"replay", "--turn", "1"}}

// stringsIn calls visit with the path of every text in a JSON document.
func stringsIn(v any, at []any, visit func(at []any)) {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			stringsIn(v[key], append(at[:len(at):len(at)], key), visit)
		}
	case []any:
		for i := range v {
			stringsIn(v[i], append(at[:len(at):len(at)], i), visit)
		}
	case string:
		visit(at)
	}
}

// plant replaces the value at a path of a JSON document by text, and returns the document.
func plant(v any, path []any, text string) any {
	if len(path) == 0 {
		return text
	}
	switch v := v.(type) {
	case map[string]any:
		v[path[0].(string)] = plant(v[path[0].(string)], path[1:], text)
	case []any:
		v[path[0].(int)] = plant(v[path[0].(int)], path[1:], text)
	}
	return v
}

// lineWith returns a JSON line in which text replaces the value at a path.
func lineWith(t *testing.T, line string, path []any, text string) string {
	t.Helper()
	var doc any
	if err := json.Unmarshal([]byte(line), &doc); err != nil {
		t.Fatal(err)
	}
	planted, err := json.Marshal(plant(doc, path, text))
	if err != nil {
		t.Fatal(err)
	}
	return string(planted)
}

// TestEscapesInLogs plants hostile in each text of each line of a log. It also plants
// hostile in all names and similar fields of a log at once, as an unknown key, and in lists
// of transitions.
func TestEscapesInLogs(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "game.jsonl")
	if code, _, errs := clitest.Run(t, "game", "--snake", "random", "--snake", "greedy", "--rules", "constrictor", "--seed", "4", "--plain", "--output", log); code != 0 {
		t.Fatal(errs)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Split(strings.TrimSpace(string(text)), "\n")
	planted := 0
	for i, line := range all {
		if i > 1 && i < len(all)-1 {
			continue // only the first two and the last line have other fields
		}
		var doc any
		if err := json.Unmarshal([]byte(line), &doc); err != nil {
			t.Fatal(err)
		}
		stringsIn(doc, nil, func(at []any) {
			lines := append([]string(nil), all...)
			lines[i] = lineWith(t, line, at, hostile)
			commands := ofGames
			if !needs.Trials() { // only one of the commands, a different one each time
				commands = ofGames[(i+len(fmt.Sprint(at)))%len(ofGames):][:1]
			}
			runHostile(t, fmt.Sprintf("line %d %v", i+1, at), "game.jsonl", []byte(strings.Join(lines, "\n")), commands...)
			planted++
		})
	}
	if planted < 30 {
		t.Errorf("%d texts only", planted)
	}
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	inner := strings.Trim(string(quoted), `"`)
	for _, was := range []string{`"name":"`, `"shout":"`, `"squad":"`, `"color":"`, `"id":"`, `"map":"`, `"winnerName":"`, `"latency":"`, `"version":"`} {
		everywhere := strings.ReplaceAll(string(text), was, was+inner)
		if was == `"name":"` {
			everywhere = strings.ReplaceAll(everywhere, was+inner+`constrictor"`, was+`constrictor"`) // the name of the ruleset must stay valid
			everywhere = strings.ReplaceAll(everywhere, `"winnerName":"`, `"winnerName":"`+inner)
		}
		runHostile(t, "everywhere "+was, "game.jsonl", []byte(everywhere), ofGames...)
	}
	runHostile(t, "a key", "game.jsonl", []byte(strings.Replace(string(text), `"turn":`, string(quoted)+`:1,"turn":`, 1)), ofGames...)

	for _, line := range []string{
		`{"type":"game","ruleset":"R","map":"M","width":5,"height":5,"settings":{}}`,
		`{"type":"game","ruleset":"solo","map":"M","width":5,"height":5,"settings":{}}`,
		`{"type":"game","ruleset":"solo","width":5,"height":5,"settings":{}}` + "\n" +
			`{"type":"turn","before":{"turn":0,"snakes":[{"id":"R","health":100,"body":[[1,1],[1,1],[1,1]]}]},"moves":[{"id":"R","move":"up"}],` +
			`"after":{"turn":1,"snakes":[{"id":"R","health":98,"body":[[1,2],[1,1],[1,1]],"eliminatedCause":"C","eliminatedBy":"R"}]}}`,
	} {
		for _, mark := range []string{`"R"`, `"M"`, `"C"`, `"up"`} {
			runHostile(t, "transitions "+mark, "turns.jsonl", []byte(strings.ReplaceAll(line, mark, string(quoted))), ofGames...)
		}
	}
	runHostile(t, "perft", "counts.jsonl", fmt.Appendf(nil, `{"name":%s,"ruleset":"solo","board":{"height":3,"width":3,"snakes":[{"id":"a","health":100,"body":[[0,0],[0,0],[0,0]]}]},"perft":[{"depth":1,"nodes":9}]}`, quoted),
		[]string{"perft", "--positions"}, []string{"perft", "--json", "--positions"})
}

// TestEscapesInRecords plants hostile in each word of a record, in levels and in file names.
func TestEscapesInRecords(t *testing.T) {
	dir := t.TempDir()
	record := filepath.Join(dir, "game.ouro")
	if code, _, errs := clitest.Run(t, "game", "--snake", "random", "--snake", "greedy", "--seed", "4", "--plain", "--record", record); code != 0 {
		t.Fatal(errs)
	}
	hunt := filepath.Join(dir, "hunt.ouro")
	if code, _, errs := clitest.Run(t, "hunter", "--bots", "1", "--record", hunt); code != 0 {
		t.Logf("no record of Snake Hunter: %s", errs)
	}
	evil := strings.ReplaceAll(hostile, "\n", "") // a newline would end the line of the record
	for _, name := range []string{record, hunt} {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		lines := strings.SplitAfter(string(text), "\n")
		for i := range lines {
			if i > 12 && i < len(lines)-3 || name == hunt && i > 2 && i < len(lines)-3 {
				continue // these lines are like the lines before them
			}
			words := strings.Fields(lines[i])
			for k := range words {
				changed := append([]string(nil), lines...)
				w := append([]string(nil), words...)
				w[k] += evil
				changed[i] = strings.Join(w, " ") + "\n"
				runHostile(t, fmt.Sprintf("line %d word %d", i+1, k+1), "game.ouro", []byte(strings.Join(changed, "")), ofGames...)
			}
		}
		incident := strings.Replace(string(text), "\nend ", "\nincident 1 0 error "+strconv.Quote(hostile)+"\nend ", 1)
		runHostile(t, "an incident", "game.ouro", []byte(incident), ofGames...)
	}
	for _, command := range [][]string{{"verify"}, {"verify", "--json"}, {"replay"}, {"hunter", "--replay"}, {"boggle"}, {"perft", "--positions"}, {"hunter", "--bots", "1", "--levels"}} {
		runHostile(t, "a file's name", strings.ReplaceAll(hostile, "/", ""), []byte("ouro record 1\n"+hostile), command)
		_, out, errs := clitest.Run(t, append(command, filepath.Join(dir, hostile))...)
		wantHarmless(t, fmt.Sprintf("no such file: %v", command), out+errs)
	}
	runHostile(t, "a level", "level.txt", []byte(hostile+"\n"), []string{"hunter", "--bots", "1", "--levels"}, []string{"boggle"})
	_, out, errs := clitest.Run(t, "watch", "--plain", "--rules", "maze:level="+filepath.Join(dir, "game.ouro"))
	wantHarmless(t, "a level of a maze", out+errs)
}

// TestEscapesOfGuests: control characters in the description, shouts and errors of a remote
// snake are printed visibly, so that the terminal does not obey them.
func TestEscapesOfGuests(t *testing.T) {
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	q := string(quoted)
	for what, reply := range map[string]func(w http.ResponseWriter){
		"info and shout": func(w http.ResponseWriter) { fmt.Fprintf(w, `{"move":"up","shout":%s}`, q) },
		"move":           func(w http.ResponseWriter) { fmt.Fprintf(w, `{"move":%s}`, q) },
		"body":           func(w http.ResponseWriter) { fmt.Fprint(w, hostile) },
		"status": func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusTeapot)
			fmt.Fprint(w, hostile)
		},
		"key": func(w http.ResponseWriter) { fmt.Fprintf(w, `{%s:1,"move":5}`, q) },
	} {
		guest := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				fmt.Fprintf(w, `{"apiversion":"1","author":%s,"color":"#ff0000","head":%s,"tail":%s,"version":%s}`, q, q, q, q)
				return
			}
			reply(w)
		}))
		log, record := filepath.Join(t.TempDir(), "game.jsonl"), filepath.Join(t.TempDir(), "game.ouro")
		base := []string{"game", "--snake", "random", "--snake", guest.URL, "--board", "7x7", "--seed", "3"}
		for _, more := range [][]string{{"--plain", "--output", log, "--record", record}, {"--json"}} {
			_, out, errs := clitest.Run(t, append(append([]string(nil), base...), more...)...)
			wantHarmless(t, fmt.Sprintf("%s %v", what, more), out+errs)
		}
		file := filepath.Join(t.TempDir(), "results.db")
		for _, more := range []string{"", "--json", "--csv", "--markdown", "--resume last"} {
			_, out, errs := clitest.Run(t, append(strings.Fields("arena run random "+guest.URL+" --board 7x7 --games 2 --store "+file), strings.Fields(more)...)...)
			wantHarmless(t, fmt.Sprintf("%s %s", what, more), out+errs)
		}
		for _, command := range []string{"list", "show last", "show last --json", "verify"} {
			_, out, errs := clitest.Run(t, strings.Fields("results "+command+" --store "+file)...)
			wantHarmless(t, fmt.Sprintf("%s %s", what, command), out+errs)
		}
		for _, more := range [][]string{{"--ask", "4"}, {"--ask", "4", "--json"}} {
			_, out, errs := clitest.Run(t, append([]string{"doctor", guest.URL}, more...)...)
			wantHarmless(t, fmt.Sprintf("%s %v", what, more), out+errs)
		}
		for _, command := range ofGames {
			for _, name := range []string{log, record} {
				_, out, errs := clitest.Run(t, append(append([]string(nil), command...), name)...)
				wantHarmless(t, fmt.Sprintf("%s %v", what, command), out+errs)
			}
		}
		guest.Close()
	}
	info := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, hostile) }))
	defer info.Close()
	_, out, errs := clitest.Run(t, "game", "--snake", "random", "--snake", info.URL, "--plain")
	wantHarmless(t, "an answer that is not JSON", out+errs)
}
