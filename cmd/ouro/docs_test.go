//go:build !race

// What documents say is tried once, and not under the race detector as well.

package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ouro/cli"
)

// A document is read as a person reads it who types the commands one after the
// other in a folder that has only examples and clients, as a clone has them:
//
//   - a line of code that begins with ouro is a command; what follows two spaces
//     is a remark, in which "exit code N" is what the command ends with if not 0;
//   - a block ```go is a program that builds in a clone, and ```diff FILE changes
//     the one in FILE;
//   - a block ```text NAME is the file NAME, which lies in the folder;
//   - a block ```text is what the command before it prints; "..." in it stands for
//     anything, in a line of its own for any lines.
//
// A command in a sentence, between backquotes, is one as well, which nobody runs.

type docCommand struct {
	line   int
	text   string // for a shell
	remark string
	prints []string // nil is not told
	inline bool
}

type docFile struct {
	name     string
	commands []docCommand
	files    map[string]string
	programs []string // in Go
}

var (
	commandStart = regexp.MustCompile(`^((?:[A-Z_]+=\S+ )*)(?:\./ouro|ouro|go run \./cmd/ouro)(?: |$)`)
	inlineCode   = regexp.MustCompile("`((?:\\./)?ouro [^`]+)`")
	exitRemark   = regexp.MustCompile(`exit code (\d+)`)
	remarkStart  = regexp.MustCompile(` {2,}(?:# *)?| +# `)
)

// readDoc takes the commands out of a document.
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
		if !ok {
			for _, match := range inlineCode.FindAllStringSubmatch(line, -1) {
				d.commands = append(d.commands, docCommand{line: i + 1, text: match[1], inline: true})
			}
			continue
		}
		if !commandStart.MatchString(code) {
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

// block takes a block between fences.
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
		t.Errorf("%s: %q is printed by no command", d.name, lines)
	default:
		d.commands[len(d.commands)-1].prints = lines
	}
}

// changed is a file with a change: lines that begin with a space are there, one
// after the other and in one place, and those with a + are put between them.
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
		t.Fatalf("%s: what is changed is there %d times:\n%s", name, n, before)
	}
	return strings.Replace(string(text), before, after, 1)
}

// args is the command as ouro is told it.
func (c *docCommand) args() string {
	return commandStart.ReplaceAllString(c.text, "${1}ouro ")
}

// needed are the commands that a test cannot run, by what they need.
var needed = []struct{ what, command string }{
	{"a terminal", `^ouro *$|^ouro play\b|--watch|^ouro watch \w\S* +[a-z]`},
	{"a person", `^ouro hunter(?: --hunters [12])?$`},
	{"somebody who stops it", `^ouro serve|^ouro env --socket|--viewer|--web\b|^ouro studio\b`},
	{"a server", `https?://|:8\d\d\d\b`},
	{"a fleet", `--fleet\b|^ouro fleet|^ouro worker`},
	{"two builds", `results diff(?: --| *$)`},
	{"an engine of yours", `python3 snake\.py`},
	{"minutes", `studio --export|exact --board (?:5x6|5x7|6x6)|--games \d{4}|arena tune spot`},
	{"another file", `transitions/`},
}

// why tells what a command needs that a test has not, or "".
func (c *docCommand) why() string {
	if c.inline {
		return "a reason to"
	}
	for _, n := range needed {
		if regexp.MustCompile(n.command).MatchString(c.args()) {
			return n.what
		}
	}
	return ""
}

// documents are those that hold commands.
func documents(t *testing.T) (names []string) {
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/guide/*.md", "docs/results/*.md"} {
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

// words are the arguments of a command of a document, up to where the shell
// does something with its output.
func (c *docCommand) words() (words []string) {
	for _, match := range shellWords.FindAllStringSubmatch(c.args(), -1) {
		switch word := match[1]; {
		case word[0] == '>' || word == "|" || word == "&":
			return words
		case strings.Contains(word, "=") && words == nil: // for the environment
		default:
			words = append(words, strings.NewReplacer(`"`, "", `'`, "").Replace(word))
		}
	}
	return words
}

var shellWords = regexp.MustCompile(`\s*((?:"[^"]*"|'[^']*'|[^\s"'])+)`)

// TestDocumentsShowCommandsThatExist: every command in every document has flags
// that there are, with values of their type; one in a sentence may leave the
// values out.
func TestDocumentsShowCommandsThatExist(t *testing.T) {
	for _, name := range documents(t) {
		for _, c := range readDoc(t, name).commands {
			words := c.words()[1:]
			args := append(words, "--help")
			if c.inline {
				if strings.ToUpper(words[0]) == words[0] || words[0] == "record" {
					continue // COMMAND stands for any, and so begin records
				}
				args = slices.Clone(words)
				if flag := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "-") }); flag >= 0 {
					args = args[:flag]
				}
				args = append(args, "--help")
			}
			var out bytes.Buffer
			if code := cli.Main(t.Context(), args, cli.IO{In: strings.NewReader(""), Out: &out, Err: &out}); code != 0 {
				t.Errorf("%s:%d: %s: exit code %d: %s", name, c.line, c.args(), code, &out)
			}
			for _, word := range words {
				flag, _, _ := strings.Cut(word, "=")
				if strings.HasPrefix(flag, "--") && !strings.Contains(out.String(), flag+" ") {
					t.Errorf("%s:%d: %s: help tells of no flag %s", name, c.line, c.args(), flag)
				}
			}
		}
	}
}

// TestGuideDoesWhatItSays runs what the guide and the formats show, as it
// stands, and compares what is printed.
func TestGuideDoesWhatItSays(t *testing.T) {
	for _, name := range documents(t) {
		if strings.HasPrefix(name, "docs/guide") || name == "docs/formats.md" || name == "README.md" {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runDoc(t, readDoc(t, name))
			})
		}
	}
}

// TestProgramsInDocumentsBuild: what somebody copies from a document compiles.
func TestProgramsInDocumentsBuild(t *testing.T) {
	built := 0
	for _, name := range documents(t) {
		for _, text := range readDoc(t, name).programs {
			file := filepath.Join(t.TempDir(), "main.go")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := exec.CommandContext(t.Context(), "go", "build", "-o", os.DevNull, file).CombinedOutput()
			if err != nil {
				t.Errorf("%s: %v: %s", name, err, out)
			}
			built++
		}
	}
	if built == 0 {
		t.Error("no program in any document")
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
	if d.name == "README.md" { // where a game is replayed that somebody has
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
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // a guard
		line := c.args()
		if strings.Contains(line, " bench ") || strings.Contains(line, " arena run spot ") {
			line += few
		}
		out, code, err := shell(ctx, dir, line)
		cancel()
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

// printed is what a document says a command prints, as an expression.
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

// link is one to a file of this repository, with what is before an anchor.
var link = regexp.MustCompile(`\]\(([^)#\s]*)(?:#[^)\s]*)?\)`)

// TestLinksOfDocumentsLeadSomewhere: relative links name files that are there.
func TestLinksOfDocumentsLeadSomewhere(t *testing.T) {
	names := append(documents(t), "CHANGELOG.md")
	decisions, err := filepath.Glob("../../docs/decisions/*.md")
	if err != nil || len(decisions) == 0 {
		t.Fatal(err, decisions)
	}
	for _, name := range decisions {
		names = append(names, strings.TrimPrefix(filepath.ToSlash(name), "../../"))
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range link.FindAllStringSubmatch(string(text), -1) {
			target := match[1]
			if target == "" || strings.Contains(target, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join("../..", filepath.Dir(name), target)); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", name, target)
			}
		}
	}
}

var namedTest = regexp.MustCompile(`\bTest[A-Z]\w*`)

// TestPromisesNameTheirTests: a promise whose test is gone is noticed.
func TestPromisesNameTheirTests(t *testing.T) {
	there := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(text, -1) {
			there[string(match[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, name := range documents(t) {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range namedTest.FindAllString(string(text), -1) {
			if named++; !there[test] {
				t.Errorf("%s: there is no %s", name, test)
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d tests are named", named)
	}
}
