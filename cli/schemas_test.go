package cli

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/lab/stat"
	"ouro/order"
	"ouro/store"
)

type jsonDocument struct {
	schema, command string
	code            int
}

// jsonDocuments are the commands that print JSON, by the schema of docs/schema which
// describes it; together they print every field. They run in a folder of their own,
// in this order. GUEST is a snake that answers nonsense, %20 a space within a word.
var jsonDocuments = []jsonDocument{
	{"exact", "exact --board 4x4 --save 4x4.table", exitDone},
	{"exact-position", "exact --position position.txt", exitDone},
	{"exact-position", "exact --position lost.txt", exitNo},
	{"watch", "watch cell --board 4x4", exitDone},
	{"watch", "watch bfs --level cross.txt", exitDone},
	{"watch", "watch tablebase:file=bad.table --board 4x4", exitDone},
	{"watch", "maze --level maze.txt --moves 3", exitDone},
	{"bench", "bench --solver cell,bfs --board 6x6 --games 5 --vs-optimum --vs-distance", exitDone},
	{"bench", "bench --solver ouroboros,bfs --board 4x4 --games 5 --regret", exitDone},
	{"bench", "bench --solver bfs,dfs --level cross.txt --games 1 --no-times", exitDone},
	{"bench", "bench --solver tablebase:file=bad.table --board 4x4 --games 1", exitDone},
	{"bench", "bench --solver cell --games 100000 --first 3 --timeout 100ms", exitOutOfTime},
	{"game", "game --snake greedy --snake hungry --seed 3", exitDone},
	{"game", "game --snake greedy --snake GUEST --output game.jsonl", exitDone},
	{"bench", "bench coward me=greedy --rules solo --board 7x7 --games 3", exitDone},
	{"arena", "arena run cell bfs --rules classic --board 4x4 --games 4 --title small", exitDone},
	{"arena", "arena run spot greedy --format sprt --elo1 200 --nodes 100 --board 7x7 --records h1", exitDone},
	{"arena", "arena run greedy spot --format sprt --elo1 200 --nodes 100 --board 7x7", exitNo},
	{"arena", "arena run greedy hungry --openings h1@3..5 --games 2 --board 7x7", exitDone},
	{"arena", "arena run greedy GUEST --games 2 --retries 1", exitDone},
	{"arena", "arena run dfs bfs --rules maze --level nook --games 10 --no-times", exitDone},
	{"arena", "arena run bfs wander --rules hunter:level=8,snakes=1 --games 2", exitDone},
	{"arena", "arena run greedy hungry coward --format ffa --games 1000000 --timeout 2s", exitOutOfTime},
	{"arena", "arena run greedy hungry --games 1000000 --timeout 1ns", exitOutOfTime},
	{"arena", "arena run greedy hungry --games 1000000 --timeout 1ns", exitOutOfTime},
	{"arena-tune", "arena tune spot --param depth=1..9@1 --board 7x7 --nodes 30 --steps 10 --games 12 --elo1 200 --sprt-games 200", exitDone},
	{"arena-tune", "arena tune backtrack --param discount=0..1@0.5 --rules maze --level nook --steps 2 --games 2 --sprt-games 2", exitNo},
	{"arena-tune", "arena tune floodfill --param hungry=0..100 --against greedy --against coward --steps 100000 --games 6 --timeout 300ms", exitOutOfTime},
	{"fleet-status", "fleet status --fleet FLEET", exitDone},
	{"hunter", "bench deep=backtrack:depth=4 bfs --rules hunter:bots=1,level=8,snakes=1 --games 2 --first 1 --nodes 100", exitDone},
	{"hunter", "bench backtrack:depth=4 --rules hunter:bots=1 --games 100000 --timeout 200ms", exitOutOfTime},
	{"doctor", "doctor GUEST --ask 10", exitNo},
	{"engine", "engine --check sh%20flawed.sh", exitNo},
	{"bench", "bench --solver cell,bfs --board 4x4 --games 5 --store kept.db", exitDone},
	{"bench", "bench --solver bfs --board 4x4 --games 7 --store kept.db", exitDone},
	{"bench", "bench --solver cell --board 4x4 --games 7 --seed 2 --store kept.db", exitDone},
	{"arena", "arena run greedy GUEST --games 2 --store kept.db", exitDone},
	{"hunter", "bench bfs --rules hunter:bots=1,level=8 --games 2 --store kept.db", exitDone},
	{"results-list", "results list --store kept.db", exitDone},
	{"results-diff", "results diff cell bfs --store kept.db --worse-than 0%", exitNo},
	{"results-diff", "results diff bfs cell --store kept.db --worse-than moves=0% --strict", exitNo},
	{"results-diff", "results diff 1 3 --store kept.db", exitDone},
	{"results-plot", "results plot --store kept.db", exitDone},
	{"results-show", "results show 1 2 last --store kept.db", exitDone},
	{"results-verify", "results verify --store kept.db", exitNo},
	{"replay", "replay bad.ouro", exitDone},
	{"replay", "replay duel.ouro", exitDone},
	{"replay-log", "replay game.jsonl", exitDone},
	{"verify", "verify bad.ouro game.jsonl changed.ouro cross.txt", exitFailed},
	{"verify", "verify forged.jsonl", exitNo},
	{"version", "version", exitDone},
	{"list", "list", exitDone},
	{"list", "list bfs", exitDone},
	{"perft", "perft --board 3x3 --depth 3 --divide", exitDone},
	{"perft", "perft --board 5x5 --depth 2 --feast", exitDone},
	{"perft-positions", "perft --positions joint.jsonl", exitNo},
	{"boggle", "boggle --grid doq/npo/wer", exitDone},
	{"boggle", "boggle --grid doq/npo/wer --path doner", exitDone},
}

// jsonInputs are the files that the documents are made of.
var jsonInputs = map[string]string{
	"flawed.sh":    flawedEngine,
	"position.txt": "....\nDC.*\n.BA.\n....\n",
	"lost.txt":     "FGHI\nED.J\n*CLK\nABMN\n",
	"cross.txt":    "            \n    XXXX    \n   S        \n     XX     \n            \n",
	"maze.txt":     "XXXXXX\nXS...X\nX....X\nXXXXXX\n",
	"joint.jsonl": `{"name": "duel", "ruleset": "standard", "hazardDamagePerTurn": 14, "board": {"width": 11, "height": 11, "turn": 0,
		"food": [], "hazards": [], "snakes": [{"id": "a", "health": 100, "body": [[1, 9], [1, 9], [1, 9]]}]},
		"perft": [{"depth": 1, "nodes": 3, "over": 0, "eliminated": {"wall-collision": 1}, "eaten": 0, "health": 1, "length": 9}]}` + "\n",
}

// printJSON runs a command that prints JSON.
func printJSON(ctx context.Context, t *testing.T, command string, code int) []byte {
	var out, errs bytes.Buffer
	args := append(strings.Fields(command), "--json")
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "%20", " ")
	}
	if got := Main(ctx, args, IO{In: strings.NewReader(""), Out: &out, Err: &errs}); got != code {
		t.Fatalf("%s: code %d, want %d: %s", command, got, code, &errs)
	}
	return out.Bytes()
}

// TestJSONIsAsItsSchemaSays: what every command prints with --json is as its
// schema says, without a field that is not in it; and no schema tells of a field
// that is never printed.
func TestJSONIsAsItsSchemaSays(t *testing.T) {
	schemas := readSchemas(t, "../docs/schema")
	t.Chdir(t.TempDir())
	guest := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			fmt.Fprintln(w, `{"apiversion": "1"}`)
			return
		}
		fmt.Fprintln(w, "nonsense")
	}))
	defer guest.Close()
	for name, text := range jsonInputs {
		write(t, name, strings.ReplaceAll(text, "\n\t\t", " "))
	}
	for _, d := range jsonDocuments {
		check := schemas[d.schema]
		if check == nil {
			t.Fatalf("docs/schema has no %s.json", d.schema)
		}
		if strings.Contains(d.command, "FLEET") {
			d.command = strings.ReplaceAll(d.command, "FLEET", eventfulFleet(t))
		}
		text := printJSON(t.Context(), t, strings.ReplaceAll(d.command, "GUEST", guest.URL), d.code)
		if err := check.check(text); err != nil {
			t.Errorf("ouro %s --json is not as docs/schema/%s.json says: %v\n%.2000s", d.command, d.schema, err, text)
		}
		switch {
		case strings.Contains(d.command, "4x4.table"):
			damage(t)
		case strings.HasPrefix(d.command, "results plot"):
			tamper(t, "kept.db", `UPDATE games SET turns = turns + 1 WHERE experiment = 1 AND grp = 3`)
			tamper(t, "kept.db", `UPDATE runs SET machine = 'another' WHERE experiment = 2`)
		case strings.HasPrefix(d.command, "results show"):
			keepUnknown(t, "kept.db")
		case strings.Contains(d.command, "game.jsonl"):
			write(t, "forged.jsonl", strings.Replace(readAll(t, "game.jsonl"), `"health":99,`, `"health":77,`, 1))
		}
	}
	resumed := resume(t)
	if err := schemas["exact"].check(resumed); err != nil {
		t.Errorf("resumed: %v\n%s", err, resumed)
	}
	for name, s := range schemas {
		if unused := s.unused(); len(unused) > 0 {
			t.Errorf("docs/schema/%s.json tells of %q, which no command prints here", name, unused)
		}
	}
}

func write(t *testing.T, name, text string) {
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// tamper changes a results file with SQL, as ouro does not.
func tamper(t *testing.T, file, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err == nil {
		_, err = db.ExecContext(t.Context(), statement)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// keepUnknown keeps an experiment by rules that only a newer version knows.
func keepUnknown(t *testing.T, file string) {
	t.Helper()
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	shelf, err := s.StartRun(t.Context(), store.Experiment{
		Kind: string(order.Bench), Order: `{"kind":"bench","rules":"later","board":"4x4","start_length":1,"seed":1,"solvers":["cell"]}`,
		Build: buildinfo.Identity{Sum: "1", Version: "later"}, Title: "later 4x4", Rules: "later", Board: "4x4", StartLength: 1, Seed: 1, Budget: "none", Solvers: []string{"cell"},
	}, store.Run{})
	if err == nil {
		err = errors.Join(shelf.Keep(&lab.Finished{Tally: lab.Tally{Turns: 3, Ending: ouro.Died, Winner: -1, Seats: []lab.Seat{{Length: 1}}}}), shelf.Close())
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
}

// damage makes files that are not as they should be: bad.table, whose solver
// fails; bad.ouro, the record of a game with such faults; changed.ouro, a
// record of which a move was changed; and duel.ouro, of Battlesnake.
func damage(t *testing.T) {
	table := []byte(readAll(t, "4x4.table"))
	table[len(table)-1] ^= 1
	write(t, "bad.table", string(table))
	printJSON(t.Context(), t, "bench --solver tablebase:file=bad.table,cell --board 4x4 --games 1 --records kept", exitDone)
	names, err := filepath.Glob("kept/*.ouro")
	if err != nil || len(names) != 2 {
		t.Fatal(err, names)
	}
	for _, name := range names {
		text := readAll(t, name)
		if !strings.Contains(text, "\nincident ") {
			write(t, "changed.ouro", strings.Replace(text, "\nturn 1 R", "\nturn 1 U", 1))
			continue
		}
		write(t, "bad.ouro", text)
	}
	printJSON(t.Context(), t, "game --snake greedy --snake hungry --record duel.ouro", exitDone)
}

// resume prints what exact does when it goes on after it was stopped.
func resume(t *testing.T) []byte {
	limit := 8 * time.Millisecond
	for range 200 {
		dir := t.TempDir()
		args := []string{"exact", "--board", "5x5", "--checkpoint", dir, "--timeout", limit.String()}
		var out bytes.Buffer
		if code := Main(t.Context(), args, IO{Out: &out, Err: &out}); code == exitDone {
			limit /= 4 // the machine has become faster
			continue
		}
		if saved, err := os.ReadDir(dir); err != nil || len(saved) > 0 {
			return printJSON(t.Context(), t, "exact --board 5x5 --checkpoint "+dir, exitDone)
		}
		limit += limit / 8
	}
	t.Fatal("exact was never stopped between its first checkpoint and its end")
	return nil
}

// TestLineIsAsItsSchemaSays: the line of a game has no field that its schema does not
// know, and the schema knows none that no line has.
func TestLineIsAsItsSchemaSays(t *testing.T) {
	schema := readSchemas(t, "../docs/schema/lines")["game"]
	var think stat.Histogram
	think.Add(3 * time.Millisecond)
	least := lab.Finished{Tally: lab.Tally{Ending: ouro.Drawn, Winner: -1, Seats: []lab.Seat{{Length: 3}}}}
	full := lab.Finished{
		Tally: lab.Tally{Group: 1, Seating: 1, Turns: 9, Ending: ouro.Won, Winner: 0, Measures: []int{8, 900, 1, 4, 70}, Seats: []lab.Seat{
			{Entrant: 1, Length: 3, Cause: ouro.Burnt, Died: 9, Faults: 3, Offered: 1, Late: 2, FirstFault: "turn 1: late"},
		}},
		Think: []*stat.Sparse{think.Sparse()}, Took: time.Second, Discarded: []string{"late"},
	}
	for _, f := range []*lab.Finished{&least, &full} {
		line, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.check(line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if unused := schema.unused(); len(unused) > 0 {
		t.Errorf("the schema has %q, which no line has", unused)
	}
}

// TestEveryJSONHasASchema: a command that takes --json is among those whose
// output is checked.
func TestEveryJSONHasASchema(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		if f := cmd.Flags().Lookup("json"); f != nil && !f.Hidden {
			name := strings.TrimPrefix(cmd.CommandPath(), "ouro ")
			if !slices.ContainsFunc(jsonDocuments, func(d jsonDocument) bool { return strings.HasPrefix(d.command+" ", name+" ") }) {
				t.Errorf("ouro %s --json has no schema in docs/schema that is checked here", name)
			}
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(IO{}))
}

// TestSchemasAreKnownToDocs: docs/formats.md names each schema.
func TestSchemasAreKnownToDocs(t *testing.T) {
	text := readAll(t, "../docs/formats.md")
	for name := range readSchemas(t, "../docs/schema") {
		if !strings.Contains(text, "(schema/"+name+".json)") {
			t.Errorf("docs/formats.md does not tell of docs/schema/%s.json", name)
		}
	}
}
