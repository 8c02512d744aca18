//go:build !race

// These tests run the commands of documents. They are skipped under the race detector.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouro/cli"
	"ouro/cli/command"
	"ouro/internal/needs"
)

// A document is tested as if a user typed its commands in order, in a folder with the
// folders examples and clients of a clone:
//
//   - an indented line that begins with ouro is a command; text after two spaces is a
//     remark, and "exit code N" in it is the expected exit code, otherwise 0;
//   - a block ```go is a program that builds in a clone, and ```diff FILE is a change to
//     the program in FILE;
//   - a block ```text NAME is the content of the file NAME in the folder;
//   - a block ```text is the output of the command before it; "..." in it matches any
//     text, and alone on a line any lines.
//
// Commands in sentences, between backquotes, are checked but not run.

type docCommand struct {
	line   int
	text   string // for a shell
	remark string
	prints []string // nil if the page shows no output
}

type docFile struct {
	name     string
	commands []docCommand
	files    map[string]string
	programs []string // in Go
}

var (
	commandStart = regexp.MustCompile(`^((?:[A-Z_]+=\S+ )*)(?:\./ouro|ouro|go run (?:-v )?\./cmd/ouro)(?: |$)`)
	exitRemark   = regexp.MustCompile(`exit code (\d+)`)
	remarkStart  = regexp.MustCompile(` {2,}(?:# *)?| +# `)
)

// readDoc returns the commands, outputs and programs of a document.
func readDoc(t *testing.T, name string) docFile {
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	d := docFile{name: name, files: map[string]string{}}
	lines := strings.Split(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if info, ok := strings.CutPrefix(line, "```"); ok {
			first := i + 1
			for i++; i < len(lines) && lines[i] != "```"; i++ {
			}
			d.block(t, info, lines[first:i])
			continue
		}
		code, ok := strings.CutPrefix(line, "    ")
		if !ok || !commandStart.MatchString(code) {
			continue
		}
		c := docCommand{line: i + 1}
		for strings.HasSuffix(code, `\`) && i+1 < len(lines) {
			i++
			code = strings.TrimSuffix(code, `\`) + strings.TrimSpace(lines[i])
		}
		c.text = code
		if at := remarkStart.FindStringIndex(code); at != nil {
			c.text, c.remark = code[:at[0]], code[at[1]:]
		}
		d.commands = append(d.commands, c)
	}
	return d
}

// block adds a fenced block.
func (d *docFile) block(t *testing.T, info string, lines []string) {
	kind, name, _ := strings.Cut(info, " ")
	switch {
	case kind == "go":
		d.programs = append(d.programs, strings.Join(lines, "\n")+"\n")
	case kind == "diff":
		d.programs = append(d.programs, changed(t, name, lines))
	case kind != "text":
	case name != "":
		d.files[name] = strings.Join(lines, "\n") + "\n"
	case len(d.commands) == 0 || d.commands[len(d.commands)-1].prints != nil:
		t.Errorf("%s: no command before this block prints %q", d.name, lines)
	default:
		d.commands[len(d.commands)-1].prints = lines
	}
}

// changed returns the text of a file with a change applied. Lines of the change that begin
// with a space are consecutive lines at one place of the file; lines with + are inserted
// between them.
func changed(t *testing.T, name string, lines []string) string {
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	var before, after string
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "+"); ok {
			after += rest + "\n"
		} else {
			before, after = before+line[1:]+"\n", after+line[1:]+"\n"
		}
	}
	if n := strings.Count(string(text), before); n != 1 {
		t.Fatalf("%s: the text to change occurs %d times, want once:\n%s", name, n, before)
	}
	return strings.Replace(string(text), before, after, 1)
}

// args returns the command with "ouro" as the program.
func (c *docCommand) args() string {
	return commandStart.ReplaceAllString(c.text, "${1}ouro ")
}

// needed lists expressions that match commands which need something that a test does not have.
var needed = []struct{ what, command string }{
	{"a terminal", `^ouro *$|^ouro play\b|--watch|^ouro watch \w\S* +[a-z]`},
	{"a person", `^ouro hunter(?: --hunters [12])?$`},
	{"somebody who stops it", `^ouro serve|^ouro env --socket|--viewer|--web\b|^ouro studio\b`},
	{"a server", `https?://|:8\d\d\d\b`},
	{"a fleet", `--fleet\b|^ouro fleet`},
	{"two builds", `results diff(?: --| *$)`},
	{"an engine of yours", `python3 snake\.py`},
	{"minutes", `studio --export|exact --board (?:5x6|5x7|6x6)|--games \d{4}|arena tune spot`},
	{"another file", `transitions/`},
}

// why returns what a command needs but a test does not have, or "".
func (c *docCommand) why() string {
	for _, n := range needed {
		if regexp.MustCompile(n.command).MatchString(c.args()) {
			return n.what
		}
	}
	return ""
}

// documents returns the documents with commands.
func documents(t *testing.T) (names []string) {
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/guide/*.md", "docs/results/*.md", "docs/decisions/*.md"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			if name = strings.TrimPrefix(filepath.ToSlash(name), "../../"); name != "CHANGELOG.md" {
				names = append(names, name)
			}
		}
	}
	if len(names) < 6 {
		t.Fatalf("only the documents %q", names)
	}
	return names
}

// words returns the arguments of a command, up to the first pipe or redirection.
func (c *docCommand) words() (words []string) {
	for _, match := range shellWords.FindAllStringSubmatch(c.args(), -1) {
		switch word := match[1]; {
		case word[0] == '>' || word == "|" || word == "&":
			return words
		case strings.Contains(word, "=") && words == nil: // an environment variable
		default:
			words = append(words, strings.NewReplacer(`"`, "", `'`, "").Replace(word))
		}
	}
	return words
}

var shellWords = regexp.MustCompile(`\s*((?:"[^"]*"|'[^']*'|[^\s"'])+)`)

// otherName matches the additional names of flags in docs/flags.md.
var otherName = map[string]string{"--solver": "--snake", "--snake": "--solver", "--concurrency": "--workers"}

// formerly matches removed commands and flags that decision records mention.
var formerly = regexp.MustCompile(`^(?:--random|--ruleset|--dir|hunter --replay|game --game 3|(?:game|hunter) --games|arena (?:report|list))$`)

// TestDocumentsShowCommandsThatExist: for every command in every document, the flags exist
// and their values have the right type. A command within a sentence may omit the values; if
// it has arguments, it may also omit the word ouro. A flag alone must be a flag of at least
// one command.
func TestDocumentsShowCommandsThatExist(t *testing.T) {
	type page struct {
		text string
		code int
	}
	pages := map[string]page{} // by arguments
	help := func(args ...string) (string, int) {
		key := strings.Join(args, "\x00")
		p, known := pages[key]
		if !known {
			var out bytes.Buffer
			p.code = cli.Main(t.Context(), append(args, "--help"), command.IO{In: strings.NewReader(""), Out: &out, Err: &out})
			p.text = out.String()
			pages[key] = p
		}
		return p.text, p.code
	}
	root, _ := help()
	first := groups(regexp.MustCompile(`(?m)^  ([a-z]+)  `), root)
	flags := groups(regexp.MustCompile("`(--[a-z][a-z0-9-]*)`"), readPage(t, "docs/flags.md").prose)
	check := func(name string, c docCommand, words, args []string) {
		out, code := help(args...)
		if code != 0 {
			t.Errorf("%s:%d: %s: exit code %d: %s", name, c.line, c.args(), code, out)
		}
		known := regexp.MustCompile(`--[a-z][a-z0-9-]*`).FindAllString(out, -1)
		for _, word := range words {
			flag, _, _ := strings.Cut(word, "=")
			if strings.HasPrefix(flag, "--") && !slices.Contains(known, flag) && !slices.Contains(known, otherName[flag]) {
				t.Errorf("%s:%d: %s: help has no flag %s; the nearest is %s", name, c.line, c.args(), flag, nearest(flag, known))
			}
		}
	}
	for _, name := range documents(t) {
		for _, c := range readDoc(t, name).commands {
			words := c.words()[1:]
			check(name, c, words, words)
		}
		for _, s := range readPage(t, name).spans {
			c := docCommand{line: s.line, text: s.text}
			words := c.words()
			switch {
			case s.to == 0 || len(words) == 0 || strings.HasPrefix(name, "docs/decisions/") && formerly.MatchString(s.text):
				continue
			case strings.HasPrefix(words[0], "--"):
				flag, _, _ := strings.Cut(words[0], "=")
				if !slices.Contains(flags, flag) {
					t.Errorf("%s:%d: no command has the flag %s; the nearest is %s", name, s.line, flag, nearest(flag, flags))
				}
				continue
			case len(words) == 1:
				continue
			case commandStart.MatchString(c.text):
				words = words[1:]
			case !slices.Contains(first, words[0]):
				continue
			}
			if strings.ToUpper(words[0]) == words[0] || words[0] == "record" {
				continue // COMMAND is a placeholder; records begin like this too
			}
			args := slices.Clone(words)
			if flag := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "-") }); flag >= 0 {
				args = args[:flag]
			}
			check(name, c, words, args)
		}
	}
}

// TestGuideDoesWhatItSays runs the commands of README, the guide and docs/formats.md, and compares
// their output with the output in the document.
func TestGuideDoesWhatItSays(t *testing.T) {
	needs.Trial(t)
	for _, name := range documents(t) {
		if strings.HasPrefix(name, "docs/guide") || name == "docs/formats.md" || name == "README.md" {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runDoc(t, readDoc(t, name))
			})
		}
	}
}

// TestProgramsInDocumentsBuild: the programs in documents compile. The test runs go list -export,
// which compiles but does not link. An overlay gives each program a folder of the module,
// named after its document, so that Go can cache the result.
func TestProgramsInDocumentsBuild(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	args := []string{"list", "-export", "-overlay", filepath.Join(dir, "overlay.json")}
	for _, name := range documents(t) {
		for i, text := range readDoc(t, name).programs {
			folder := fmt.Sprintf("program-%d-of-%s", i+1, strings.NewReplacer("/", "-", ".", "-").Replace(name))
			file := filepath.Join(dir, folder+".go")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			overlay.Replace[filepath.Join(root, folder, "main.go")] = file
			args = append(args, "./"+folder)
		}
	}
	if len(overlay.Replace) == 0 {
		t.Fatal("no program in any document")
	}
	list, err := json.Marshal(overlay)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "overlay.json"), list, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func runDoc(t *testing.T, d docFile) {
	dir := t.TempDir()
	for name, text := range d.files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"clients", "examples"} {
		clone, err := filepath.Abs(filepath.Join("../..", name))
		if err == nil {
			err = os.Symlink(clone, filepath.Join(dir, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	few := ""
	if d.name == "docs/guide/studio.md" {
		few = " --games 2"
	}
	if d.name == "README.md" { // README.md replays a game that the user has
		few = " --games 2"
		if out, code, err := shell(t.Context(), dir, "ouro game --snake greedy --snake hungry --output game.jsonl --record game.ouro"); code != 0 || err != nil {
			t.Fatal(err, out)
		}
	}
	ran := 0
	for _, c := range d.commands {
		if c.why() != "" {
			continue
		}
		if _, err := exec.LookPath("python3"); err != nil && strings.Contains(c.text, "python3") && os.Getenv("OURO_TOOLS") != "must" {
			t.Logf("%s:%d: there is no python3 for %s", d.name, c.line, c.text)
			continue
		}
		ran++
		want := 0
		if match := exitRemark.FindStringSubmatch(c.remark); match != nil {
			want, _ = strconv.Atoi(match[1])
		}
		line := c.args()
		if strings.Contains(line, " bench ") || strings.Contains(line, " arena run spot ") {
			line += few
		}
		out, code, err := shell(t.Context(), dir, line)
		switch {
		case err != nil || code != want:
			t.Errorf("%s:%d: %s: exit code %d, want %d; %v: %s", d.name, c.line, c.args(), code, want, err, out)
		case c.prints != nil && !printed(c.prints).MatchString(out):
			t.Errorf("%s:%d: %s prints\n%s\nthe document has\n%s", d.name, c.line, c.args(), out, strings.Join(c.prints, "\n"))
		}
	}
	if ran == 0 {
		t.Errorf("%s: no command was run", d.name)
	}
}

// printed returns a regular expression for the output that a document shows.
func printed(lines []string) *regexp.Regexp {
	var b bytes.Buffer
	b.WriteString(`^`)
	for _, line := range lines {
		if strings.TrimSpace(line) == "..." {
			b.WriteString(`(?:.*\n)*?`)
			continue
		}
		for i, part := range strings.Split(strings.TrimRight(line, " "), "...") {
			if i > 0 {
				b.WriteString(`.*`)
			}
			b.WriteString(regexp.QuoteMeta(part))
		}
		b.WriteString(` *\n`)
	}
	b.WriteString(`$`)
	return regexp.MustCompile(b.String())
}
