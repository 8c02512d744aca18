package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli"
	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/definition"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/lab/stat"
	"ouro/store"
)

// jsonSchema is a schema of docs/schema. It records which properties checked documents had.
type jsonSchema struct {
	compiled   *jsonschema.Schema
	properties []string        // by their path in the schema, as "#/properties/name"
	used       map[string]bool // properties that a document has had, by the same path
}

// keywords are the JSON Schema keywords that the schemas may use. Validators ignore unknown
// keywords, so a misspelt keyword would check nothing.
var keywords = []string{
	"$defs", "$ref", "$schema", "additionalProperties", "const", "description", "enum", "items", "maxItems", "maximum",
	"minItems", "minimum", "pattern", "properties", "required", "title", "type",
}

// fragment matches descriptions that make sense only after the name of their property, such as
// "of the game".
var fragment = regexp.MustCompile(`^(?:after|and|as|at|by|from|in|is|its|of|on|or|than|that|their|they|to|when|where|which|who|whom|with) `)

// readSchemas compiles the schemas of a folder, by their names.
func readSchemas(t *testing.T, folder string) map[string]*jsonSchema {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatal(err, names)
	}
	compiler := jsonschema.NewCompiler()
	schemas := map[string]*jsonSchema{}
	for _, name := range names {
		text, err := jsonschema.UnmarshalJSON(strings.NewReader(clitest.Read(t, name)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s := &jsonSchema{used: map[string]bool{}}
		if dialect := text.(map[string]any)["$schema"]; dialect != "https://json-schema.org/draft/2020-12/schema" {
			t.Errorf("%s: $schema %q: want draft 2020-12", name, dialect)
		}
		if err := s.read("#", text.(map[string]any)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := compiler.AddResource(name, text); err != nil {
			t.Fatal(err)
		}
		if s.compiled, err = compiler.Compile(name); err != nil {
			t.Fatal(err)
		}
		schemas[strings.TrimSuffix(filepath.Base(name), ".json")] = s
	}
	return schemas
}

// read lists the properties of a part of a schema. Every object in it must set
// additionalProperties to false, so that a validation rejects fields without a description.
func (s *jsonSchema) read(path string, part map[string]any) error {
	types := fmt.Sprint(part["type"])
	for _, name := range slices.Sorted(maps.Keys(part)) {
		if !slices.Contains(keywords, name) {
			return fmt.Errorf("%s: unknown keyword %q", path, name)
		}
	}
	if words, _ := part["description"].(string); fragment.MatchString(words) || part["description"] != nil && !strings.Contains(words, " ") {
		return fmt.Errorf("%s: the description %q is a fragment: name its subject", path, words)
	}
	if part["additionalProperties"] == nil && strings.Contains(types, "object") {
		return fmt.Errorf("%s: an object without additionalProperties", path)
	}
	properties, _ := part["properties"].(map[string]any)
	required, _ := part["required"].([]any)
	for _, name := range required {
		if properties[name.(string)] == nil {
			return fmt.Errorf("%s: required %q is not among the properties", path, name)
		}
	}
	below := map[string]any{"/items": part["items"], "/additionalProperties": part["additionalProperties"]}
	for name, property := range properties {
		s.properties = append(s.properties, path+"/properties/"+name)
		below["/properties/"+name] = property
	}
	defs, _ := part["$defs"].(map[string]any)
	for name, def := range defs {
		below["/$defs/"+name] = def
	}
	for _, at := range slices.Sorted(maps.Keys(below)) {
		if part, ok := below[at].(map[string]any); ok {
			if err := s.read(path+at, part); err != nil {
				return err
			}
		}
	}
	return nil
}

// check validates a document and records which properties it has.
func (s *jsonSchema) check(document []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return err
	}
	s.note(s.compiled, value)
	return s.compiled.Validate(value)
}

// note records which properties of a part of the schema a value has.
func (s *jsonSchema) note(part *jsonschema.Schema, value any) {
	if part == nil {
		return
	}
	s.note(part.Ref, value)
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			s.note(part.Items2020, item)
		}
	case map[string]any:
		others, _ := part.AdditionalProperties.(*jsonschema.Schema)
		for name, field := range v {
			property := part.Properties[name]
			if property == nil {
				s.note(others, field)
				continue
			}
			_, path, _ := strings.Cut(property.Location, "#")
			s.used["#"+path] = true
			s.note(property, field)
		}
	}
}

// unused returns the properties that no checked document had.
func (s *jsonSchema) unused() []string {
	return slices.DeleteFunc(slices.Sorted(slices.Values(s.properties)), func(path string) bool { return s.used[path] })
}

type jsonDocument struct {
	schema, command string
	code            int
}

// jsonDocuments are the commands that print JSON, each with its schema in docs/schema. Together
// they print every field. They run in a separate folder, in this order. GUEST is a snake with
// invalid answers; %20 is a space within a word.
var jsonDocuments = []jsonDocument{
	{"exact", "exact --board 4x4 --save 4x4.table", command.ExitDone},
	{"exact", "exact --level solid.txt", command.ExitDone},
	{"exact", "exact --level arms.txt", command.ExitNo},
	{"exact", "exact --board 3x4 --rules classic:wrap=true,grow=2", command.ExitDone},
	{"exact-adversary", "exact --level solid.txt --adversary", command.ExitDone},
	{"exact-adversary", "exact --level arms.txt --adversary", command.ExitNo},
	{"exact-adversary", "exact --board 3x4 --rules classic:grow=2 --adversary", command.ExitDone},
	{"exact-position", "exact --position position.txt", command.ExitDone},
	{"exact-position", "exact --position position.txt --adversary", command.ExitDone},
	{"exact-position", "exact --position lost.txt", command.ExitNo},
	{"atlas", "atlas --cells 9 --exceptions", command.ExitDone},
	{"watch", "watch cell --board 4x4", command.ExitDone},
	{"watch", "watch bfs --level cross.txt", command.ExitDone},
	{"watch", "watch tablebase:file=bad.table --board 4x4", command.ExitDone},
	{"watch", "maze --level maze.txt --moves 3", command.ExitDone},
	{"bench", "bench --solver cell,bfs --board 6x6 --games 5 --vs-optimum --vs-distance", command.ExitDone},
	{"bench", "bench --solver ouroboros,bfs --board 4x4 --games 5 --regret", command.ExitDone},
	{"bench", "bench --solver bfs,dfs --level cross.txt --games 1 --no-times", command.ExitDone},
	{"bench", "bench --solver tablebase:file=bad.table --board 4x4 --games 1", command.ExitDone},
	{"bench", "bench --solver cell --games 100000 --first 3 --timeout 1ns", command.ExitOutOfTime},
	{"game", "game --snake greedy --snake hungry --seed 3", command.ExitDone},
	{"game", "game --snake greedy --snake GUEST --output game.jsonl", command.ExitDone},
	{"bench", "bench coward me=greedy --rules solo --board 7x7 --games 3", command.ExitDone},
	{"arena", "arena run cell bfs --rules classic --board 4x4 --games 4 --title small", command.ExitDone},
	{"arena", "arena run spot greedy --format sprt --elo1 400 --nodes 30 --board 7x7 --records h1", command.ExitDone},
	{"arena", "arena run greedy spot --format sprt --elo1 400 --nodes 30 --board 7x7", command.ExitNo},
	{"arena", "arena run greedy hungry --openings h1@3..5 --games 2 --board 7x7", command.ExitDone},
	{"arena", "arena run greedy GUEST --games 2 --retries 1", command.ExitDone},
	{"arena", "arena run dfs bfs --rules maze --level nook --games 10 --no-times", command.ExitDone},
	{"arena", "arena run bfs wander --rules hunter:level=8,snakes=1 --games 2", command.ExitDone},
	{"arena", "arena run greedy hungry coward --format ffa --games 1000000 --timeout 1ns", command.ExitOutOfTime},
	{"arena", "arena run greedy hungry --games 1000000 --timeout 1ns", command.ExitOutOfTime},
	{"arena", "arena run greedy hungry --games 1000000 --timeout 1ns", command.ExitOutOfTime},
	{"arena-tune", "arena tune spot --param depth=1..9@1 --board 7x7 --nodes 20 --steps 6 --games 8 --elo1 400 --sprt-games 100", command.ExitDone},
	{"arena-tune", "arena tune backtrack --param discount=0..1@0.5 --rules maze --level nook --steps 2 --games 2 --sprt-games 2", command.ExitNo},
	{"arena-tune", "arena tune floodfill --param hungry=0..100 --against greedy --against coward --steps 100000 --games 6 --timeout 1ns", command.ExitOutOfTime},
	{"fleet-status", "fleet status --fleet FLEET", command.ExitDone},
	{"hunter", "bench deep=backtrack:depth=4 bfs --rules hunter:bots=1,level=8,snakes=1 --games 2 --first 1 --nodes 100", command.ExitDone},
	{"hunter", "bench backtrack:depth=4 --rules hunter:bots=1 --games 100000 --timeout 1ns", command.ExitOutOfTime},
	{"doctor", "doctor GUEST --ask 10", command.ExitNo},
	{"engine", "engine --check sh%20flawed.sh", command.ExitNo},
	{"bench", "bench --solver cell,bfs --board 4x4 --games 5 --store kept.db", command.ExitDone},
	{"bench", "bench --solver bfs --board 4x4 --games 7 --store kept.db", command.ExitDone},
	{"bench", "bench --solver cell --board 4x4 --games 7 --seed 2 --store kept.db", command.ExitDone},
	{"arena", "arena run greedy GUEST --games 2 --store kept.db", command.ExitDone},
	{"hunter", "bench bfs --rules hunter:bots=1,level=8 --games 2 --store kept.db", command.ExitDone},
	{"results-list", "results list --store kept.db", command.ExitDone},
	{"results-diff", "results diff cell bfs --store kept.db --worse-than 0%", command.ExitNo},
	{"results-diff", "results diff bfs cell --store kept.db --worse-than moves=0% --strict", command.ExitNo},
	{"results-diff", "results diff 1 3 --store kept.db", command.ExitDone},
	{"results-plot", "results plot --store kept.db", command.ExitDone},
	{"results-show", "results show 1 2 last --store kept.db", command.ExitDone},
	{"results-verify", "results verify --store kept.db", command.ExitNo},
	{"replay", "replay bad.ouro", command.ExitDone},
	{"replay", "replay duel.ouro", command.ExitDone},
	{"replay-log", "replay game.jsonl", command.ExitDone},
	{"verify", "verify bad.ouro game.jsonl changed.ouro cross.txt", command.ExitFailed},
	{"verify", "verify forged.jsonl", command.ExitNo},
	{"version", "version", command.ExitDone},
	{"list", "list", command.ExitDone},
	{"list", "list bfs", command.ExitDone},
	{"perft", "perft --board 3x3 --depth 3 --divide", command.ExitDone},
	{"perft", "perft --board 5x5 --depth 2 --feast", command.ExitDone},
	{"perft-positions", "perft --positions joint.jsonl", command.ExitNo},
	{"boggle", "boggle --grid doq/npo/wer", command.ExitDone},
	{"boggle", "boggle --grid doq/npo/wer --path doner", command.ExitDone},
}

// jsonInputs are the input files of these commands.
var jsonInputs = map[string]string{
	"flawed.sh":    clitest.FlawedEngine,
	"position.txt": "....\nDC.*\n.BA.\n....\n",
	"solid.txt":    "    \n    \n  XX\n  XX\n",
	"arms.txt":     "X XX\n    \nX XX\n",
	"lost.txt":     "FGHI\nED.J\n*CLK\nABMN\n",
	"cross.txt":    "            \n    XXXX    \n   S        \n     XX     \n            \n",
	"maze.txt":     "XXXXXX\nXS...X\nX....X\nXXXXXX\n",
	"joint.jsonl": `{"name": "duel", "ruleset": "standard", "hazardDamagePerTurn": 14, "board": {"width": 11, "height": 11, "turn": 0,
		"food": [], "hazards": [], "snakes": [{"id": "a", "health": 100, "body": [[1, 9], [1, 9], [1, 9]]}]},
		"perft": [{"depth": 1, "nodes": 3, "over": 0, "eliminated": {"wall-collision": 1}, "eaten": 0, "health": 1, "length": 9}]}` + "\n",
}

// printJSON runs a command with --json and returns its output.
func printJSON(ctx context.Context, t *testing.T, line string, code int) []byte {
	var out, errs bytes.Buffer
	args := append(strings.Fields(line), "--json")
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "%20", " ")
	}
	if got := cli.Main(ctx, args, command.IO{In: strings.NewReader(""), Out: &out, Err: &errs}); got != code {
		t.Fatalf("%s: code %d, want %d: %s", line, got, code, &errs)
	}
	return out.Bytes()
}

// TestJSONIsAsItsSchemaSays: the output of every command with --json matches its schema and has no
// other fields. At least one command prints each field of a schema.
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
		clitest.Write(t, name, strings.ReplaceAll(text, "\n\t\t", " "))
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
			t.Errorf("the output of ouro %s --json does not match docs/schema/%s.json: %v\n%.2000s", d.command, d.schema, err, text)
		}
		switch {
		case strings.Contains(d.command, "4x4.table"):
			damage(t)
		case strings.HasPrefix(d.command, "results plot"):
			clitest.Tamper(t, "kept.db", `UPDATE games SET turns = turns + 1 WHERE experiment = 1 AND grp = 3`)
			clitest.Tamper(t, "kept.db", `UPDATE runs SET machine = 'another' WHERE experiment = 2`)
		case strings.HasPrefix(d.command, "results show"):
			keepUnknown(t, "kept.db")
		case strings.Contains(d.command, "game.jsonl"):
			clitest.Write(t, "forged.jsonl", strings.Replace(clitest.Read(t, "game.jsonl"), `"health":99,`, `"health":77,`, 1))
		}
	}
	resumed := resume(t)
	if err := schemas["exact"].check(resumed); err != nil {
		t.Errorf("resumed: %v\n%s", err, resumed)
	}
	for name, s := range schemas {
		if unused := s.unused(); len(unused) > 0 {
			t.Errorf("docs/schema/%s.json describes %q, which no command prints here", name, unused)
		}
	}
}

// keepUnknown stores an experiment with rules that only a newer version knows.
func keepUnknown(t *testing.T, file string) {
	t.Helper()
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	run, err := s.StartRun(t.Context(), store.Experiment{
		Kind: string(definition.Bench), Definition: `{"kind":"bench","rules":"later","board":"4x4","start_length":1,"seed":1,"solvers":["cell"]}`,
		Build: buildinfo.Identity{Sum: "1", Version: "later"}, Title: "later 4x4", Rules: "later", Board: "4x4", StartLength: 1, Seed: 1, Budget: "none", Solvers: []string{"cell"},
	}, store.Run{})
	if err == nil {
		err = errors.Join(run.Keep(&lab.Finished{Tally: lab.Tally{Turns: 3, Ending: ouro.Died, Winner: -1, Seats: []lab.Seat{{Length: 1}}}}), run.Close())
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
}

// damage writes three defective files: bad.table, a table with which the solver fails; bad.ouro, a
// record of a game with that solver's faults; and changed.ouro, a record with a changed move. It
// also writes duel.ouro, a record of Battlesnake.
func damage(t *testing.T) {
	table := []byte(clitest.Read(t, "4x4.table"))
	table[len(table)-1] ^= 1
	clitest.Write(t, "bad.table", string(table))
	printJSON(t.Context(), t, "bench --solver tablebase:file=bad.table,cell --board 4x4 --games 1 --records kept", command.ExitDone)
	names, err := filepath.Glob("kept/*.ouro")
	if err != nil || len(names) != 2 {
		t.Fatal(err, names)
	}
	for _, name := range names {
		text := clitest.Read(t, name)
		if !strings.Contains(text, "\nincident ") {
			clitest.Write(t, "changed.ouro", strings.Replace(text, "\nturn 1 R", "\nturn 1 U", 1))
			continue
		}
		clitest.Write(t, "bad.ouro", text)
	}
	printJSON(t.Context(), t, "game --snake greedy --snake hungry --record duel.ouro", command.ExitDone)
}

// resume stops ouro exact between its first checkpoint and its end, runs it again, and returns the
// output of the second run.
func resume(t *testing.T) []byte {
	limit := 8 * time.Millisecond
	for range 200 {
		dir := t.TempDir()
		args := []string{"exact", "--board", "5x5", "--checkpoint", dir, "--timeout", limit.String()}
		var out bytes.Buffer
		if code := cli.Main(t.Context(), args, command.IO{Out: &out, Err: &out}); code == command.ExitDone {
			limit /= 4 // exact finished before the time limit
			continue
		}
		if saved, err := os.ReadDir(dir); err != nil || len(saved) > 0 {
			return printJSON(t.Context(), t, "exact --board 5x5 --checkpoint "+dir, command.ExitDone)
		}
		limit += limit / 8
	}
	t.Fatal("exact was never stopped between its first checkpoint and its end")
	return nil
}

// TestLineIsAsItsSchemaSays: lines of games have exactly the fields of their schema.
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

// TestEveryJSONHasASchema: jsonDocuments contains every command that has the flag --json.
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
	visit(cli.NewRoot(command.IO{}))
}

// TestSchemasAreKnownToDocs: docs/formats.md names each schema.
func TestSchemasAreKnownToDocs(t *testing.T) {
	text := clitest.Read(t, "../docs/formats.md")
	for name := range readSchemas(t, "../docs/schema") {
		if !strings.Contains(text, "(schema/"+name+".json)") {
			t.Errorf("docs/formats.md does not mention docs/schema/%s.json", name)
		}
	}
}

// TestJSONStyle checks the style of all JSON output: it is one indented document whose first
// field is the schema. Keys are lower-case words joined by _, lists and objects are never null,
// and the keys of times name their unit.
func TestJSONStyle(t *testing.T) {
	dir := t.TempDir()
	record, log, hunted := filepath.Join(dir, "game.ouro"), filepath.Join(dir, "game.jsonl"), filepath.Join(dir, "hunter.ouro")
	for _, line := range []string{"game greedy hungry --record " + record + " --output " + log, "hunter --bots 2 --start-level 7 --solver bfs --record " + hunted} {
		if code, _, errs := clitest.Run(t, strings.Fields(line)...); code != command.ExitDone {
			t.Fatal(errs)
		}
	}
	seen := map[string]bool{}
	for _, line := range []string{
		"version", "list", "list cell maze", "watch cell --board 4x4", "watch bfs --moves 3", "maze --moves 4", "bench cell hamilton --board 4x4 --games 3",
		"bench cell --board 4x4 --games 1 --vs-optimum", "bench cell --board 4x4 --games 3 --vs-distance", "bench ouroboros bfs --board 4x4 --games 3 --regret", "game greedy hungry", "arena run greedy hungry --games 4 --plain",
		"bench bfs wander --rules hunter:bots=2,level=7 --games 2", "exact --board 3x3", "perft --depth 3", "perft --depth 3 --divide", "boggle --grid doq/npo/wer",
		"doctor " + clitest.ServeHealthy(t) + " --ask 3 --guest-timeout 1m",
		"replay " + record, "replay " + log, "verify " + record + " " + log + " " + hunted,
	} {
		code, out, errs := clitest.Run(t, append(strings.Fields(line), "--json")...)
		if code != command.ExitDone || !strings.HasPrefix(out, "{\n  \"schema\": 1,\n") {
			t.Errorf("ouro %s --json: code %d, %s%.60s", line, code, errs, out)
			continue
		}
		var compact, indented bytes.Buffer
		if err := json.Compact(&compact, []byte(out)); err != nil {
			t.Fatal(err)
		}
		if err := json.Indent(&indented, compact.Bytes(), "", "  "); err != nil || indented.String() != strings.TrimSuffix(out, "\n") {
			t.Errorf("ouro %s --json is not one document, indented by two spaces: %v", line, err)
		}
		var doc any
		if err := json.Unmarshal([]byte(out), &doc); err != nil {
			t.Fatal(err)
		}
		walkJSON(t, line, "", doc, seen)
	}
	if len(seen) < 120 {
		t.Errorf("only %d keys: %v", len(seen), slices.Sorted(maps.Keys(seen)))
	}
}

var (
	jsonKey = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	aTime   = regexp.MustCompile(`(^|_)(think|took|elapsed|latency|timeout|duration|time)(_|$)`)
	aUnit   = regexp.MustCompile(`(_ns|_ms|_s|seconds)(_|$)|^commit_time$`)
)

// dataObjects are the names of objects whose keys are data, such as directions or causes.
var dataObjects = []string{"scores", "deaths", "divide"}

func walkJSON(t *testing.T, line, path string, v any, seen map[string]bool) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			here := path + "." + key
			seen[here] = true
			data := slices.ContainsFunc(dataObjects, func(name string) bool { return strings.HasSuffix(path, "."+name) })
			if !data && !jsonKey.MatchString(key) {
				t.Errorf("ouro %s --json: key %s", line, here)
			}
			if _, number := value.(float64); number && aTime.MatchString(key) && !aUnit.MatchString(key) {
				t.Errorf("ouro %s --json: the key %s does not name its unit", line, here)
			}
			walkJSON(t, line, here, value, seen)
		}
	case []any:
		for _, value := range v {
			walkJSON(t, line, path, value, seen)
		}
	}
}
