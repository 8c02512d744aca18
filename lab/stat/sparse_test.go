package stat_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"ouro/lab/stat"
)

// TestSparseRoundTrips: what was counted is written and read again without loss,
// and merged it counts as before.
func TestSparseRoundTrips(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	var whole, merged stat.Histogram
	for range 200 {
		var h stat.Histogram
		for range dice.IntN(80) {
			d := time.Duration(math.Exp(dice.Float64() * 43)) // to beyond a century
			h.Add(d)
		}
		if dice.IntN(4) == 0 {
			h.Add(0)
			h.Add(math.MaxInt64)
		}
		s := h.Sparse()
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var read stat.Sparse
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !reflect.DeepEqual(&read, s) {
			t.Fatalf("%s was read as %+v", text, read)
		}
		data := s.AppendBinary([]byte("before"))[len("before"):]
		var packed stat.Sparse
		if rest, err := packed.ReadBinary(append(data, "after"...)); err != nil || string(rest) != "after" || !reflect.DeepEqual(&packed, s) {
			t.Fatalf("% x was read as %+v, then %q, %v", data, packed, rest, err)
		}
		var again stat.Histogram
		again.MergeSparse(&read)
		if again != h {
			t.Fatalf("%s does not count as before", text)
		}
		whole.Merge(&h)
		merged.MergeSparse(&read)
	}
	merged.MergeSparse(nil)
	if whole != merged {
		t.Error("many that were read count not as those that were written")
	}
}

func TestSparseText(t *testing.T) {
	var h stat.Histogram
	for _, d := range []time.Duration{3, 3, 5 * time.Microsecond, time.Second} {
		h.Add(d)
	}
	text, err := json.Marshal(h.Sparse())
	const want = `{"sum_ns":1000005006,"max_ns":1000000000,"times":[[3,2],[5023,1],[1002438655,1]]}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}

func TestBadSparse(t *testing.T) {
	for text, want := range map[string]string{
		`{"sum_ns":3,"max_ns":3,"times":[[3,0]]}`:                    "times: 0 of 3 ns",
		`{"sum_ns":3,"max_ns":3,"times":[[3,18446744073709551615]]}`: "times: 18446744073709551615 of 3 ns",
		`{"sum_ns":5000,"max_ns":5000,"times":[[4990,1]]}`:           "times: 4990 ns stands for no bucket",
		`{"sum_ns":5,"max_ns":3,"times":[[3,1],[2,1]]}`:              "times: want them in ascending order",
		`{"sum_ns":6,"max_ns":3,"times":[[3,1],[3,1]]}`:              "times: want them in ascending order",
		`{"sum_ns":3,"max_ns":4,"times":[[3,1]]}`:                    "max_ns: 4 is not in the last bucket",
		`{"sum_ns":3,"max_ns":-3,"times":[[3,1]]}`:                   "max_ns: -3 is not in the last bucket",
		`{"sum_ns":1,"max_ns":0,"times":[]}`:                         "max_ns: 0 is not in the last bucket",
		`{"sum_ns":7,"max_ns":3,"times":[[3,2]]}`:                    "sum_ns: 7 of 2 durations up to 3 ns",
		`{"sum_ns":-1,"max_ns":3,"times":[[3,2]]}`:                   "sum_ns: -1 of 2 durations up to 3 ns",
		`{"sum_ns":1,"max_ns":1,"times":[[18446744073709551615,1]]}`: "times: 18446744073709551615 ns stands for no bucket",
	} {
		var s stat.Sparse
		if err := json.Unmarshal([]byte(text), &s); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// FuzzSparse: a text is refused, or written again it is read as the same.
func FuzzSparse(f *testing.F) {
	f.Add(`{"sum_ns":1000005006,"max_ns":1000000000,"times":[[3,2],[5023,1],[1002438655,1]]}`)
	f.Add(`{"sum_ns":0,"max_ns":0,"times":[]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var s, again stat.Sparse
		if json.NewDecoder(strings.NewReader(text)).Decode(&s) != nil {
			return
		}
		written, err := json.Marshal(&s)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(written, &again); err != nil || !reflect.DeepEqual(s, again) {
			t.Errorf("%s was written %s, %v", text, written, err)
		}
	})
}
