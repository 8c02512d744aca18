package metrics

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Page collects families. It writes them in the order of their names.
type Page struct {
	paragraphs []paragraph
}

type paragraph struct {
	name string
	text []byte
}

func (s *Set) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write(s.text())
}

func (s *Set) text() []byte {
	s.mu.Lock()
	families, funcs := slices.Clone(s.families), slices.Clone(s.funcs)
	s.mu.Unlock()
	var p Page
	for _, f := range families {
		f.write(&p)
	}
	for _, f := range funcs {
		f(&p)
	}
	slices.SortStableFunc(p.paragraphs, func(a, b paragraph) int { return cmp.Compare(a.name, b.name) })
	var all []byte
	for _, one := range p.paragraphs {
		all = append(all, one.text...)
	}
	return all
}

// write adds a family to a page, unless the family has no metrics.
func (f *Family) write(p *Page) {
	f.mu.RLock()
	values := make([]*Value, 0, len(f.values))
	for _, v := range f.values {
		values = append(values, v)
	}
	f.mu.RUnlock()
	if len(values) == 0 {
		return
	}
	w := p.begin(f.kind, f.name, f.help, f.labels)
	slices.SortFunc(values, func(a, b *Value) int {
		for _, i := range w.order {
			if c := cmp.Compare(a.labels[i], b.labels[i]); c != 0 {
				return c
			}
		}
		return 0
	})
	for _, v := range values {
		if f.kind == histogram {
			w.histogram(v)
		} else {
			w.line("", v.number.load(), v.labels)
		}
	}
	w.end()
}

// Write adds a family. metrics calls add for each metric, in the order on the page, with the values
// of the labels.
func (p *Page) Write(kind Kind, name, help string, labels []string, metrics func(add func(x float64, labels ...string))) {
	w := p.begin(kind, name, help, labels)
	metrics(func(x float64, values ...string) { w.line("", x, values) })
	w.end()
}

// Number adds a family that consists of one metric without labels.
func (p *Page) Number(kind Kind, name, help string, x float64) {
	p.Write(kind, name, help, nil, func(add func(float64, ...string)) { add(x) })
}

type writer struct {
	page   *Page
	name   string
	labels []string
	order  []int // indices of the labels, in the order of their names
	text   []byte
	least  int // length of the text before the first metric
}

var (
	escapeHelp  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	escapeValue = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

func (p *Page) begin(kind Kind, name, help string, labels []string) *writer {
	head := "# HELP " + name + " " + escapeHelp.Replace(help) + "\n# TYPE " + name + " " + string(kind) + "\n"
	w := &writer{page: p, name: name, labels: labels, text: []byte(head), least: len(head)}
	for i := range labels {
		w.order = append(w.order, i)
	}
	slices.SortFunc(w.order, func(i, j int) int { return cmp.Compare(labels[i], labels[j]) })
	return w
}

func (w *writer) end() {
	if len(w.text) > w.least {
		w.page.paragraphs = append(w.page.paragraphs, paragraph{w.name, w.text})
	}
}

// line adds a metric, with labels in the order of their names. extraLabel is the name and value of
// one more label, which follows these labels.
func (w *writer) line(suffix string, x float64, values []string, extraLabel ...string) {
	w.text = append(append(w.text, w.name...), suffix...)
	separator := "{"
	label := func(name, value string) {
		w.text = append(w.text, separator+name+`="`+escapeValue.Replace(value)+`"`...)
		separator = ","
	}
	for _, i := range w.order {
		label(w.labels[i], values[i])
	}
	if len(extraLabel) > 0 {
		label(extraLabel[0], extraLabel[1])
	}
	if separator == "," {
		w.text = append(w.text, '}')
	}
	w.text = append(w.text, " "+number(x)+"\n"...)
}

// histogram adds the lines of a histogram: for each bucket the number of observations up to its
// bound, then their sum and their number.
func (w *writer) histogram(v *Value) {
	count := uint64(0)
	for i := range v.counts {
		bound := math.Inf(1)
		if i < len(v.buckets) {
			bound = v.buckets[i]
		}
		count += v.counts[i].Load()
		w.line("_bucket", float64(count), v.labels, "le", number(bound))
	}
	w.line("_sum", v.number.load(), v.labels)
	w.line("_count", float64(count), v.labels)
}

func number(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "+Inf"
	case math.IsInf(x, -1):
		return "-Inf"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
