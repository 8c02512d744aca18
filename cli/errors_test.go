package cli_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ouro/cli/clitest"
	"ouro/cli/command"
)

// knownList matches the list of all known names in an error, which the table below omits.
var knownList = regexp.MustCompile(`\(known: [^)]*\)`)

// TestErrors compares the whole text of errors. DIR is a directory with the files below. USED is
// the address of an http server, CLOSED an address at which no server listens.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"v1.py": "import sys\nprint('up')\n", "v2.py": "#!/usr/bin/env python3\nimport sys\n", "empty.db": "", "notes.txt": "Dear Ouro,\nplease play.\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	used := strings.TrimPrefix(server.URL, "http://")
	_, port, err := net.SplitHostPort(used)
	if err != nil {
		t.Fatal(err)
	}
	fill := strings.NewReplacer("USED", used, "PORT", port, "CLOSED", "127.0.0.1:1")
	for _, c := range wholeErrors {
		args := clitest.Words(fill.Replace(c.args))
		code, out, errs := clitest.Run(t, args...)
		errs = strings.ReplaceAll(knownList.ReplaceAllString(errs, "(known: ...)"), filepath.ToSlash(dir), "DIR")
		if want := fill.Replace("ouro: " + c.text + "\n"); code != c.code || errs != want || out != "" {
			t.Errorf("ouro %s: code %d, want %d\ngot  %swant %s%s", c.args, code, c.code, errs, want, out)
		}
	}
}

var wholeErrors = []struct {
	args string
	code int
	text string
}{
	// Arguments that are not solvers.
	{"bench 'perl snake.pl'", command.ExitUsage, `"perl snake.pl" is not a solver; to use a program as an engine, write 'exec:perl snake.pl'`},
	{"bench ./snake.pl", command.ExitUsage, `"./snake.pl" is not a solver; to use a program as an engine, write exec:./snake.pl`},
	{"watch snake.py", command.ExitUsage, `"snake.py" is not a solver; to use a program as an engine, write exec:snake.py`},
	{"bench exec:", command.ExitUsage, `"exec:": the command of the engine is missing; want for example 'exec:python3 snake.py'`},
	{"bench Cell", command.ExitUsage, `unknown solver "Cell"; did you mean cell? (known: ...)`},
	{"bench cell, shortcut", command.ExitUsage, `"cell," ends with a comma; write several solvers without spaces, as in cell,shortcut`},
	{"bench 'cell, shortcut'", command.ExitUsage, `"cell, shortcut" has a space; write it without: cell,shortcut`},
	{"bench cell,,shortcut", command.ExitUsage, `"cell,,shortcut": a solver is missing beside a comma; want a list such as cell,shortcut`},
	{"bench 'cell shortcut'", command.ExitUsage, `"cell shortcut" has a space; write several solvers as cell,shortcut, and options as cell:KEY=VALUE`},
	{"serve --snake me=http://127.0.0.1:1", command.ExitUsage, `"http://127.0.0.1:1" is a remote snake; here only solvers can play; ouro game and ouro arena run also take the URLs of snakes`},
	{"watch localhost:8000", command.ExitUsage, `"localhost:8000" is a remote snake; here only solvers can play; ouro game and ouro arena run also take the URLs of snakes`},
	{"game me=http:/127.0.0.1:8000", command.ExitUsage, `"http:/127.0.0.1:8000" is not a URL; did you mean http://127.0.0.1:8000?`},
	{"watch cell 10x10", command.ExitUsage, `"10x10" is a size, not a solver; write --board 10x10`},
	{"bench 100 cell", command.ExitUsage, `"100" is a number, not a solver; it must follow a flag, such as --games 100 or --seed 100`},
	{"watch cell ways=3", command.ExitUsage, `"ways=3" is not a solver; an option follows its solver and a colon, as in cell:ways=3`},
	{"bench cell games=100", command.ExitUsage, `"games=100": "100" is not a solver; want NAME=SOLVER, an option as in cell:ways=3, or a flag with two hyphens`},
	{"game spot,greedy", command.ExitUsage, `"spot,greedy" is a list; write each as an argument: spot greedy`},
	{"watch game.ouro", command.ExitUsage, `"game.ouro" is a file, not a solver; ouro replay game.ouro shows a recorded game`},
	{"bench cell --json out.json", command.ExitUsage, `"out.json" is a file, not a solver; to write the result to a file, redirect the output: >out.json`},
	{"bench exec:nosuchprogram", command.ExitUsage, `solver exec:nosuchprogram: cannot start nosuchprogram: no program of this name is in the directories of PATH`},
	{"game localhost:99999 greedy", command.ExitUsage, `snake "http://localhost:99999": want a port from 1 to 65535`},
	{"play cell", command.ExitUsage, `ouro play: you play yourself, so "cell" takes no part; did you mean ouro watch cell, or --hint cell?`},
	// Levels, maps and rules.
	{"maze --level orchad", command.ExitUsage, `unknown level "orchad"; did you mean orchard? (known: ...); no file has this name either`},
	{"game --map royal", command.ExitUsage, `rules standard:map=royal: unknown map "royal"; did you mean royale? (known: ...)`},
	{"watch --rules Standard", command.ExitUsage, `unknown rules "Standard"; did you mean standard? (known: ...)`},
	{"watch --rules battlesnake", command.ExitUsage, `unknown rules "battlesnake"; did you mean standard, the usual rules of Battlesnake? (ouro list prints all rules)`},
	{"exact 4x4", command.ExitUsage, `ouro exact: unexpected argument "4x4"; did you mean --board 4x4?`},
	// Commands.
	{"help cell", command.ExitUsage, `unknown command "cell"; did you mean ouro list cell, which explains it?`},
	{"cell", command.ExitUsage, `unknown command "cell", which is a solver; did you mean ouro watch cell?`},
	{"hydra", command.ExitUsage, `unknown command "hydra", which is a solver; did you mean ouro game hydra?`},
	{"cell hamilton --games 3", command.ExitUsage, `unknown command "cell", which is a solver; did you mean ouro bench cell hamilton --games 3?`},
	{"ouro cell", command.ExitUsage, `unknown command "ouro", the name of the program; did you mean ouro cell?`},
	{"tune spot --param depth=1..9", command.ExitUsage, `unknown command "tune"; did you mean ouro arena tune spot --param depth=1..9?`},
	{"tournament spot greedy", command.ExitUsage, `unknown command "tournament"; did you mean ouro arena run spot greedy?`},
	{"arena greedy floodfill", command.ExitUsage, `unknown command "greedy", which is a solver; did you mean ouro arena run greedy floodfill?`},
	{"results bench", command.ExitUsage, `unknown command "bench"; did you mean ouro bench?`},
	{"game.ouro", command.ExitUsage, `unknown command "game.ouro", which is a file; did you mean ouro replay game.ouro?`},
	{"http://127.0.0.1:1", command.ExitUsage, `unknown command "http://127.0.0.1:1", which is a URL; did you mean ouro game http://127.0.0.1:1?`},
	{"12x12", command.ExitUsage, `unknown command "12x12", which is a size; did you mean ouro watch --board 12x12?`},
	// Flags.
	{"-v", command.ExitUsage, `unknown flag -v; did you mean --version? (known: ...)`},
	{"hunter --level 99", command.ExitUsage, `ouro hunter: unknown flag --level; did you mean --start-level? (known: ...)`},
	{"watch cell --ways 3", command.ExitUsage, `ouro watch: unknown flag --ways; it is an option, which follows a colon: cell:ways=VALUE (known: ...)`},
	{"watch --regrow none", command.ExitUsage, `ouro watch: unknown flag --regrow; it is an option, which follows a colon: --rules maze:regrow=VALUE (known: ...)`},
	{"--games 3", command.ExitUsage, `unknown flag --games; it must follow a command, such as ouro bench --games (known: ...)`},
	{"bench cell --json=out.json", command.ExitUsage, `--json "out.json": want no value, true or false; the flag prints to standard output, and >FILE after the command writes that to a file`},
	// Files.
	{"export v1.py out.svg", command.ExitUsage, `ouro export: unexpected argument "out.svg"; did you mean --svg out.svg?`},
	{"export cell --gif x.gif", command.ExitFailed, `cell: no such file; did you mean --solver cell?`},
	{"studio nosuch.ouro", command.ExitUsage, `"nosuch.ouro" is not a link of the studio; ouro replay nosuch.ouro --web shows a recorded game in the browser`},
	{"studio x", command.ExitUsage, `"x" is not a link of the studio; want for example solver=cell, compare or '/watch?solver=cell&seed=3'`},
	{"bench cell --board 4x4 --games 1 --records notes.txt", command.ExitFailed, `notes.txt: a part of this path is a file and not a directory`},
	{"replay nosuch.ouro", command.ExitFailed, `nosuch.ouro: no such file`},
	{"results list --store nosuch.db", command.ExitFailed, `nosuch.db: no such file; ouro bench --store nosuch.db plays games and stores them in it`},
	{"replay v1.py", command.ExitFailed, `v1.py: not a game record, which begins with "ouro record" or "ouro hunter record", nor a game log, transitions (JSON lines) or a list of positions`},
	{"replay v2.py", command.ExitFailed, `v2.py: not a game record, which begins with "ouro record" or "ouro hunter record", nor a game log, transitions (JSON lines) or a list of positions`},
	// Servers.
	{"serve spot --port PORT", command.ExitFailed, `--port PORT: another program uses USED, perhaps another ouro; choose another port, or 0 for a free one`},
	{"studio --port PORT", command.ExitFailed, `--port PORT: another program uses USED, perhaps another ouro; choose another port, or 0 for a free one`},
	{"game greedy hungry --viewer=USED", command.ExitFailed, `--viewer: another program uses USED, perhaps another ouro; choose another port, or 0 for a free one`},
	{"doctor CLOSED", command.ExitFailed, `http://CLOSED: unreachable: no server listens at CLOSED; is it running?`},
	{"doctor https://USED", command.ExitFailed, `https://USED: unreachable: the server does not speak https; try http`},
	{"doctor https://CLOSED", command.ExitFailed, `https://CLOSED: unreachable: no server listens at CLOSED; is it running?`},
	{"game CLOSED greedy", command.ExitFailed, `snake CLOSED does not answer GET /: http://CLOSED: unreachable: no server listens at CLOSED; is it running?`},
}
