package ouro_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// phrases are words and idioms that make a native reader stop, and what to write instead.
var phrases = []struct{ avoid, write string }{
	{`somebody|someone's somebody|anybody|everybody|nobody|whoever`, "name the subject: user, author, player, opponent, worker"},
	{`elsewhere`, "another machine, another program, a remote snake"},
	{`tells?|told`, "report, print, show, return, receive"},
	{`at home`, "locally"},
	{`for want of`, "without"},
	{`of (?:its|their|his|her|our) own`, "its own"},
	{`as it stands|as they stand`, "now, unchanged"},
	{`goes on|go on|going on|went on`, "continues, resumes"},
	{`comes of|came of|become of|became of|becomes of`, "result, outcome"},
	{`\w*(?:[^r\W]e|[^e\W]) (?:is|are|was|were) none`, "is not a ..."},
	{`takes it for|takes for|taken for`, "treats as"},
	{`is asked for|are asked for|was asked for|were asked for`, "is requested"},
	{`stands? in`, "is in"},
	{`what is left out|is left out|are left out`, "omitted"},
	{`experiment's order|orders? of (?:an|the|this) experiment`, "definition"},
	{`wants? to know`, "needs"},
	{`makes? nothing of`, "ignores"},
}

// forbiddenNames are words that must not be part of a name, as Asked is of SeatAsked. TestWords
// adds the synonyms in the glossary.
var forbiddenNames = []string{
	"asked", "said", "heard", "tried", "told", "tells", "shown", "hasty", "polite", "lying", "urges",
	"sudden", "hall", "somebody", "nobody", "everybody", "whoever", "elsewhere",
}

// TestWords: comments, messages, documents and names use the words of docs/glossary.md and
// none of those that a native reader must read twice.
func TestWords(t *testing.T) {
	names := slices.Concat(forbiddenNames, synonyms(t))
	var all []string
	for _, p := range phrases {
		all = append(all, p.avoid)
	}
	avoid := regexp.MustCompile(`(?i)\b(?:` + strings.Join(all, "|") + `)\b`)
	hits := map[string]int{}
	complain := func(path string, line int, what string) {
		path = filepath.ToSlash(path)
		if hits[path]++; !slices.Contains(fixedTexts, path) {
			t.Errorf("%s:%d: %s", path, line, what)
		}
	}
	prose := func(path string, line int, text string) {
		for i, l := range strings.Split(text, "\n") {
			for _, m := range avoid.FindAllString(l, -1) {
				complain(path, line+i, "says "+m+"; "+instead(m))
			}
		}
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == "tools" || path == "site" || path == "dist" || d.Name() != "." && strings.HasPrefix(d.Name(), ".") {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(path) {
		case ".go":
			return goWords(path, names, prose, complain)
		case ".md", ".js", ".css", ".html":
			if filepath.Dir(path) == "." && filepath.Ext(path) != ".md" {
				return nil // written by a command in the documents
			}
			text, err := os.ReadFile(path)
			if err == nil && path != filepath.Join("docs", "glossary.md") {
				prose(path, 1, string(text))
			}
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range fixedTexts {
		if hits[path] == 0 {
			t.Errorf("%s needs no exemption: remove it from fixedTexts", path)
		}
	}
	if testing.Verbose() {
		for _, f := range slices.Sorted(maps.Keys(hits)) {
			t.Logf("%5d %s", hits[f], f)
		}
	}
}

// goWords checks the comments, texts and declared names of a Go file.
func goWords(path string, names []string, prose func(string, int, string), complain func(string, int, string)) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			prose(path, set.Position(c.Pos()).Line, c.Text)
		}
	}
	name := func(id *ast.Ident) {
		if id == nil {
			return
		}
		for _, part := range parts(id.Name) {
			if slices.Contains(names, part) {
				complain(path, set.Position(id.Pos()).Line, id.Name+": no name says "+part)
			}
		}
	}
	test := strings.HasSuffix(path, "_test.go")
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			name(n.Name)
		case *ast.TypeSpec:
			name(n.Name)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				name(id)
			}
		case *ast.Field:
			for _, id := range n.Names {
				name(id)
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					name(id)
				}
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && !test {
				prose(path, set.Position(n.Pos()).Line, n.Value)
			}
		}
		return true
	})
	return nil
}

// instead returns what to write for a phrase that was found.
func instead(found string) string {
	for _, p := range phrases {
		if regexp.MustCompile(`(?i)^(?:` + p.avoid + `)$`).MatchString(found) {
			return "write: " + p.write
		}
	}
	return ""
}

// parts returns the words of a name in lower case: askedForHelp is asked, for, help.
func parts(name string) (all []string) {
	start := 0
	runes := []rune(name)
	for i := 1; i <= len(runes); i++ {
		if i == len(runes) || runes[i] == '_' || unicode.IsUpper(runes[i]) && !unicode.IsUpper(runes[i-1]) {
			all = append(all, strings.ToLower(strings.Trim(string(runes[start:i]), "_")))
			start = i
		}
	}
	return all
}

// synonyms returns the words in the last column of the glossary.
func synonyms(t *testing.T) (all []string) {
	text, err := os.ReadFile(filepath.Join("docs", "glossary.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "---") || strings.TrimSpace(cells[1]) == "term" {
			continue
		}
		rows++
		all = append(all, strings.FieldsFunc(cells[3], func(r rune) bool { return r == ',' || r == ' ' })...)
	}
	if rows < 20 || rows > 60 || len(all) == 0 {
		t.Fatalf("docs/glossary.md has %d terms and %d words that are not used", rows, len(all))
	}
	return all
}

// fixedTexts are files with texts that are part of an experiment's key and must not change.
var fixedTexts = []string{"arena/arena.go", "arena/text.go"}
