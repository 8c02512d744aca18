//go:build !race

// Tests that the names on pages exist: tests, benchmarks, packages, files, scripts, flags
// and targets of make. They read the sources as text and run nothing.

package main

import (
	"fmt"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	goCommand    = regexp.MustCompile(`^(?:\w+=\S+ |taskset -c 0 )*go (test|run|build|vet) (.*)`)
	quoted       = regexp.MustCompile(`"[^"]*"|'[^']*'`)
	commandEnd   = regexp.MustCompile(`[;|&>]| {2,}`)
	declaredFlag = regexp.MustCompile(`flag\.\w+\("([\w-]+)"`)
	namedTest    = regexp.MustCompile(`(?:((?:\w+/)*\w+)\.)?\b((?:Test|Benchmark|Fuzz|Example)[A-Z]\w*)`)
)

// groups returns the first group of each match of an expression in a text.
func groups(expression *regexp.Regexp, text string) (found []string) {
	for _, match := range expression.FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	return found
}

// commandWords returns the words of a command without quotes, up to the next command or
// remark.
func commandWords(text string) (words []string) {
	hidden := quoted.ReplaceAllStringFunc(text, func(q string) string { return strings.Repeat("q", len(q)) })
	if at := commandEnd.FindStringIndex(hidden); at != nil {
		text = text[:at[0]]
	}
	for _, match := range shellWords.FindAllStringSubmatch(text, -1) {
		words = append(words, strings.NewReplacer(`"`, "", `'`, "").Replace(match[1]))
	}
	return words
}

// TestPagesNameTestsThatExist: every test or benchmark that a page names exists, in the package that
// the page names. The packages, patterns and flags in "go test" commands exist too.
func TestPagesNameTestsThatExist(t *testing.T) {
	checkPages(t, 200, func(c *checker) {
		prose := c.prose
		for _, s := range c.spans {
			if match := goCommand.FindStringSubmatch(s.text); match != nil && match[1] == "test" {
				c.goTest(s.line, commandWords(match[2]))
				prose = prose[:s.from] + strings.Repeat(" ", s.to-s.from) + prose[s.to:]
			}
			if words := commandWords(s.text); len(words) > 1 && words[0] == "make" {
				c.makes(s.line, words[1:])
			}
		}
		for _, at := range namedTest.FindAllStringSubmatchIndex(prose, -1) {
			known, name := c.tests[""], prose[at[4]:at[5]]
			if at[2] >= 0 {
				known = nil
				for dir, tests := range c.tests {
					if owner := prose[at[2]:at[3]]; dir == owner || strings.HasSuffix(dir, "/"+owner) || dir == "." && owner == "ouro" {
						known = append(known, tests...)
					}
				}
			}
			c.want(slices.Contains(known, name), 1+strings.Count(prose[:at[0]], "\n"), name, known)
		}
	})
}

// goTest checks the words after "go test" in a command.
func (c *checker) goTest(line int, words []string) {
	var known []string
	source, patterns := "", map[string]string{}
	for i := 0; i < len(words); i++ {
		flag, isFlag := strings.CutPrefix(words[i], "-")
		switch {
		case !isFlag && strings.HasPrefix(words[i], "."):
			dirs := c.packages(words[i])
			if c.want(len(dirs) > 0, line, strings.TrimPrefix(words[i], "./"), slices.Collect(maps.Keys(c.source))); len(dirs) == 0 {
				return
			}
			for _, dir := range dirs {
				known, source = append(known, c.tests[dir]...), source+c.source[dir]
			}
		case isFlag && i+1 < len(words) && slices.Contains([]string{"run", "bench", "fuzz", "benchtime", "count", "cpu", "timeout"}, flag):
			i++
			patterns[flag] = words[i]
		case isFlag && !slices.Contains([]string{"v", "race", "benchmem", "short"}, flag):
			patterns["-"+flag] = flag
		}
	}
	for flag, pattern := range patterns {
		switch flag {
		case "run", "bench", "fuzz":
			c.testPattern(line, flag, pattern, known, source)
		default:
			if strings.HasPrefix(flag, "-") {
				own := groups(declaredFlag, source)
				c.want(slices.Contains(own, pattern), line, pattern, own)
			}
		}
	}
}

// testPattern checks a pattern of go test. At its first level, each alternative must match
// a function. In deeper levels, the text before "=" must be in the source.
func (c *checker) testPattern(line int, flag, pattern string, known []string, source string) {
	top, deeper, _ := strings.Cut(pattern, "/")
	if flag == "run" && (top == "xxx" || top == "^$") {
		return // benchmarks alone
	}
	kinds := map[string]string{"run": "Test|Example|Fuzz", "bench": "Benchmark", "fuzz": "Fuzz"}[flag]
	known = slices.DeleteFunc(slices.Clone(known), func(name string) bool {
		return !regexp.MustCompile("^(?:" + kinds + ")").MatchString(name)
	})
	for alternative := range strings.SplitSeq(top, "|") {
		expression, err := regexp.Compile(alternative)
		c.want(err == nil && slices.ContainsFunc(known, expression.MatchString), line, kinds+" like "+alternative, known)
	}
	for element := range strings.SplitSeq(deeper, "/") {
		if key, _, ok := strings.Cut(element, "="); ok {
			keys := groups(regexp.MustCompile(`(\w+)=%`), source)
			c.want(slices.Contains(keys, key), line, key, keys)
		}
	}
}

// makes checks the targets and variables of a command "make".
func (c *checker) makes(line int, words []string) {
	text, err := os.ReadFile("../../Makefile")
	if err != nil {
		c.Fatal(err)
	}
	known := groups(regexp.MustCompile(`(?m)^([\w-]+)(?::| +\?=)`), string(text))
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		c.want(slices.Contains(known, name), line, name, known)
		if name == "BENCH" {
			c.testPattern(line, "bench", value, c.tests[""], "")
		}
	}
}

var (
	namedScript  = regexp.MustCompile(`\bscripts/[\w-]+(?:/[\w.-]*\w)?`)
	namedPath    = regexp.MustCompile(`^\.?[\w*-][\w.*-]*(?:/[\w.*-]+)*(?:\.(?:go|md|py|js|html|txt|toml)|/[\w.*-]*)$`)
	afterPackage = regexp.MustCompile(`\.[A-Z]\w*$`)
	capitals     = regexp.MustCompile(`[A-Z]{2,}`)
	identifier   = regexp.MustCompile(`^([A-Za-z]\w*)\.([A-Z]\w*[a-z]\w*)(?:\(.*\))?$`)
)

// foreign matches names of things outside of the repository: files that commands write or
// users own, rejected designs, and other projects.
var foreign = regexp.MustCompile(`^(?:four|tuned|mine|records|logs|ouro|pkg|github\.com|golang\.org)(?:/|$)|^(?:tournament\.toml|game\.html|share\.html|site/ouro-board\.js)$|^(?:testing|strconv|rand|t)$`)

// TestPagesNameFilesThatExist: a path between backquotes names an existing file or folder, relative
// to the root or to the folder of the page; capitals in it match anything. A file name without a
// folder, such as state.go, may be in any folder. Files that commands read from the repository,
// packages that go runs, and scripts exist too, and scripts have the flags that pages use. A name
// with a package or type, such as lab.Plan, is declared in that package or type.
func TestPagesNameFilesThatExist(t *testing.T) {
	checkPages(t, 200, func(c *checker) {
		for i, line := range c.lines {
			for _, name := range namedScript.FindAllString(line, -1) {
				c.path(i+1, name)
			}
		}
		for _, s := range c.spans {
			words := commandWords(s.text)
			goes := goCommand.FindStringSubmatch(s.text)
			if goes != nil {
				words = commandWords(goes[2])
			}
			for i, word := range words {
				first, _, below := strings.Cut(strings.TrimPrefix(word, "./"), "/")
				switch {
				case first == "scripts" && below:
					c.scriptFlags(s.line, path.Clean(word), words[i+1:])
				case len(words) == 1 && namedPath.MatchString(word), below && slices.Contains(c.files, first),
					goes != nil && strings.HasPrefix(word, "./") && goes[1] != "test":
					c.path(s.line, word)
				}
			}
			if match := identifier.FindStringSubmatch(s.text); match != nil {
				c.identifier(s.line, match[1], match[2])
			}
		}
	})
}

// scriptFlags checks that a script or a program in scripts has these flags.
func (c *checker) scriptFlags(line int, script string, words []string) {
	source := c.source[strings.TrimSuffix(script, "/main.go")]
	if source == "" {
		text, _ := os.ReadFile("../../" + script) // c.path reports a missing script
		source = string(text)
	}
	known := append(groups(declaredFlag, source), groups(regexp.MustCompile(`--([\w-]+)`), source)...)
	for _, word := range words {
		if flag, _, _ := strings.Cut(word, "="); strings.HasPrefix(flag, "-") {
			name := strings.TrimLeft(flag, "-")
			c.want(slices.Contains(known, name), line, name, known)
		}
	}
}

// path checks a path on a page.
func (c *checker) path(line int, name string) {
	if foreign.MatchString(strings.TrimPrefix(name, "./")) {
		return
	}
	pattern := strings.TrimSuffix(strings.TrimSuffix(afterPackage.ReplaceAllString(name, ""), "/..."), "/")
	pattern = capitals.ReplaceAllString(path.Clean(pattern), "*")
	beside := path.Join(path.Dir(c.name), pattern)
	known := c.files
	exists := slices.Contains(c.files, pattern) || slices.Contains(c.files, beside)
	if !exists && !strings.Contains(pattern, "/") {
		known = nil
		for _, file := range c.files {
			known = append(known, path.Base(file))
		}
	}
	exists = exists || slices.ContainsFunc(known, func(file string) bool {
		ok, _ := path.Match(pattern, file)
		return ok
	})
	c.want(exists, line, pattern, known)
}

var declared = regexp.MustCompile(`(?m)^(?:func(?: \([^)]*\))? |type |var |const |\t)([A-Z]\w*)`)

// identifier checks a name with its package or type, such as lab.Plan or Turn.Best.
func (c *checker) identifier(line int, owner, name string) {
	if foreign.MatchString(owner) || strings.HasPrefix(name, "Test") { // TestPagesNameTestsThatExist checks tests
		return
	}
	var known []string
	for dir, source := range c.source {
		if path.Base(dir) == owner || dir == "." && owner == "ouro" || strings.Contains(source, "\ntype "+owner+" ") {
			for _, member := range groups(declared, source) {
				known = append(known, owner+"."+member)
			}
		}
	}
	c.want(slices.Contains(known, owner+"."+name), line, owner+"."+name, known)
}

// link matches a link to a file of the repository and, optionally, to a heading.
var link = regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]*))?\)`)

// TestLinksOfDocumentsLeadSomewhere: the files and headings of relative links exist.
func TestLinksOfDocumentsLeadSomewhere(t *testing.T) {
	checkPages(t, 100, func(c *checker) {
		for i, line := range strings.Split(c.prose, "\n") {
			for _, match := range link.FindAllStringSubmatch(line, -1) {
				if strings.Contains(match[1], "://") {
					continue
				}
				target := path.Join(path.Dir(c.name), match[1])
				if match[1] == "" {
					target = c.name
				}
				c.want(slices.Contains(c.files, target), i+1, target, c.files)
				if match[2] != "" && slices.Contains(c.files, target) {
					known := anchors(readPage(c.T, target))
					c.want(slices.Contains(known, match[2]), i+1, target+"#"+match[2], known)
				}
			}
		}
	}, "CHANGELOG.md")
}

// anchors returns the names that GitHub gives to the headings of a page. GitHub numbers headings with
// the same text.
func anchors(p page) (names []string) {
	times := map[string]int{}
	for _, heading := range groups(regexp.MustCompile(`(?m)^#+ (.*)`), p.prose) {
		plain := regexp.MustCompile(`[^\w\s-]`).ReplaceAllString(strings.ToLower(heading), "")
		name := strings.ReplaceAll(plain, " ", "-")
		if times[name]++; times[name] > 1 {
			name = fmt.Sprintf("%s-%d", name, times[name]-1)
		}
		names = append(names, name)
	}
	return names
}
