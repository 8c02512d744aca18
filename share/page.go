package share

import (
	"fmt"
	"html"
	"io"
	"strings"

	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/saved"
	"ouro/studio/hunt"
	"ouro/verify"
)

type Page struct {
	Title   string
	Result  string
	Facts   []Fact
	Verdict *verify.Report // nil omits it
	Again   string         // command that plays the game again, or ""
	Record  *File          // the record, which the reader can save from the page; may be nil
	Made    string         // the program that wrote the file
	Tape    *Tape          // nil for a game of Snake Hunter
	Hunt    *hunt.Tape     // a game of Snake Hunter, or nil
}

type Fact struct{ Name, Text string }

type File struct {
	Name string
	Data string // in base64
}

const (
	maxText        = 400 // bytes of a fact; names and specs may come from other machines
	maxDifferences = 20  // differences that the page lists
)

// WriteGame writes the part of the page that belongs between the two parts of
// [ouro/studio/web.Share], with all texts escaped. It returns the labels of overlays that
// are too large for the page.
func (p *Page) WriteGame(w io.Writer) (omitted []string, err error) {
	var game string
	var kept []Overlay
	if p.Hunt != nil {
		game, err = pack(p.Hunt, MaxTape)
	} else if game, err = p.Tape.Pack(MaxTape); err == nil {
		kept, omitted = p.Tape.Overlays()
	}
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<title>Ouro: %s</title>\n</head>\n<body class=\"shared\">\n<main>\n", text(p.Title))
	fmt.Fprintf(&b, "<header><h1>%s</h1><p>%s</p></header>\n<div class=\"playing\">\n<div class=\"player\">", text(p.Title), text(p.Result))
	b.WriteString("<noscript><p>The board needs JavaScript. Allow it for this file, or replay the game with Ouro.</p></noscript></div>\n<aside aria-label=\"about the game\">\n")
	b.WriteString("<section class=\"card\"><header><h2>The game</h2></header><dl class=\"facts\">\n")
	for _, f := range p.Facts {
		fmt.Fprintf(&b, "<dt>%s</dt><dd>%s</dd>\n", text(f.Name), text(f.Text))
	}
	b.WriteString("</dl>")
	if p.Record != nil {
		fmt.Fprintf(&b, "<p><a download=\"%s\" href=\"data:text/plain;base64,%s\">Save the record</a> <span class=\"dim small\">for ouro replay and ouro verify</span></p>", text(p.Record.Name), p.Record.Data)
	}
	if p.Again != "" {
		fmt.Fprintf(&b, "<p class=\"small dim\">The command that plays it again:</p><pre tabindex=\"0\"><code>%s</code></pre>", text(p.Again))
	}
	b.WriteString("</section>\n")
	if p.Verdict != nil {
		writeVerdict(&b, p.Verdict)
	}
	fmt.Fprintf(&b, "</aside>\n</div>\n<footer>Written by %s. This file is self-contained: it makes no request.</footer>\n</main>\n", text(p.Made))
	fmt.Fprintf(&b, "<script type=\"application/octet-stream\" data-game>%s</script>", game)
	for _, o := range kept {
		fmt.Fprintf(&b, "\n<script type=\"application/octet-stream\" data-overlay=\"%s\">%s</script>", text(o.Label), o.Data)
	}
	_, err = io.WriteString(w, b.String())
	return omitted, err
}

func text(s string) string { return html.EscapeString(printable.Short(s, maxText)) }

// writeVerdict writes whether the game follows the rules. Each difference links to its turn.
func writeVerdict(b *strings.Builder, v *verify.Report) {
	all, unit := len(v.Differences)+v.More, "turn"
	if v.Kind == saved.Hunter {
		unit = "tick"
	}
	class, words := "good", fmt.Sprintf("%s derived by the rules: the game is correct.", english.Count(v.Turns, unit))
	if all > 0 {
		class, words = "bad", english.Count(all, "difference")+" from the rules:"
	}
	fmt.Fprintf(b, "<section class=\"card\"><header><h2>Verified</h2></header><p class=\"small %s\">%s</p>", class, text(words))
	if all > 0 {
		b.WriteString("<ol class=\"small\">\n")
		for _, d := range v.Differences[:min(len(v.Differences), maxDifferences)] {
			what := d.What
			if d.Snake != "" {
				what = d.Snake + ": " + what
			}
			fmt.Fprintf(b, "<li><a href=\"#%d\">%s %d</a>: %s</li>\n", d.Turn, unit, d.Turn, text(what))
		}
		b.WriteString("</ol>")
		if more := all - maxDifferences; more > 0 {
			fmt.Fprintf(b, "<p class=\"small dim\">and %d more</p>", more)
		}
	}
	if not := v.NotChecked(); len(not) > 0 {
		b.WriteString("<details class=\"small\"><summary>What cannot be checked</summary><ul>\n")
		for _, what := range not {
			fmt.Fprintf(b, "<li>%s</li>\n", text(what))
		}
		b.WriteString("</ul></details>")
	}
	b.WriteString("</section>\n")
}

func marksOf(v *verify.Report) (marks []Mark) {
	for _, d := range v.Differences {
		marks = append(marks, Mark{d.Turn, d.What})
	}
	return marks
}

func (p *Page) SetVerdict(v *verify.Report) {
	if v.Kind == saved.Record || v.Kind == saved.Log {
		p.Verdict, p.Tape.Marks = v, marksOf(v)
	}
}
