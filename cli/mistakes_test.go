package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro/cli"
	"ouro/cli/clitest"
	"ouro/cli/command"
)

// leaks matches words of Go and its libraries that users do not understand.
var leaks = regexp.MustCompile(`strconv\.|(^|[^-])json: [a-z]|Go (struct|value)|%!|goroutine|panic|\*?(ouro|cli|wire|saved)\.[A-Z]|pflag|cobra|runtime error|invalid argument|parsing "|unmarshal|shorthand|EOF|<nil>|0x[0-9a-f]{6}|bufio|regexp|yaml`)

// advice matches messages that state what is possible, such as the known or allowed values.
var advice = regexp.MustCompile(`of the form|known: |want |must |missing |did you mean|cannot be|do not go together|no such file|unknown directory|is a directory|not a directory|takes |give |ouro help|ouro list|expected|at most|at least|needs|larger than|goes with|are of |is of |are for|without|there (are|is)|not permitted|permission denied|in use|to play many: ouro |cannot contain|ouro results import `)

// mistake runs a wrong command line and checks its error message. The message must contain every
// text of says, or one of the alternatives that | separates in it. Exit code 0 means 1 or 2.
func mistake(t *testing.T, dir string, args []string, code int, says ...string) {
	t.Helper()
	var out, errs strings.Builder
	got := cli.Main(t.Context(), args, command.IO{In: strings.NewReader(""), Out: &out, Err: &errs})
	text := errs.String()
	if dir != "" {
		text = strings.ReplaceAll(text, dir, "DIR")
	}
	switch {
	case got != code && (code != 0 || got != command.ExitUsage && got != command.ExitFailed):
		t.Errorf("ouro %q: exit code %d, want %d: %s", args, got, code, text)
	case !strings.HasPrefix(text, "ouro: ") || strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n"):
		t.Errorf("ouro %q: want one line that begins with \"ouro: \", have\n%s", args, text)
	case out.Len() > 0:
		t.Errorf("ouro %q: standard output is not empty: %.200s", args, &out)
	case leaks.MatchString(text):
		t.Errorf("ouro %q: the error contains %q, which users do not understand: %s", args, leaks.FindString(text), text)
	case code == 0 && !advice.MatchString(text):
		t.Errorf("ouro %q: the error does not state what is possible: %s", args, text)
	case len(text) > 1500:
		t.Errorf("ouro %q: the message has %d bytes, want at most 1500", args, len(text))
	}
	for _, s := range says {
		if !slices.ContainsFunc(strings.Split(s, "|"), func(s string) bool { return strings.Contains(text, s) }) {
			t.Errorf("ouro %q: the error lacks %q: %s", args, s, text)
		}
	}
	if testing.Verbose() {
		t.Logf("ouro %s\n    %s", strings.Join(args, " "), text)
	}
}

// commands returns all commands, each with the arguments that it requires.
func commands() map[string][]string {
	all := map[string][]string{"": nil}
	var visit func(above string, c *cobra.Command)
	visit = func(above string, c *cobra.Command) {
		for _, sub := range c.Commands() {
			if sub.Runnable() {
				all[above+sub.Name()] = nil
			}
			visit(above+sub.Name()+" ", sub)
		}
	}
	visit("", cli.NewRoot(command.IO{}))
	for name, args := range map[string][]string{
		"replay": {"missing.ouro"}, "export": {"missing.ouro", "--svg", "no/such/folder/x"}, "verify": {"missing.ouro"}, "game": {"greedy", "hungry"}, "serve": {"spot"}, "bench": {"cell"}, "hunter": {"--bots", "1"}, "doctor": {"127.0.0.1:1"}, "engine": {"cell"},
		"report": {"1", "--markdown"}, "fleet cancel": {"0123"}, "arena run": {"greedy", "hungry"}, "results report": {"1", "--markdown"}, "results show": {"last"}, "results import": {"missing.jsonl"}, "results forget": {"last"}, "arena tune": {"spot", "--param", "hungry=10..90"},
	} {
		all[name] = args
	}
	return all
}

func find(t *testing.T, name string) *cobra.Command {
	t.Helper()
	root := cli.NewRoot(command.IO{})
	if name == "" {
		return root
	}
	c, _, err := root.Find(strings.Fields(name))
	if err != nil {
		t.Fatal(err)
	}
	c.InitDefaultHelpFlag()
	return c
}

func commandLine(name string, args ...string) []string {
	if name == "" {
		return args
	}
	return append(strings.Fields(name), args...)
}

// TestEveryFlagIsChecked runs every command with an invalid value for each of its flags, without
// the value that a flag needs, with unknown flags and with extra arguments. Each is an error.
func TestEveryFlagIsChecked(t *testing.T) {
	anything := []string{"author", "head", "tail", "host", "records", "checkpoint", "dir", "question"} // flags for which any text may be valid
	values := map[string]string{                                                                       // flags that need another invalid value than "ban\x00ana?"
		"record": "no/such/folder/x", "transcript": "no/such/folder/x", "output": "no/such/folder/x", "games-csv": "no/such/folder/x", "meals": "no/such/folder/x",
		"plot": "no/such/folder/x.svg", "svg": "no/such/folder/x", "gif": "no/such/folder/x", "png": "no/such/folder/x", "cast": "no/such/folder/x", "save": "no/such/folder/x", "html": "no/such/folder/x", "out": "no/such/folder/x", "to": "no/such/folder/x", "store": "no/such/folder/x", "pairs-csv": "no/such/folder/x",
		"openings": "no/such/folder/x", "export": ".",
	}
	count := 0
	for name, args := range commands() {
		if name == "completion" || name == "help" {
			continue
		}
		find(t, name).Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" {
				return
			}
			count++
			value, ok := values[f.Name]
			if !ok {
				value = "ban\x00ana?"
			}
			if !slices.Contains(anything, f.Name) {
				mistake(t, "", commandLine(name, append([]string{"--" + f.Name + "=" + value}, args...)...), 0, "--"+f.Name+"|"+f.Name+" |ban|no/such|missing.ouro")
			}
			if f.NoOptDefVal == "" {
				mistake(t, "", commandLine(name, append(slices.Clone(args), "--"+f.Name)...), command.ExitUsage, "--"+f.Name+": missing its ")
			}
		})
		mistake(t, "", commandLine(name, append(slices.Clone(args), "--frobnicate")...), command.ExitUsage, "--frobnicate", "known: --")
		mistake(t, "", commandLine(name, append(slices.Clone(args), "-Z")...), command.ExitUsage, "-Z", "known: --")
		mistake(t, "", commandLine(name, append(slices.Clone(args), "--=3")...), command.ExitUsage)
		mistake(t, "", commandLine(name, append(slices.Clone(args), "frobnicate", "more", "and", "more", "still")...), 0, "frobnicate|more|solvers|snakes|--store FILE")
	}
	if count < 120 {
		t.Errorf("only %d flags were tried", count)
	}
}

// TestMistakes runs wrong command lines that are typical of new users, some with wrong files. Each
// error is one line that names the mistake and what is possible.
func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	played := "play/cell-0.ouro"
	for _, args := range [][]string{
		{"bench", "cell", "--board", "4x4", "--games", "1", "--records", "play"},
		{"game", "greedy", "hungry", "--output", "game.jsonl", "--record", "game.ouro"},
	} {
		if code, _, errs := clitest.Run(t, args...); code != command.ExitDone {
			t.Fatalf("%q: %s", args, errs)
		}
	}
	record := clitest.Read(t, played)
	log := clitest.Read(t, "game.jsonl")
	for name, text := range map[string]string{
		"empty": "", "binary": "\x7fELF\x02\x01\x00\xff\xfe", "prose.txt": "Dear Ouro,\nplease play.\n", "wide.txt": strings.Repeat("X", 5000),
		"crlf.txt": "XXXX\r\nXSQX\r\nXXXX\r\n", "tab.txt": "XXXX\nX\tSX\nXXXX\n", "huge": strings.Repeat("X\n", 1<<16),
		"half.ouro": record[:len(record)/2], "page.html": "<!DOCTYPE html>\n<html></html>\n", "list.jsonl": "[1,2,3]\n", "null.jsonl": "null\n",
		"half.jsonl": log[:len(log)/2], "bad.jsonl": strings.Replace(log, `"turn":`, `"turn":"x",#`, 1), "kinds.jsonl": strings.Replace(log, `"turn":1,`, `"turn":"one",`, 1),
		"positions.jsonl": "{\"name\":\"a\",\"board\":5}\n", "torn.jsonl": "{\"name\":\"a\",\n", "grid.txt": "ab1\n", "words.txt": "123\n",
		"position.txt": "....\n.Q..\n", "levels.txt": "name\n", "snapped.gz": "\x1f\x8b\x08\x00\x00",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, m := range mistakes {
		mistake(t, dir, strings.Fields(m.args), m.Code, m.says)
	}
	if len(mistakes) < 100 {
		t.Errorf("only %d mistakes", len(mistakes))
	}
}

// mistakes are command lines with their exit codes and with text that the error must
// contain. Exit code 0 means 1 or 2.
var mistakes = []struct {
	args string
	Code int
	says string
}{
	// Commands.
	{"wach", 2, "did you mean watch?"},
	{"Bench", 2, "did you mean bench?"},
	{"serv", 2, "did you mean serve?"},
	{"plya", 2, "did you mean play?"},
	{"run", 2, "did you mean ouro arena run?"},
	{"start", 2, "known: arena"},
	{"hlep", 2, "did you mean help?"},
	{"help wach", 2, "did you mean watch?"},
	{"help bench extra", 2, "extra"},
	{"10x10", 2, `unknown command "10x10"`},
	{"cell", 2, `unknown command "cell"`},
	{"-", 2, `unknown command "-"`},
	{"--verzion", 2, "did you mean --version?"},
	{"--nosuch", 2, "--nosuch"},
	{"-v", 2, "-v"},
	{"completion nosuch", 2, "bash"},
	{"completion", 2, "bash"},
	{"version now", 2, "now"},
	// Flags by another name.
	{"bench --bord 10x10", 2, "did you mean --board?"},
	{"bench --size 10x10", 2, "did you mean --board?"},
	{"bench --solvers cell", 2, "did you mean --solver?"},
	{"bench --record x", 2, "did you mean --records?"},
	{"bench --game 3", 2, "did you mean --games?"},
	{"bench -board 10x10", 2, "did you mean --board?"},
	{"bench --jsn", 2, "did you mean --json?"},
	{"bench --threads 3", 2, "did you mean --workers?"},
	{"game --width 11 --height 11", 2, "did you mean --board?"},
	{"game --ruleset royale", 2, "did you mean --rules?"},
	{"game --gametype royale", 2, "did you mean --rules?"},
	{"game --url http://127.0.0.1:1", 2, "did you mean --snake?"},
	{"game --time-out 3s", 2, "did you mean --timeout?"},
	{"game --records-csv x", 2, "known: --"},
	{"boggle --random 5x5", 2, "did you mean --board?"},
	{"hunter --replay x", 2, "--replay"},
	{"hunter --level 3", 2, "did you mean --start-level?"},
	{"serve --games 3", 2, "--games"},
	{"engine exec:cat", 2, "is an engine already"},
	{"engine gredy", 2, "did you mean greedy?"},
	{"engine cell bfs", 2, "unexpected argument"},
	{"engine cell --check x", 2, "cannot be combined"},
	{"engine --check ", 2, "missing its COMMAND"},
	{"engine --check= ", 2, "want the words of a command"},
	{"engine --check ' ", 2, "is not closed"},
	{"engine cell --json", 2, "--json: needs --check COMMAND"},
	{"engine --check x --nodes 0", 2, "must be positive"},
	{"engine cell:ways=99", 2, "want a whole number from 1 to 16"},
	{"engine cell --transcript -", 2, "want a file"},
	{"watch --fps 3", 2, "did you mean --speed?"},
	{"verify --check x", 2, "--check"},
	{"replay --play x", 2, "--play"},
	{"list --all", 2, "--all"},
	{"perft --dept 3", 2, "did you mean --depth?"},
	{"exact --cores 2", 2, "--cores"},
	{"arena rum", 2, "did you mean run?"},
	{"arena run greedy bfs --format rr", 2, `unknown format "rr" (known: roundrobin, gauntlet, ffa, sprt)`},
	{"arena run greedy bfs --format roundrobbin", 2, "did you mean roundrobin?"},
	{"arena run", 2, "no snakes: name at least two, e.g. ouro arena run new="},
	{"arena run greedy bfs coward --format sprt --rules classic", 2, "format sprt compares exactly two"},
	{"arena run greedy bfs --rounds 9", 2, "did you mean --games?"},
	{"arena run greedy bfs -sprt elo0=0", 2, "did you mean --format?"},
	{"arena run greedy bfs --games 0", 2, "must be at least 1"},
	{"arena run greedy bfs --seats 2", 2, "only format ffa lets you choose it"},
	{"arena run greedy bfs --nodes 3 --time 3s", 2, "--nodes and --time cannot be combined"},
	{"arena run greedy bfs --alpha 0.1", 2, "--alpha: needs --format sprt"},
	{"arena run greedy bfs --format sprt --alpha 2", 2, "want a chance of a wrong answer"},
	{"arena run greedy bfs --format sprt --elo0 20 --elo1 10", 2, "want elo0 below elo1"},
	{"arena run greedy gredy", 2, "did you mean greedy?"},
	{"arena run a=greedy a=bfs", 2, "two snakes are called a"},
	{"arena run greedy=bfs greedy", 2, "two snakes are called greedy: greedy=bfs and greedy; give each its own name"},
	{"arena run a=greedy a=hungry --games 2", 2, "two snakes are called a"},
	{"arena run greedy bfs --rules nosuch", 2, `unknown rules "nosuch"`},
	{"arena run greedy bfs --rules maze --board 9x9", 2, "has its own size"},
	{"arena run greedy bfs --rules maze --level nosuch", 2, "known: nook"},
	{"arena run greedy bfs --board 26x26", 2, "26"},
	{"arena run greedy bfs --guest-timeout 0s", 2, "must be at least 1ms"},
	{"arena run greedy bfs --openings nosuch", 2, "nosuch"},
	{"arena run --config prose.txt", 2, "prose.txt: not TOML: line 1: "},
	{"arena run --config empty", 2, "no snakes: name at least two"},
	{"arena run --config folder", 1, "is a directory; want a file"},
	{"arena run --config huge", 1, "larger than"},
	{"arena run greedy bfs --dir prose.txt", 2, "ouro results import prose.txt reads"},
	{"arena run greedy bfs --dir prose.txt", 2, "--store FILE"},
	{"arena run greedy bfs --resume 1", 2, "want --store FILE"},
	{"arena run greedy bfs --resume 1 --store new.db", 2, "no remote snake takes part"},
	{"arena run greedy 127.0.0.1:1 --resume 1 --store new.db --guest-timeout 200ms", 1, "127.0.0.1:1"},
	{"report", 2, "missing EXPERIMENT"},
	{"report 1", 2, "want --out FILE for a page, or --markdown"},
	{"report 1 --out", 2, "--out"},
	{"report 1 --markdown", 2, "want --store FILE, or OURO_STORE=FILE"},
	{"report 1 --store missing.db --markdown", 1, "missing.db"},
	{"report 1 --store prose.txt --markdown", 1, "not a results file"},
	{"report 1 --store folder --markdown", 1, "is a directory; want a file"},
	{"report cell --markdown", 2, `"cell" is not an experiment`},
	{"report 1 --markdown --looked 41", 2, "want 0 to 40"},
	{"report 1 --html x.html", 2, "--html"},
	{"arena report", 2, "ouro results show prints them"},
	{"arena report folder", 2, "ouro results import DIRECTORY"},
	{"results import folder --store new.db", 1, "is a directory; want a file"},
	{"results report", 2, "missing EXPERIMENT"},
	{"fleet worker --workers -1", 2, "must not be negative"},
	// Values.
	{"bench --board 10", 2, "want a size such as 10x10"},
	{"bench --board 10x", 2, "want a size such as 10x10"},
	{"bench --board 10*10", 2, "want a size such as 10x10"},
	{"bench --board 10,10", 2, "want a size such as 10x10"},
	{"bench --board 10x10x10", 2, "want a size such as 10x10"},
	{"bench --board -3x5", 2, "each side must be 2 to 64"},
	{"bench --board 1000x1000", 2, "each side must be 2 to 64"},
	{"bench --board 99999999999999999999x3", 2, "want a size such as 10x10"},
	{"game --board 26x26", 2, "each side must be 2 to 25"},
	{"boggle --board 0x4", 2, "each side must be 1 to 16"},
	{"exact --board 7x7", 2, "7x7"},
	{"atlas --cells 2", 2, "want 3 to 20"},
	{"atlas --cells 21", 2, "want 3 to 20"},
	{"atlas --workers -1", 2, "--workers"},
	{"atlas 12", 2, "12"},
	{"exact --board 4x4 --start-length 17", 2, "no straight snake of that length fits"},
	{"bench --seed -1", 2, "want a whole number from 0"},
	{"bench --seed 1.5", 2, "want a whole number from 0"},
	{"bench --seed 18446744073709551616", 2, "want a whole number from 0"},
	{"bench --games 1e3", 2, "want a whole number"},
	{"bench --games 0", 2, "must be at least 1"},
	{"bench --games 99999999999999999999", 2, "want a whole number"},
	{"bench --time 20", 2, "want a time such as 20ms"},
	{"bench --time -1s", 2, "must not be negative"},
	{"bench --cpu 20", 2, "want a time such as 20ms"},
	{"game --cpu -1s", 2, "must not be negative"},
	{"bench --nodes many", 2, "want a whole number"},
	{"bench --workers -2", 2, "must not be negative"},
	{"bench --timeout 5", 2, "want a time such as"},
	{"bench --timeout soon", 2, "want a time such as"},
	{"bench --json=maybe", 2, "want no value, true or false"},
	{"bench --json --csv", 2, "--json and --csv cannot be combined"},
	{"bench --board 4x4 --level rooms", 2, "--board and --level cannot be combined"},
	{"watch --speed fast", 2, "want a number such as 2.5"},
	{"watch --speed -3", 2, "must not be negative"},
	{"watch --speed NaN", 2, "--speed"},
	{"play --speed 0", 2, "must be positive"},
	{"watch --game -1", 2, "must not be negative"},
	{"watch --moves -1", 2, "must not be negative"},
	{"watch --moves 1000001", 2, "--moves 1000001: want at most 1000000"},
	{"watch --start-length 0", 2, "--start-length 0: must be at least 1"},
	{"watch --start-length 99", 2, "start length 99"},
	{"watch --start 1,1", 2, "--start 1,1: needs a level"},
	{"maze --start 1;1", 2, "want COLUMN,ROW"},
	{"maze --start 99,99", 2, "columns 0 to"},
	{"maze --start 0,0", 2, "this cell is a wall"},
	{"maze --board 9x9", 2, "--level takes a FILE or a name"},
	{"maze --regrow yes", 2, "want none or floor or original"},
	{"maze --rules maze:regrow=floor --regrow floor", 2, "set it once"},
	{"perft --depth 0", 2, "must be at least 1"},
	{"perft --depth deep", 2, "want a whole number"},
	{"perft --feast --chance", 2, "--feast and --chance"},
	{"perft --positions x --divide", 2, "--positions and --divide cannot be combined"},
	{"exact --memory lots", 2, "want a size such as 500MB"},
	{"exact --memory -3GB", 2, "want a size such as 500MB"},
	{"exact --memory 1kB", 2, "--memory allows more"},
	{"exact --position x --save y", 2, "--position and --save cannot be combined"},
	{"exact --adversary --save y", 2, "--adversary and --save cannot be combined"},
	{"exact --level x --board 4x4", 2, "--board and --level cannot be combined"},
	{"exact --level nook", 2, "want one without edible walls"},
	{"exact --level nosuch", 2, "nosuch"},
	{"exact --rules maze", 2, "want the rules of classic Snake"},
	{"exact --rules classic:food=2", 2, "several food multiply the number of positions; want food=1"},
	{"exact --rules classic:grow=2 --board 3x3 --save y", 2, "tables and checkpoints store no segments"},
	{"exact --rules classic:wrap=true --board 2x3", 2, "want sides of at least 3"},
	{"fleet serve --host 0.0.0.0", 2, "set --token"},
	{"fleet serve --tls-cert x", 2, "give both or none"},
	{"fleet serve --disk 5kB", 2, "want at least 1MB"},
	{"fleet serve --metrics here", 2, "want ADDRESS:PORT"},
	{"fleet serve --nats nats://127.0.0.1:1 --dir x", 2, "--nats and --dir cannot be combined"},
	{"fleet serve --nats nats://127.0.0.1:1", 1, "no server listens there"},
	{"fleet status --fleet http://127.0.0.1:1", 2, "want nats://HOST:PORT"},
	{"fleet status --fleet nats://127.0.0.1:1", 1, "no server listens there"},
	{"fleet cancel", 2, "missing ID"},
	{"fleet stop", 2, "unknown command"},
	{"worker --fleet nats://127.0.0.1:1", 1, "no server listens there"},
	{"worker --workers -1", 2, "must not be negative"},
	{"worker --token @no/such/file", 1, "no/such/file"},
	{"bench cell --fleet 127.0.0.1:4222", 2, "want nats://HOST:PORT"},
	{"bench cell --fleet nats://127.0.0.1:1", 1, "no server listens there"},
	{"bench cell --fleet nats://127.0.0.1:1 --workers 3", 2, "--fleet and --workers cannot be combined"},
	{"bench cell --detach", 2, "needs --fleet"},
	{"bench --rules hunter --games 5 --fleet nats://127.0.0.1:1", 1, "no server listens there"},
	{"arena run greedy hungry --fleet nats://", 2, "want nats://HOST:PORT"},
	{"arena tune spot --param depth=1..9 --detach", 2, "needs --fleet"},
	{"boggle --min 0", 2, "must be at least 1"},
	{"boggle --tries 5", 2, "--tries: needs --best"},
	{"boggle --best --tries 0", 2, "must be at least 1"},
	{"boggle --best --grid ab", 2, "cannot be combined"},
	{"boggle --best --path ab", 2, "cannot be combined"},
	{"boggle --from 3", 2, "want letters a to z"},
	{"boggle --path a-b", 2, "want one word of the letters a to z"},
	{"boggle --grid a1", 2, "grid row 1 column 2"},
	{"boggle --grid ab/c", 2, "grid row 2"},
	{"boggle --grid ab --board 3x3", 2, "--grid and --board cannot be combined"},
	{"boggle - --words -", 2, "standard input"},
	{"hunter --hunters 5", 2, "want 1 to 2 hunters and bots in all"},
	{"hunter --snakes 9 --bots 1", 2, "want 1 to 4"},
	{"hunter --start-level 99 --bots 1", 2, "want 1 to 8"},
	{"hunter --json --bots 1", 2, "ouro bench --rules hunter:bots=1 --games N"},
	{"hunter --games 3", 2, "ouro bench --rules hunter:bots=1 --games N"},
	{"hunter --bots 2 --snakes 3 --start-level 4 bfs --games 2", 2, "ouro bench bfs --rules hunter:bots=2,snakes=3,level=4 --games N"},
	{"hunter --bots 1 --verify", 2, "to play many: "},
	{"bench --rules hunter:bots=3", 2, "want a whole number from 1 to 2"},
	{"bench --rules hunter --board 10x10", 2, "not available in Snake Hunter"},
	{"bench --rules hunter --time 5ms", 2, "a tick has a fixed length"},
	{"bench cell --within 0%", 2, "want a percentage above 0, such as 1%"},
	{"bench cell --within much", 2, "want a percentage above 0, such as 1%"},
	{"bench a=cell,bfs", 2, "want exactly one solver after the name a"},
	{"bench a=cell a=bfs --board 4x4", 2, "a"},
	// Solvers, snakes and rules.
	{"watch nosuch", 2, `unknown solver "nosuch" (known: bfs, `},
	{"watch Cell", 2, `unknown solver "Cell"; did you mean cell?`},
	{"watch --rules cl@ssic", 2, "a name has only a-z"},
	{"watch --level empty", 0, "nothing is drawn"},
	{"game =spot greedy", 2, "want SOLVER or URL, or NAME=SOLVER"},
	{"game me= greedy", 2, `"me=": want SOLVER or URL`},
	{"game localhost:99999 greedy", 2, "want a port from 1 to 65535"},
	{"verify missing.ouro absent.ouro", 1, "; absent.ouro: no such file"},
	{"--games 3", 2, "ouro: unknown flag --games"},
	{"watch cell:", 2, "is not key=value"},
	{"watch cell:ways", 2, "is not key=value"},
	{"watch cell:ways=", 2, "is not key=value"},
	{"watch cell:ways=4,ways=5", 2, "occurs twice"},
	{"watch cell:way=4", 2, `unknown option "way" (known: ways, penalty)`},
	{"watch cell:ways=99", 2, "want a whole number from 1 to 16"},
	{"watch bfs:x=1", 2, "there are no options"},
	{"watch cell --board 5x5", 2, "solver cell needs a board with two even sides"},
	{"watch astar:heuristic=best", 2, "want manhattan or euclidean"},
	{"watch tablebase --board 10x10", 2, "at most 36 free cells"},
	{"watch tablebase:file=folder --board 4x4", 2, "folder"},
	{"watch tablebase:file=prose.txt --board 4x4", 2, "prose.txt"},
	{"watch bfs dfs astar cell wander", 2, "at most 4"},
	{"watch bfs dfs --json", 2, "want one solver, not 2"},
	{"watch bfs dfs", 1, "this command needs a terminal"},
	{"play", 1, "this command needs a terminal"},
	{"play cell", 2, "you play yourself"},
	{"play --hint nosuch", 2, `--hint: unknown solver "nosuch"`},
	{"watch --rules nosuch", 2, `unknown rules "nosuch" (known: classic, `},
	{"watch --rules Classic", 2, "did you mean classic?"},
	{"watch --rules classic:x=1", 2, `unknown option "x"`},
	{"watch --rules royale:map=nosuch", 2, "known: arcade_maze, "},
	{"watch --rules standard --level rooms", 2, "from the map, not from a level"},
	{"bench --rules standard", 2, "ouro arena run --rules standard plays tournaments"},
	{"bench cell,cell", 2, "cell is entered twice"},
	{"bench all,nosuch", 2, "unknown solver"},
	{"bench cell --vs-optimum --board 20x20", 2, "use --vs-distance"},
	{"bench cell --regret --board 10x10", 2, "boards up to 6x6 and 5x7 are possible; use --vs-distance"},
	{"bench cell --regret-csv x.csv --board 4x4", 2, "needs --regret"},
	{"bench cell --regret --board 6x8", 2, "board 6x8: optimal play in every position"},
	{"bench --regret --rules maze --level nook", 2, "want --rules classic"},
	{"bench cell --regret --board 4x4 --store x.db", 2, "--store"},
	{"bench cell --regret --board 4x4 --fleet nats://x", 2, "--fleet"},
	{"bench --meals x.csv --rules maze", 2, "want --rules classic"},
	{"bench cell --plot x.gif", 2, ".svg"},
	{"list nosuch", 2, "no solver, rules or map is named"},
	{"list gredy", 2, "did you mean greedy?"},
	{"list solver", 2, "did you mean solvers?"},
	{"watch cel", 2, "did you mean cell?"},
	{"watch --rules wraped", 2, "did you mean wrapped?"},
	{"frob --help", 2, `unknown command "frob"`},
	{"wach -h", 2, "did you mean watch?"},
	{"game nosuch", 2, "unknown solver"},
	{"game --snake greedy --rules classic", 2, "known: standard, "},
	{"game greedy --map nosuch", 2, "known: arcade_maze, "},
	{"game greedy --food many", 2, "want a whole number"},
	{"game greedy --food 200", 2, "want a whole number from 0 to 100"},
	{"game a=greedy a=hungry", 2, "a"},
	{"game http://", 2, "URL"},
	{"game ftp://127.0.0.1:1", 2, "URL"},
	{"game greedy --viewer=nowhere", 2, "want HOST:PORT"},
	{"game greedy hungry --games 3 --record x.ouro", 2, "ouro arena run greedy hungry --games N"},
	{"game greedy hungry me=spot --rules royale --csv", 2, "ouro arena run greedy hungry me=spot --format ffa --rules royale --games N"},
	{"game greedy hungry --guest-timeout 0s", 2, "must be at least 1ms"},
	{"game greedy random hungry coward spot bfs dfs astar floodfill wander greedy:x=1 random a=bfs b=dfs c=spot d=bfs e=bfs f=bfs", 2, "snakes"},
	{"game 127.0.0.1:1 --guest-timeout 200ms", 1, "127.0.0.1:1"},
	{"env extra", 2, "unexpected argument"},
	{"env --boards 0", 2, "must be 1 to 65536"},
	{"env --rules nosuch", 2, "unknown rules"},
	{"env --board 10x10 --level nook", 2, "board|level"},
	{"env --socket no/such/folder/s", 1, "no such file"},
	{"env --socket /dev/null", 2, "not a socket"},
	{"serve", 2, "no snake"},
	{"serve nosuch", 2, "unknown solver"},
	{"serve cell", 2, "two even sides"},
	{"serve bfs bfs", 2, "two snakes are named bfs"},
	{"serve a/b=bfs", 2, "want a-z"},
	{"serve bfs --port 70000", 2, "want a whole number from 0 to 65535"},
	{"serve bfs --color red", 2, "#RRGGBB"},
	{"serve bfs --log loud", 2, "want debug, info, warn or error"},
	{"serve bfs --margin 0s", 2, "must be positive"},
	{"serve bfs --host no.such.host.invalid", 1, "no.such.host.invalid"},
	{"studi", 2, "did you mean studio?"},
	{"studio --port 70000", 2, "want a whole number from 0 to 65535"},
	{"studio --host no.such.host.invalid", 1, "no.such.host.invalid"},
	{"studio /wach?seed=1", 2, "did you mean watch"},
	{"studio sed=1", 2, "did you mean seed"},
	{"studio solver=nosuch", 2, "unknown solver"},
	{"studio http://127.0.0.1:8080/#/compare?board=banana", 2, "board"},
	{"studio compare watch", 2, "watch"},
	{"studio --open --export site", 2, "cannot be combined"},
	{"studio seed=1 --export site", 2, "which writes the whole studio"},
	{"studio --exact-memory much", 2, "want a size such as 500MB or 8GB"},
	{"studio --exact-memory 4GB --export site", 2, "cannot be combined"},
	{"watch cell --web --json", 2, "cannot be combined"},
	{"watch cell --web --moves 3", 2, "cannot be combined"},
	{"game greedy hungry --web --plain", 2, "cannot be combined"},
	{"game greedy me=http://127.0.0.1:1 --web", 2, "remote snake"},
	{"replay - --web", 2, "standard input"},
	{"replay missing.ouro --web", 1, "missing.ouro"},
	{"replay prose.txt --web", 1, "prose.txt"},
	{"replay positions.jsonl --web", 1, "positions.jsonl"},
	{"doctor", 2, "missing the URL"},
	{"doctor spot", 2, "want the URL of a snake, such as http://"},
	{"doctor http://", 2, "URL"},
	{"doctor 127.0.0.1:1 127.0.0.1:2", 2, `unexpected argument "127.0.0.1:2"`},
	{"doctor 127.0.0.1:1 --guest-timeout 0s", 2, "must be at least 1ms"},
	{"doctor 127.0.0.1:1 --ask 0", 2, "must be at least 1"},
	{"doctor 127.0.0.1:1 --guest-timeout 200ms", 1, "127.0.0.1:1"},
	{"arena tune", 2, "missing SNAKE"},
	{"arena tune spot", 2, "nothing to tune: want --param NAME=LO..HI[@START][/STEP][:log|:linear]"},
	{"arena tune spot hungry=0..100", 2, `unexpected argument "hungry=0..100"`},
	{"arena tune spot --param hungry", 2, "the name and the range are missing"},
	{"arena tune spot --param hungry=0-100", 2, "the range is missing"},
	{"arena tune spot --param hungry=0..100 --param hungry=0..50", 2, "parameter hungry is given twice"},
	{"arena tune spot --param hungri=0..100", 2, "did you mean hungry? (known: workers, hungry, depth, fade)"},
	{"arena tune spot --param style=0..1", 2, "style of solver spot is not a number (numeric options: workers, hungry, depth, fade)"},
	{"arena tune greedy --param x=0..1", 2, "solver greedy has no numeric option"},
	{"arena tune spot --param depth=0..60", 2, "want a whole number from 1 to 60"},
	{"arena tune spot --param depth=1..60@0", 2, "the start lies outside the range"},
	{"arena tune spott --param depth=1..60", 2, "did you mean spot?"},
	{"arena tune 127.0.0.1:1 --param depth=1..60", 2, "only solvers of this program have options"},
	{"arena tune spot --param depth=1..60 --against nosuch", 2, "unknown solver"},
	{"arena tune spot --param depth=1..60 --steps 0", 2, "--steps 0: must be at least 1"},
	{"arena tune spot --param depth=1..60 --games 0", 2, "--games 0: must be at least 1"},
	{"arena tune spot --param depth=1..60 --gain -1", 2, "--gain -1: must not be negative"},
	{"arena tune spot --param depth=1..60 --elo0 30", 2, "want elo0 below elo1"},
	{"arena tune spot --param depth=1..60 --dir prose.txt", 2, "--store FILE"},
	{"arena tune cell --param ways=1..16 --rules classic --against bfs", 2, "every snake plays alone"},
	{"arena tune cell --param ways=1..16 --rules classic --board 5x5", 2, "two even sides"},
	// Files.
	{"replay", 2, "missing the record's FILE"},
	{"replay a b", 2, `unexpected argument "b"`},
	{"replay missing.ouro", 1, "no such file"},
	{"replay folder", 1, "is a directory; want a file"},
	{"replay empty", 1, "empty"},
	{"replay binary", 1, "binary"},
	{"replay prose.txt", 1, "prose.txt"},
	{"replay page.html", 1, "page.html"},
	{"replay list.jsonl", 1, "list.jsonl"},
	{"replay null.jsonl", 1, "null.jsonl"},
	{"replay half.ouro", 1, "half.ouro"},
	{"replay half.jsonl", 1, "half.jsonl"},
	{"replay bad.jsonl", 1, "bad.jsonl"},
	{"replay kinds.jsonl", 1, "kinds.jsonl"},
	{"replay snapped.gz", 1, "snapped.gz"},
	{"replay game.ouro --turn 99999", 2, "the record has only"},
	{"replay game.ouro --turn -1", 2, "must not be negative"},
	{"replay game.jsonl --turn 99999", 2, "the log has turns 0 to"},
	{"replay game.ouro --watch", 1, "this command needs a terminal"},
	{"replay game.ouro --json --watch", 2, "--json and --watch cannot be combined"},
	{"replay play/cell-0.ouro --viewer", 2, "--viewer: supports only games of Battlesnake"},
	{"export", 2, "want --svg FILE, --gif FILE"},
	{"export game.ouro", 2, "want --svg FILE, --gif FILE"},
	{"export a b --svg x", 2, `unexpected argument "b"`},
	{"export missing.ouro --svg x", 1, "no such file"},
	{"export folder --gif x", 1, "is a directory; want a file"},
	{"export empty --gif x", 1, "empty"},
	{"export prose.txt --png x", 1, "prose.txt"},
	{"export half.ouro --png x", 1, "half.ouro"},
	{"export bad.jsonl --cast x", 1, "bad.jsonl"},
	{"export positions.jsonl --cast x", 1, "positions.jsonl"},
	{"export game.ouro --svg folder", 1, "is a directory"},
	{"export game.ouro --svg no/such/x", 1, "there is no directory"},
	{"export game.ouro --svg x --gif x", 2, "named for two outputs"},
	{"export game.ouro --svg - --gif -", 2, "only one output can be standard output; name a file for each of the others"},
	{"export game.ouro --svg x --turns 9..3", 2, "turn 9 comes after 3"},
	{"export game.ouro --svg x --turns ..", 2, "want turns such as 20..60"},
	{"export game.ouro --svg x --turns -3", 2, "want turns such as 20..60"},
	{"export game.ouro --svg x --turns 1..99999", 2, "the game has only turns 0 to"},
	{"export game.ouro --svg x --speed 0", 2, "must be positive"},
	{"export game.ouro --svg x --speed NaN", 2, "must be positive"},
	{"export game.ouro --svg x --speed 1e9", 2, "0 to 10000 turns a second"},
	{"export game.ouro --gif x --size 0", 2, "--size 0: must be 2 to 128 pixels a cell"},
	{"export game.ouro --gif x --size -1", 2, "--size -1: must be 2 to 128 pixels a cell"},
	{"export game.ouro --gif x --size 1000", 2, "--size 1000: must be 2 to 128 pixels a cell"},
	{"export game.ouro --gif x --theme pink", 2, "want dark, light or auto"},
	{"export game.ouro --gif x --board 9x9", 2, "which contains its own game"},
	{"export game.ouro --solver cell --gif x", 2, "which contains its own game"},
	{"export --solver cell,bfs --gif x", 2, "allow at most 1"},
	{"export --solver nobody --gif x", 2, "unknown solver"},
	{"export --rules standard --game 3 --gif x", 2, "needs rules for one snake"},
	{"export --board 1x1 --gif x", 2, "each side must be"},
	{"export --solver hamilton --board 14x14 --gif x --speed 1", 2, "a higher speed"},
	{"verify", 2, "missing"},
	{"verify missing.ouro", 1, "no such file"},
	{"verify folder", 1, "is a directory; want a file"},
	{"verify empty", 1, "empty"},
	{"verify binary", 1, "binary"},
	{"verify bad.jsonl", 1, "bad.jsonl"},
	{"verify kinds.jsonl", 1, "kinds.jsonl"},
	{"verify list.jsonl", 1, "list.jsonl"},
	{"verify null.jsonl", 1, "null.jsonl"},
	{"watch --level missing.txt", 2, "unknown level"},
	{"watch --level folder", 1, "is a directory; want a file"},
	{"watch --level empty", 1, "empty"},
	{"watch --level binary", 1, "binary"},
	{"watch --level prose.txt", 1, "prose.txt"},
	{"watch --level wide.txt", 1, "wide.txt"},
	{"watch --level crlf.txt", 1, "crlf.txt"},
	{"watch --level tab.txt", 1, "tab.txt"},
	{"watch --level huge", 1, "huge"},
	{"hunter --bots 1 --levels binary", 1, "binary"},
	{"hunter --bots 1 --levels levels.txt", 1, "levels.txt"},
	{"hunter --bots 1 --levels folder", 1, "is a directory; want a file"},
	{"perft --positions missing.jsonl", 1, "no such file"},
	{"perft --positions positions.jsonl", 1, "positions.jsonl"},
	{"perft --positions torn.jsonl", 1, "torn.jsonl"},
	{"perft --positions binary", 1, "binary"},
	{"perft --positions empty", 1, "empty: the file is empty"},
	{"perft --positions empty --json", 1, "empty: the file is empty"},
	{"exact --position position.txt", 1, "position.txt"},
	{"exact --position empty", 1, "empty"},
	{"exact --position folder", 1, "is a directory; want a file"},
	{"exact --save folder/no/table", 0, "folder/no"},
	{"boggle grid.txt", 1, "grid.txt"},
	{"boggle folder", 1, "is a directory; want a file"},
	{"boggle --words words.txt", 1, "words.txt"},
	{"boggle --words folder", 1, "is a directory; want a file"},
	{"bench cell --games 1 --records empty", 0, "empty"},
	{"bench cell --games 1 --games-csv folder", 0, "folder"},
	{"game greedy --output folder", 0, "folder"},
	{"game greedy --record no/such/x", 0, "no/such"},
}

// TestStoreMistakes: if a file is not a results file, the error comes before any game is
// played.
func TestStoreMistakes(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("a text, and no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"bench cell --board 4x4 --games 1000000", "bench bfs --rules hunter --games 100000",
		"exact --board 5x6", "arena run greedy hungry --games 100000",
	} {
		for file, want := range map[string]string{text: "not a results file", dir: "is a directory; want a file", filepath.Join(dir, "no", "such"): "unknown directory"} {
			mistake(t, dir, append(strings.Fields(line), "--store", file), command.ExitFailed, want)
		}
	}
	mistake(t, dir, strings.Fields("hunter --bots 1 --store x"), command.ExitUsage, "ouro bench --rules hunter:bots=1")
	mistake(t, dir, strings.Fields("exact --position x --store y"), command.ExitUsage, "--position and --store cannot be combined")
}
