package cli

import (
	"encoding/json"
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

	"ouro/internal/buildinfo"
)

// TestHelpFits: no help text is wider than a terminal of 80 columns, and every
// command stands in a group.
func TestHelpFits(t *testing.T) {
	count := 0
	for name := range commands() {
		_, out, _ := run(t, commandLine(name, "--help")...)
		for line := range strings.Lines(out) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
				t.Errorf("ouro %s --help: %d columns: %s", name, n, line)
			}
		}
		count++
	}
	for _, c := range newRoot(IO{}).Commands() {
		if c.IsAvailableCommand() && c.GroupID == "" {
			t.Errorf("%s stands in no group", c.Name())
		}
	}
	if count < 15 {
		t.Errorf("only %d commands", count)
	}
}

// full is a file on a disk that is full.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/full", Err: syscall.ENOSPC}
}

// TestFullDisk: a result that cannot be printed is an error, in every command.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	record, log := filepath.Join(dir, "game.ouro"), filepath.Join(dir, "game.jsonl")
	if code, _, errs := run(t, "game", "greedy", "hungry", "--record", record, "--output", log); code != exitDone {
		t.Fatal(errs)
	}
	lines := []string{
		"--help", "help", "help bench", "help exit-codes", "bench --help", "version", "version --json", "--version", "completion bash", "completion zsh",
		"completion fish", "completion powershell", "list", "list cell", "list --json", "", "watch cell", "watch cell --json", "maze", "maze --moves 3",
		"game greedy hungry", "game greedy hungry --json", "arena run greedy hungry --games 2 --csv", "arena run greedy hungry --games 2 --json",
		"hunter --bots 2 --start-level 7 --solver bfs", "bench bfs --rules hunter:bots=2,level=7 --games 2", "bench cell --games 2 --json", "bench cell --games 2", "bench cell --games 2 --markdown",
		"arena", "arena run greedy hungry --print-config", "arena run greedy hungry --games 2 --store " + filepath.Join(dir, "cup.db"),
		"exact --board 3x3", "exact --board 3x3 --json", "perft --depth 3", "perft --depth 3 --json", "perft --depth 3 --divide", "boggle", "boggle --json", "boggle --grid zzz",
		"export --board 4x4 --svg -", "export " + record + " --gif -", "export " + log + " --png -", "export " + record + " --cast -",
		"replay " + record, "replay " + record + " --json", "replay " + record + " --turn 3", "replay " + log, "replay " + log + " --json", "verify " + record, "verify " + log + " --json", "verify " + log,
	}
	for _, line := range lines {
		var errs strings.Builder
		code := Main(t.Context(), strings.Fields(line), IO{In: strings.NewReader(""), Out: full{}, Err: &errs})
		if code != exitFailed || !strings.HasPrefix(errs.String(), "ouro: ") || !strings.Contains(errs.String(), "no space left on device") {
			t.Errorf("ouro %s: code %d, %q", line, code, errs.String())
		}
	}
}

func TestVersion(t *testing.T) {
	_, text, _ := run(t, "version")
	if _, flag, _ := run(t, "--version"); flag != text || !strings.HasPrefix(text, "ouro ") || !strings.Contains(text, ", go1.") || strings.Count(text, "\n") != 1 {
		t.Errorf("version %q and --version %q", text, flag)
	}
	_, out, _ := run(t, "version", "--json")
	var doc map[string]any
	if err := json.Unmarshal([]byte(out), &doc); err != nil || doc["schema"] != 1.0 || !strings.HasPrefix(doc["go"].(string), "go1.") {
		t.Errorf("%v: %s", err, out)
	}
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-11-22T04:05:06Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	if got := buildinfo.Of(info).String(); !strings.HasPrefix(got, "ouro v1.2.3, commit 0123456789ab with changes of 2026-11-22, go1.") {
		t.Errorf("it says %s", got)
	}
}

// TestCompletion: the shell is told of commands, solvers, their options, rules,
// maps, levels and kinds of files.
func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		typed      string // the last word is what is completed
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
		_, out, _ := run(t, append([]string{"__complete"}, strings.Split(c.typed, " ")...)...)
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
	for _, s := range shells {
		if code, out, _ := run(t, "completion", s.name); code != exitDone || !strings.Contains(out, "ouro") {
			t.Errorf("%s: code %d", s.name, code)
		}
	}
}

// TestHelpIsShort: ouro --help lists at most 20 commands, and each of them or of theirs at
// most 25 flags before the less common ones. What is short for another command is not
// listed, and works.
func TestHelpIsShort(t *testing.T) {
	_, out, _ := run(t, "--help")
	listed := regexp.MustCompile(`(?m)^  ([a-z]+) {2,}[A-Z]`).FindAllStringSubmatch(out, -1)
	if len(listed) < 15 || len(listed) > 20 {
		t.Errorf("%d commands are listed: %s", len(listed), out)
	}
	hidden := []string{"completion", "help", "maze", "report", "version", "worker"}
	for _, command := range listed {
		if slices.Contains(hidden, command[1]) {
			t.Errorf("%s is listed", command[1])
		}
	}
	for _, name := range hidden {
		if code, out, _ := run(t, name, "--help"); code != exitDone || !strings.Contains(out, "ouro "+name) {
			t.Errorf("ouro %s --help: code %d, %s", name, code, out)
		}
	}
	flag := regexp.MustCompile(`(?m)^  (-[a-z], |    )--`)
	most := 0
	for name := range commands() {
		_, out, _ := run(t, commandLine(name, "--help")...)
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
