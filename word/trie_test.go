package word

import (
	"compress/gzip"
	"io"
	"maps"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

func english(t *testing.T) *List {
	t.Helper()
	f, err := os.Open("list/enable.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	l, _, err := ParseList(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestTrieIsAMap: the trie has exactly the words of the list, each with its slot. Some lists have many
// words with qu.
func TestTrieIsAMap(t *testing.T) {
	lists := map[string]*List{"english": english(t)}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 0))
		alphabet := []string{"abcdefghijklmnopqrstuvwxyz", "qu", "quz", "a"}[seed%4]
		var text strings.Builder
		for range 1 + r.IntN(400) {
			for range 1 + r.IntN(7) {
				text.WriteByte(alphabet[r.IntN(len(alphabet))])
			}
			text.WriteByte('\n')
		}
		l, _, err := ParseList(text.String())
		if err != nil {
			t.Fatal(err)
		}
		lists["seed "+string(rune('0'+seed%10))+string(rune('0'+seed/10))] = l
	}
	for name, l := range lists {
		t.Run(name, func(t *testing.T) {
			got := make(map[string]uint32) // from word to slot
			nodes := make(map[uint32]bool)
			l.visit(0, "", got, nodes)
			words := slices.Sorted(maps.Keys(got))
			if strings.Join(words, "") != l.text || len(words) != l.Len() {
				t.Fatalf("the trie has %d words, the list %d", len(words), l.Len())
			}
			slots := make(map[uint32]bool)
			for w, slot := range got {
				if slots[slot] || l.Word(int(l.rank[slot])) != w {
					t.Fatalf("%s in slot %d of %s", w, slot, l.Word(int(l.rank[slot])))
				}
				slots[slot] = true
			}
			if want := uint32(l.Len()); l.below[0] != want {
				t.Errorf("%d words below the root, want %d", l.below[0], want)
			}
		})
	}
}

// visit collects the words below node i, which has this prefix. It panics if it visits a node twice,
// or if the pair qu does not lead to the same node as the letters q and u.
func (l *List) visit(i uint32, prefix string, words map[string]uint32, visited map[uint32]bool) {
	n := l.nodes[i]
	if visited[i] {
		panic("the node of " + prefix + " is visited twice")
	}
	visited[i] = true
	for m := n.ends & letterBits; m != 0; m &= m - 1 {
		letter := uint32(bits.TrailingZeros32(m))
		words[prefix+string(rune('a'+letter))] = n.slot + letter
	}
	for m := n.kids & letterBits; m != 0; m &= m - 1 {
		letter := uint32(bits.TrailingZeros32(m))
		l.visit(n.kid+letter, prefix+string(rune('a'+letter)), words, visited)
	}
	var viaQ node
	if n.kids>>numQ&1 != 0 {
		viaQ = l.nodes[n.kid+numQ]
	}
	if (n.ends&quBit != 0) != (viaQ.ends>>numU&1 != 0) || (n.kids&quBit != 0) != (viaQ.kids>>numU&1 != 0) {
		panic("the masks of the pair qu after " + prefix + " are wrong")
	}
	if n.kids&quBit != 0 && (visited[n.kid+qu] || l.nodes[n.kid+qu] != l.nodes[viaQ.kid+numU]) {
		panic("the pair qu after " + prefix + " leads to another node than q and u")
	}
}
