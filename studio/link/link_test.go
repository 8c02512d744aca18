package link_test

import (
	"encoding/json"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ouro/studio/link"
)

// vectors are links that this package and the page must read and write in the same way. The
// page's test, tests/address.test.js, uses the same file.
type vectors struct {
	Read []struct {
		Text   string      `json:"text"`
		Page   string      `json:"page"`
		Fields [][2]string `json:"fields"`
		Again  string      `json:"again"` // canonical text
	} `json:"read"`
	Broken []string `json:"broken"`
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(text, &v); err != nil || len(v.Read) < 10 || len(v.Broken) < 10 {
		t.Fatalf("%d and %d vectors, %v", len(v.Read), len(v.Broken), err)
	}
	return v
}

func TestVectors(t *testing.T) {
	v := readVectors(t)
	for _, c := range v.Read {
		l, err := link.Parse(c.Text)
		if err != nil {
			t.Errorf("%s: %v", c.Text, err)
			continue
		}
		if l.Page != c.Page || !slices.Equal(pairs(l), c.Fields) {
			t.Errorf("%s is page %q with %q, want %q with %q", c.Text, l.Page, pairs(l), c.Page, c.Fields)
		}
		if c.Again != "" && l.String() != c.Again {
			t.Errorf("%s is written as %s, want %s", c.Text, l, c.Again)
		}
		if again, err := link.Parse(l.String()); err != nil || !slices.Equal(again.Fields, l.Fields) || again.Page != l.Page {
			t.Errorf("%s: written as %s and read as %v, %v", c.Text, l, again, err)
		}
	}
	for _, text := range v.Broken {
		if l, err := link.Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, l)
		}
	}
}

func pairs(l link.Link) [][2]string {
	all := [][2]string{}
	for _, f := range l.Fields {
		all = append(all, [2]string{f.Key, f.Value})
	}
	return all
}

// TestLongLinksArePacked: the link is short even if it contains the rows of the largest level.
func TestLongLinksArePacked(t *testing.T) {
	row := "/" + strings.Repeat(" .", 32)
	l := link.Link{Page: "watch", Fields: []link.Field{{"rules", "maze"}, {"level", "S" + strings.Repeat(row, 64)[2:]}}}
	text := l.String()
	if !strings.HasPrefix(text, "/watch?z=") || len(text) > 200 {
		t.Errorf("%d characters: %.60s", len(text), text)
	}
	again, err := link.Parse("#" + text)
	if err != nil || !slices.Equal(again.Fields, l.Fields) {
		t.Errorf("%v, %v", again, err)
	}
	if _, err := again.Resolve(); err != nil {
		t.Error(err)
	}
}

// TestPackedLinksAreBounded: Parse refuses packed data that is truncated, has extra bytes at its end, or
// unpacks to too many bytes.
func TestPackedLinksAreBounded(t *testing.T) {
	bomb := packed(t, "seed="+strings.Repeat("0", 1<<24))
	if len(bomb) > 1<<16 {
		t.Fatalf("the bomb has %d characters", len(bomb))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _ = link.Parse("z=" + bomb)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 4<<20 {
		t.Errorf("the bomb takes %d bytes", took)
	}
	good := packed(t, "seed=1&board=10x10&solver=cell")
	for _, c := range []struct{ z, want string }{
		{bomb, "more than 65536 bytes"},
		{good[:len(good)-4], "not DEFLATE"},
		{good + "AAAA", "not DEFLATE"},
		{good + "&seed=1", "remove the other fields"},
		{"", "not DEFLATE"},
		{"!", "base64url"},
		{packed(t, "z="+good), "another packed link"},
		{packed(t, "seed=\xff"), "UTF-8"},
		{packed(t, "sed=1"), "did you mean seed?"},
	} {
		l, err := link.Parse("z=" + c.z)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("z=%.40s: %v, %v, want %q", c.z, l, err, c.want)
		}
	}
	if l, err := link.Parse("z=" + good); err != nil || l.Get("board") != "10x10" {
		t.Errorf("%v, %v", l, err)
	}
	if _, err := link.Parse("seed=" + strings.Repeat("0", 1<<16)); err == nil {
		t.Error("a link of any length is read")
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "#/watch?solver=cell&seed=1", "z=K05NTbE1BAA", "/tour/maze", "rules=maze&level=XXX/XS+/XXX", "position=5x5/s2.2", "a=%zz&b", "snake=a=spot&snake=hand&seat=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := link.Parse(text)
		if err != nil {
			return
		}
		again, err := link.Parse(l.String())
		if err != nil || again.Page != l.Page || !slices.Equal(again.Fields, l.Fields) {
			t.Fatalf("%q is %v, and written as %q it is %v, %v", text, l, l, again, err)
		}
	})
}
