package cli_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro/cli"
	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/internal/buildinfo"
)

// TestHelpFits: no help text is wider than a terminal of 80 columns. Every command is in a
// group.
func TestHelpFits(t *testing.T) {
	count := 0
	for name := range commands() {
		_, out, _ := clitest.Run(t, commandLine(name, "--help")...)
		for line := range strings.Lines(out) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
				t.Errorf("ouro %s --help: %d columns: %s", name, n, line)
			}
		}
		count++
	}
	for _, c := range cli.NewRoot(command.IO{}).Commands() {
		if c.IsAvailableCommand() && c.GroupID == "" {
			t.Errorf("command %s belongs to no group", c.Name())
		}
	}
	if count < 15 {
		t.Errorf("only %d commands", count)
	}
}

// full is a writer that fails as a file on a full disk does.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/full", Err: syscall.ENOSPC}
}

// TestFullDisk: every command returns an error if its result cannot be printed.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	record, log := filepath.Join(dir, "game.ouro"), filepath.Join(dir, "game.jsonl")
	if code, _, errs := clitest.Run(t, "game", "greedy", "hungry", "--record", record, "--output", log); code != command.ExitDone {
		t.Fatal(errs)
	}
	lines := []string{
		"--help", "help", "help bench", "help exit-codes", "bench --help", "version", "version --json", "--version", "completion bash", "completion zsh",
		"completion fish", "completion powershell", "list", "list cell", "list --json", "", "watch cell", "watch cell --json", "maze", "maze --moves 3",
		"game greedy hungry", "game greedy hungry --json", "arena run greedy hungry --games 2 --csv", "arena run greedy hungry --games 2 --json",
		"hunter --bots 2 --start-level 7 --solver bfs", "bench bfs --rules hunter:bots=2,level=7 --games 2", "bench cell --games 2 --json", "bench cell --games 2", "bench cell --games 2 --markdown",
		"arena", "arena run greedy hungry --print-config", "arena run greedy hungry --games 2 --store " + filepath.Join(dir, "cup.db"),
		"exact --board 3x3", "exact --board 3x3 --json", "atlas --cells 4", "atlas --cells 4 --json", "perft --depth 3", "perft --depth 3 --json", "perft --depth 3 --divide", "boggle", "boggle --json", "boggle --grid zzz",
		"export --board 4x4 --svg -", "export " + record + " --gif -", "export " + log + " --png -", "export " + record + " --cast -",
		"replay " + record, "replay " + record + " --json", "replay " + record + " --turn 3", "replay " + log, "replay " + log + " --json", "verify " + record, "verify " + log + " --json", "verify " + log,
	}
	for _, line := range lines {
		var errs strings.Builder
		code := cli.Main(t.Context(), strings.Fields(line), command.IO{In: strings.NewReader(""), Out: full{}, Err: &errs})
		if code != command.ExitFailed || !strings.HasPrefix(errs.String(), "ouro: ") || !strings.Contains(errs.String(), "the disk is full") {
			t.Errorf("ouro %s: code %d, %q", line, code, errs.String())
		}
	}
}

func TestVersion(t *testing.T) {
	_, text, _ := clitest.Run(t, "version")
	if _, flag, _ := clitest.Run(t, "--version"); flag != text || !strings.HasPrefix(text, "ouro ") || !strings.Contains(text, ", go1.") || strings.Count(text, "\n") != 1 {
		t.Errorf("version %q and --version %q", text, flag)
	}
	_, out, _ := clitest.Run(t, "version", "--json")
	var doc map[string]any
	if err := json.Unmarshal([]byte(out), &doc); err != nil || doc["schema"] != 1.0 || !strings.HasPrefix(doc["go"].(string), "go1.") {
		t.Errorf("%v: %s", err, out)
	}
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-11-22T04:05:06Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	if got := buildinfo.Of(info).String(); !strings.HasPrefix(got, "ouro v1.2.3, commit 0123456789ab with changes of 2026-11-22, go1.") {
		t.Errorf("the build is printed as %s", got)
	}
}

// TestCompletion: the shell completes commands, solvers and their options, rules, maps,
// levels, and files of the right kind.
func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		typed      string // the last word is the one to complete
		want, none string
		directive  cobra.ShellCompDirective
	}{
		{"wa", "watch", "play", cobra.ShellCompDirectiveNoFileComp},
		{"help exit", "exit-codes", "bench", cobra.ShellCompDirectiveNoFileComp},
		{"completion ", "fish", "", cobra.ShellCompDirectiveNoFileComp},
		{"watch ce", "cell", "bfs", cobra.ShellCompDirectiveNoFileComp},
		{"watch astar:heu", "astar:heuristic=", "cell", cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace},
		{"watch lookahead:breakloops=t", "lookahead:breakloops=true", "lookahead:breakloops=false", cobra.ShellCompDirectiveNoFileComp},
		{"bench --solver cell,spot:de", "cell,spot:depth=", "cell", cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace},
		{"bench --solver cell,ham", "cell,hamilton", "cell", cobra.ShellCompDirectiveNoFileComp},
		{"bench --solver spot:depth=3,b", "spot:depth=3,bfs", "cell", cobra.ShellCompDirectiveNoFileComp},
		{"bench --snake hung", "hungry", "bfs", cobra.ShellCompDirectiveNoFileComp},
		{"game me=floodf", "me=floodfill", "floodfill", cobra.ShellCompDirectiveNoFileComp},
		{"serve --snake sp", "spot", "bfs", cobra.ShellCompDirectiveNoFileComp},
		{"play --hint cel", "cell", "bfs", cobra.ShellCompDirectiveNoFileComp},
		{"game --rules roy", "royale", "solo", cobra.ShellCompDirectiveNoFileComp},
		{"watch --rules maze:reg", "maze:regrow=", "maze", cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace},
		{"game --rules royale:map=snail", "royale:map=snail_mode", "snail_mode", cobra.ShellCompDirectiveNoFileComp},
		{"game --map snail", "snail_mode", "", cobra.ShellCompDirectiveNoFileComp},
		{"maze --level roo", "rooms", "", cobra.ShellCompDirectiveDefault},
		{"maze --regrow f", "floor", "", cobra.ShellCompDirectiveNoFileComp},
		{"arena run --format ", "sprt", "", cobra.ShellCompDirectiveNoFileComp},
		{"arena run new=sp", "new=spot", "", cobra.ShellCompDirectiveNoFileComp},
		{"arena openings ", "balanced", "", cobra.ShellCompDirectiveDefault},
		{"arena tune spot:depth=9 --param ", "hungry=", "", cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace},
		{"list snail", "snail_mode", "", cobra.ShellCompDirectiveNoFileComp},
		{"replay ", "ouro", "", cobra.ShellCompDirectiveFilterFileExt},
		{"export ", "jsonl", "", cobra.ShellCompDirectiveFilterFileExt},
		{"export --theme ", "light", "", cobra.ShellCompDirectiveNoFileComp},
		{"export game.ouro --gif ", "gif", "", cobra.ShellCompDirectiveFilterFileExt},
		{"verify a.ouro ", "jsonl", "", cobra.ShellCompDirectiveFilterFileExt},
		{"bench --plot ", "svg", "", cobra.ShellCompDirectiveFilterFileExt},
		{"bench --bo", "--board", "--json", cobra.ShellCompDirectiveNoFileComp},
		{"bench --board ", "", "", cobra.ShellCompDirectiveNoFileComp},
	} {
		_, out, _ := clitest.Run(t, append([]string{"__complete"}, strings.Split(c.typed, " ")...)...)
		offered := map[string]bool{"": true}
		last := ""
		for line := range strings.Lines(out) {
			name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			offered[name], last = true, name
		}
		if want := ":" + string('0'+rune(c.directive)); !offered[c.want] || c.none != "" && offered[c.none] || last != want {
			t.Errorf("ouro %s<TAB>: want %q, not %q, and %s: %s", c.typed, c.want, c.none, want, out)
		}
	}
	for _, s := range cli.Shells() {
		if code, out, _ := clitest.Run(t, "completion", s); code != command.ExitDone || !strings.Contains(out, "ouro") {
			t.Errorf("%s: code %d", s, code)
		}
	}
}

// TestHelpIsShort: ouro --help lists at most 20 commands. The help of a command lists at
// most 25 flags before the less common ones. Hidden commands are not listed, but they work.
func TestHelpIsShort(t *testing.T) {
	_, out, _ := clitest.Run(t, "--help")
	listed := regexp.MustCompile(`(?m)^  ([a-z]+) {2,}[A-Z]`).FindAllStringSubmatch(out, -1)
	if len(listed) < 15 || len(listed) > 20 {
		t.Errorf("%d commands are listed: %s", len(listed), out)
	}
	hidden := []string{"atlas", "completion", "help", "maze", "perft", "report", "version", "worker"}
	for _, line := range listed {
		if slices.Contains(hidden, line[1]) {
			t.Errorf("%s is listed", line[1])
		}
	}
	for _, name := range hidden {
		if code, out, _ := clitest.Run(t, name, "--help"); code != command.ExitDone || !strings.Contains(out, "ouro "+name) {
			t.Errorf("ouro %s --help: code %d, %s", name, code, out)
		}
	}
	flag := regexp.MustCompile(`(?m)^  (-[a-z], |    )--`)
	most := 0
	for name := range commands() {
		_, out, _ := clitest.Run(t, commandLine(name, "--help")...)
		common, less, _ := strings.Cut(out, "\nLess common:\n")
		n := len(flag.FindAllString(common, -1))
		if most = max(most, n); n > 25 || name == "arena run" && !strings.Contains(less, "--alpha") {
			t.Errorf("ouro %s --help has %d flags before the less common ones", name, n)
		}
	}
	if most < 20 {
		t.Errorf("only %d flags were found", most)
	}
}

// TestHelpNamesTheConcepts: each of the five activities of users is a group of the help. All
// groups and commands fit on the first screen of 80x24.
func TestHelpNamesTheConcepts(t *testing.T) {
	_, out, _ := clitest.Run(t, "--help")
	lines := strings.Split(out, "\n")
	screen := strings.Join(lines[:24], "\n")
	for concept, name := range map[string]string{"Watch": "watch", "Play": "play", "Compare": "bench", "Battle": "game", "Share": "share"} {
		_, group, ok := strings.Cut(screen, "\n"+concept+":\n")
		if group, _, _ = strings.Cut(group, ":\n"); !ok || !strings.Contains(group, "\n  "+name+" ") && !strings.HasPrefix(group, "  "+name+" ") {
			t.Errorf("%s has no %s on the first screen:\n%s", concept, name, screen)
		}
	}
	for _, line := range lines {
		if len(line) > 80 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

// TestTimeoutIsReported: a command that --timeout stops prints that reason. A remote snake that
// never answers is an ordinary failure.
func TestTimeoutIsReported(t *testing.T) {
	code, _, errs := clitest.Run(t, "perft", "--board", "6x6", "--depth", "60", "--timeout", "1ms")
	if code != command.ExitOutOfTime || !strings.HasSuffix(errs, "ouro: stopped by --timeout\n") || strings.Contains(errs, "deadline") {
		t.Errorf("code %d, %s", code, errs)
	}
	deaf, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	code, _, errs = clitest.Run(t, "game", "greedy", "me="+deaf.Addr().String(), "--guest-timeout", "10ms")
	if code != command.ExitFailed || errs != "ouro: snake me does not answer GET /: http://"+deaf.Addr().String()+": timed out\n" {
		t.Errorf("code %d, %s", code, errs)
	}
}

// TestHelpTopics: an unknown topic is an error that suggests the nearest one.
func TestHelpTopics(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"help", "bench"}, {"help", "exit-codes"}, {"exit-codes"}, {"--help"}, {"bench", "--help"}, {"bench", "-h"}} {
		if code, out, errs := clitest.Run(t, args...); code != command.ExitDone || out == "" || errs != "" {
			t.Errorf("%q: code %d, %d bytes, %q", args, code, len(out), errs)
		}
	}
	code, _, errs := clitest.Run(t, "help", "bnech")
	if code != command.ExitUsage || !strings.HasPrefix(errs, `ouro: unknown command "bnech"; did you mean bench? (known: arena, `) || !strings.Contains(errs, "exit-codes") {
		t.Errorf("code %d, %s", code, errs)
	}
}

// TestChangedRecord: for an unchanged record, and for a changed one, replay and verify end with the
// same exit code.
func TestChangedRecord(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{} // by the game that was played
	for what, args := range map[string][]string{
		"classic":     {"bench", "lookahead", "--board", "6x6", "--games", "1", "--records", filepath.Join(dir, "classic")},
		"battlesnake": {"game", "greedy", "random", "--record", filepath.Join(dir, "game.ouro")},
		"hunter":      {"hunter", "--bots", "2", "--start-level", "7", "--solver", "bfs", "--record", filepath.Join(dir, "hunter.ouro")},
	} {
		if code, _, errs := clitest.Run(t, args...); code != command.ExitDone {
			t.Fatalf("%q: %s", args, errs)
		}
		files[what] = args[len(args)-1]
	}
	files["classic"] = filepath.Join(files["classic"], "lookahead-0.ouro")
	for what, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		seed := regexp.MustCompile(`(?m)^seed .*$`)
		if !seed.Match(text) {
			t.Fatalf("%s: no seed in %.200s", what, text)
		}
		changed := name + ".changed"
		if err := os.WriteFile(changed, seed.ReplaceAll(text, []byte("seed 99")), 0o600); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]int{name: command.ExitDone, changed: command.ExitNo} {
			for _, line := range []string{"replay", "verify"} {
				code, out, errs := clitest.Run(t, line, name)
				if code != want || want == command.ExitNo && !strings.Contains(out+errs, "differs from the record") {
					t.Errorf("ouro %s on the %s record: code %d, want %d: %s%s", line, what, code, want, out, errs)
				}
			}
		}
	}
}

// TestChampion: the command in the guide draws the picture in the README. The picture is
// small enough for that page.
func TestChampion(t *testing.T) {
	line := "export --solver ouroboros --board 12x12 --speed 30 --size 32 --theme auto --svg "
	if guide := clitest.Read(t, "../docs/guide.md"); !strings.Contains(guide, "\n    ouro "+line+"champion.svg\n") {
		t.Errorf("the guide does not name ouro %s", line)
	}
	code, out, errs := clitest.Run(t, strings.Fields(line+"-")...)
	if code != command.ExitDone || len(out) < 20_000 || len(out) > 200_000 {
		t.Fatalf("code %d, %d bytes, %s", code, len(out), errs)
	}
	checkDoc(t, "../docs/champion.svg", out)
}

var update = flag.Bool("update", false, "write the files in docs that are made from tables in the code")

// checkDoc compares a file of docs with the text that it must contain.
func checkDoc(t *testing.T, name, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Errorf("%s differs from the code; to update it, run: go test ./cli -run '^%s$' -update", name, t.Name())
	}
}

// TestExitCodesDoc: docs and help show the same table.
func TestExitCodesDoc(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Exit codes\n\nAll commands of Ouro end with one of these codes; `ouro help exit-codes` prints the\nsame table. An error is one line on standard error that begins with `ouro: `.\n\n| code | meaning |\n|---:|---|\n")
	code, help, _ := clitest.Run(t, "help", "exit-codes")
	help = strings.Join(strings.Fields(help), " ")
	for _, e := range command.Exits {
		fmt.Fprintf(&b, "| %d | %s |\n", e.Code, e.Meaning)
		if code != command.ExitDone || !strings.Contains(help, fmt.Sprintf("%d %s", e.Code, e.Meaning)) {
			t.Errorf("help lacks %d, %s", e.Code, e.Meaning)
		}
	}
	checkDoc(t, "../docs/exit-codes.md", b.String())
}

// TestVocabulary: a flag has the same meaning and the same kind of value in every command, and
// docs/flags.md lists all flags.
func TestVocabulary(t *testing.T) {
	type meaning struct{ value, text string }
	flags := map[string]meaning{}
	in := map[string][]string{}
	kind := map[string]string{}
	names := slices.Sorted(maps.Keys(commands()))
	for _, name := range names {
		title := "ouro"
		if name != "" {
			title = name
		}
		find(t, name).Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" || f.Hidden {
				return
			}
			m := meaning{}
			m.value, m.text = pflag.UnquoteUsage(f)
			m.text, _, _ = strings.Cut(m.text, ";")
			m.text, _, _ = strings.Cut(m.text, " (default ")
			if at := strings.LastIndex(m.text, " ("); at >= 0 && !strings.Contains(m.text[at:], ")") {
				m.text = m.text[:at] // the remark in parentheses had a semicolon
			}
			if !strings.Contains(m.text, m.value) {
				t.Errorf("--%s of %s: the value %s is not in %q", f.Name, title, m.value, m.text)
			}
			if known, ok := flags[f.Name]; ok && (known != m || kind[f.Name] != f.Value.Type()) {
				t.Errorf("--%s of %s is %q of %s, and %q of %s in %s", f.Name, title, m.text, f.Value.Type(), known.text, kind[f.Name], in[f.Name])
			}
			flags[f.Name], kind[f.Name] = m, f.Value.Type()
			if title != "report" && title != "worker" { // the old names of results report and fleet worker
				in[f.Name] = append(in[f.Name], title)
			}
		})
	}
	var b strings.Builder
	b.WriteString(`# Flags

A flag has the same meaning and takes the same kind of value in every command ([decision
11](decisions/0011-one-vocabulary.md)). *ITALICS* stand for the flag's value; a flag without italics
takes none. ` + "`ouro COMMAND --help`" + ` adds details. In the last column, arena run/tune stands for the two
commands ` + "`arena run`" + ` and ` + "`arena tune`" + `, and ouro for the menu.

` + "`--solver`" + ` and ` + "`--snake`" + ` are synonyms, and commands accept their values as arguments too. In the
arena, ` + "`--concurrency`" + ` is a synonym of ` + "`--workers`" + `.

| flag | meaning | commands |
|---|---|---|
`)
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		m := flags[name]
		text := m.text
		if m.value != "" {
			text = strings.Replace(text, m.value, "*"+m.value+"*", 1)
		}
		fmt.Fprintf(&b, "| `--%s` | %s | %s |\n", name, strings.ReplaceAll(text, "|", `\|`), strings.Join(byParent(in[name]), ", "))
	}
	checkDoc(t, "../docs/flags.md", b.String())
	if len(flags) < 60 {
		t.Errorf("only %d flags", len(flags))
	}
}

// byParent joins subcommands of one command: of "arena run" and "arena tune" it makes
// "arena run/tune". The names are sorted.
func byParent(names []string) (joined []string) {
	last := ""
	for _, name := range names {
		parent, sub, isSub := strings.Cut(name, " ")
		if isSub && parent == last {
			joined[len(joined)-1] += "/" + sub
			continue
		}
		joined = append(joined, name)
		if last = ""; isSub {
			last = parent
		}
	}
	return joined
}

// TestSolversByAnyName: --solver, --snake and arguments have the same effect in every
// command that has one of them.
func TestSolversByAnyName(t *testing.T) {
	for _, c := range []struct{ line, rest string }{
		{"watch", "--board 4x4 --json"},
		{"maze", "--moves 5 --json"},
		{"bench", "--board 4x4 --games 2 --no-times --json"},
		{"game", "--rules solo --seed 3 --json"},
		{"hunter", "--bots 2 --start-level 7"},
		{"arena run greedy", "--print-config"},
	} {
		outputs := map[string][]string{}
		for _, how := range []string{"--solver bfs", "--snake bfs", "bfs", "--solver=bfs"} {
			code, out, errs := clitest.Run(t, strings.Fields(c.line+" "+how+" "+c.rest)...)
			if code != command.ExitDone {
				t.Errorf("ouro %s %s: %s", c.line, how, errs)
			}
			outputs[out] = append(outputs[out], how)
		}
		if len(outputs) != 1 {
			t.Errorf("ouro %s: these flags give different results: %v", c.line, slices.Collect(maps.Values(outputs)))
		}
	}
}

// TestFormatsNameEveryColumn: docs/formats.md names every column of every CSV table, and no
// other columns.
func TestFormatsNameEveryColumn(t *testing.T) {
	text, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n## CSV\n")
	section, _, _ := strings.Cut(rest, "\n## ")
	documented := map[string]bool{} // whether a table has the column
	for line := range strings.Lines(section) {
		names, _, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		if !strings.HasPrefix(line, "| `") || !isRow {
			continue
		}
		for _, match := range regexp.MustCompile("`([a-z0-9_]+)`").FindAllStringSubmatch(names, -1) {
			documented[match[1]] = false
		}
	}
	dir := t.TempDir()
	for _, typed := range []string{
		"bench --solver cell --board 4x4 --games 2 --vs-optimum --vs-distance --meals MEALS",
		"bench --solver ouroboros --board 4x4 --games 2 --regret --regret-csv MEALS",
		"bench bfs --rules hunter:snakes=1,level=8 --games 1",
		"bench greedy --rules solo --nodes 10 --board 7x7 --games 2",
		"arena run greedy hungry --board 7x7 --games 2 --pairs-csv PAIRS",
		"arena run bfs wander --rules hunter:level=8,snakes=1 --games 2 --pairs-csv PAIRS",
	} {
		one, more := filepath.Join(dir, "one"), filepath.Join(dir, "more")
		fill := strings.NewReplacer("MEALS", more, "PAIRS", more)
		args := append(strings.Fields(fill.Replace(typed)), "--csv", "--games-csv", one)
		var out, errs bytes.Buffer
		if code := cli.Main(t.Context(), args, command.IO{In: strings.NewReader(""), Out: &out, Err: &errs}); code != command.ExitDone {
			t.Fatalf("%s: code %d: %s", typed, code, &errs)
		}
		tables := []string{out.String(), clitest.Read(t, one)}
		if strings.Contains(typed, "MEALS") || strings.Contains(typed, "PAIRS") {
			tables = append(tables, clitest.Read(t, more))
		}
		for _, table := range tables {
			head, _, _ := strings.Cut(table, "\n")
			names := strings.Split(head, ",")
			for i, name := range names {
				if slices.Contains(names[:i], name) {
					t.Errorf("%s: two columns %q", typed, name)
				}
				if _, ok := documented[name]; !ok {
					t.Errorf("%s: docs/formats.md does not describe the column %q", typed, name)
				}
				documented[name] = true
			}
		}
	}
	for name, isUsed := range documented {
		if !isUsed {
			t.Errorf("docs/formats.md describes a column %q, which no table has", name)
		}
	}
}
