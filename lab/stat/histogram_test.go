package stat_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro/lab/stat"
)

// TestHistogramQuantiles compares with a sorted sample of durations of all magnitudes.
func TestHistogramQuantiles(t *testing.T) {
	for seed := range uint64(20) {
		dice := rand.New(rand.NewPCG(seed, 0))
		var whole stat.Histogram
		parts := make([]stat.Histogram, 3)
		var all []time.Duration
		sum := 0.0
		for i := range 1 + dice.IntN(5000) {
			d := time.Duration(math.Exp(dice.Float64() * 30)) // up to about three hours
			all = append(all, d)
			sum += float64(d)
			whole.Add(d)
			parts[i%3].Add(d)
		}
		slices.Sort(all)
		var merged stat.Histogram
		for i := range parts {
			merged.MergeSparse(parts[i].Sparse())
		}
		for _, h := range []*stat.Histogram{&whole, &merged} {
			if h.Max() != all[len(all)-1] {
				t.Fatalf("seed %d: Max %v", seed, h.Max())
			}
			near(t, "Mean", float64(h.Mean()), sum/float64(len(all)), 0.5+1e-9*sum)
			for _, p := range []float64{0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1} {
				exact := all[max(0, int(math.Ceil(p*float64(len(all))))-1)]
				if got := h.Quantile(p); math.Abs(float64(got-exact)) > 0.01*float64(exact) {
					t.Errorf("seed %d: quantile %v = %v, exactly %v", seed, p, got, exact)
				}
			}
		}
	}
}

func TestHistogramEdges(t *testing.T) {
	var empty stat.Histogram
	if empty.Mean() != 0 || empty.Quantile(0.5) != 0 || empty.Max() != 0 {
		t.Error("an empty histogram has figures")
	}
	// Small values are exact, and the largest are counted.
	for _, d := range []time.Duration{0, 1, 63, 64, 127, 128, 129, 1<<40 - 1, 1 << 40, math.MaxInt64} {
		var h stat.Histogram
		h.Add(d)
		got := h.Quantile(0.5)
		if d < 128 && got != d || math.Abs(float64(got)-float64(d)) > 0.01*float64(d) {
			t.Errorf("%d: quantile %d", d, got)
		}
	}
	var h stat.Histogram
	h.Add(-5) // as after a clock was set back
	h.Add(1)
	if h.Quantile(0.5) != 0 || h.Quantile(1) != 1 || h.Mean() != 1 { // the mean 0.5 rounds to 1
		t.Error("a negative duration does not count as 0")
	}
}

// TestHistogramBuckets: the buckets contain all durations in order, and agree with the
// quantiles.
func TestHistogramBuckets(t *testing.T) {
	var h stat.Histogram
	for range h.Buckets() {
		t.Error("an empty histogram has a bucket")
	}
	for _, d := range []time.Duration{5, 5, time.Millisecond, 3 * time.Second} {
		h.Add(d)
	}
	var durations []time.Duration
	var counts []uint64
	for d, n := range h.Buckets() {
		durations, counts = append(durations, d), append(counts, n)
	}
	if !slices.Equal(counts, []uint64{2, 1, 1}) || !slices.Equal(durations, []time.Duration{h.Quantile(0.5), h.Quantile(0.75), h.Quantile(1)}) {
		t.Errorf("%v of %v", counts, durations)
	}
	for range h.Buckets() {
		break
	}
}

func TestHistogramAddAllocatesNothing(t *testing.T) {
	h := new(stat.Histogram)
	d := time.Duration(1)
	if n := testing.AllocsPerRun(1000, func() { h.Add(d); d = d*3%1e9 + 1 }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkHistogramAdd(b *testing.B) {
	h := new(stat.Histogram)
	b.ReportAllocs()
	for i := range b.N {
		h.Add(time.Duration(i & 0xffff))
	}
}

// TestSparseRoundTrips: a Sparse is written and read without loss, and merging it into an empty
// histogram gives the original histogram.
func TestSparseRoundTrips(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	var whole, merged stat.Histogram
	for range 200 {
		var h stat.Histogram
		for range dice.IntN(80) {
			d := time.Duration(math.Exp(dice.Float64() * 43)) // up to more than a century
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
			t.Fatalf("%s gives another histogram", text)
		}
		whole.MergeSparse(h.Sparse())
		merged.MergeSparse(&read)
	}
	merged.MergeSparse(nil)
	if whole != merged {
		t.Error("merging the read ones gives another histogram than merging the written ones")
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
		`{"sum_ns":3,"max_ns":3,"times":[[3,0]]}`:                    "times: 0 is an impossible number of durations of 3 ns",
		`{"sum_ns":3,"max_ns":3,"times":[[3,18446744073709551615]]}`: "times: 18446744073709551615 is an impossible number of durations of 3 ns",
		`{"sum_ns":5000,"max_ns":5000,"times":[[4990,1]]}`:           "times: 4990 ns is not the middle of a bucket",
		`{"sum_ns":5,"max_ns":3,"times":[[3,1],[2,1]]}`:              "times: want them in ascending order",
		`{"sum_ns":6,"max_ns":3,"times":[[3,1],[3,1]]}`:              "times: want them in ascending order",
		`{"sum_ns":3,"max_ns":4,"times":[[3,1]]}`:                    "max_ns: 4 is not in the last bucket",
		`{"sum_ns":3,"max_ns":-3,"times":[[3,1]]}`:                   "max_ns: -3 is not in the last bucket",
		`{"sum_ns":1,"max_ns":0,"times":[]}`:                         "max_ns: 0 is not in the last bucket",
		`{"sum_ns":7,"max_ns":3,"times":[[3,2]]}`:                    "sum_ns: 7 is impossible for 2 durations up to 3 ns",
		`{"sum_ns":-1,"max_ns":3,"times":[[3,2]]}`:                   "sum_ns: -1 is impossible for 2 durations up to 3 ns",
		`{"sum_ns":1,"max_ns":1,"times":[[18446744073709551615,1]]}`: "times: 18446744073709551615 ns is not the middle of a bucket",
	} {
		var s stat.Sparse
		if err := json.Unmarshal([]byte(text), &s); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestBadBinarySparse: data that AppendBinary cannot have written is rejected and changes
// nothing.
func TestBadBinarySparse(t *testing.T) {
	// The data in good hold two durations of 3 ns and one of 5 ns. They consist of the number of
	// buckets; for each bucket, the step from the previous bucket (at first from -1) and the count;
	// the maximum; and the bits of the sum, 11.
	words := func(words ...uint64) (b []byte) {
		for _, w := range words {
			b = binary.AppendUvarint(b, w)
		}
		return b
	}
	sum := math.Float64bits
	good := words(2, 4, 2, 2, 1, 5, sum(11))
	var s stat.Sparse
	if rest, err := s.ReadBinary(good); err != nil || len(rest) > 0 {
		t.Fatal(rest, err)
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"the same bucket":  {words(2, 4, 2, 0, 1, 5, sum(11)), "a bucket is impossible"},
		"no count":         {words(2, 4, 0, 2, 1, 5, sum(11)), "a bucket is impossible"},
		"a great count":    {words(2, 4, 2, 2, math.MaxInt64-1, 5, sum(11)), "a bucket is impossible"},
		"a far bucket":     {words(2, 4, 2, 1<<40, 1, 5, sum(11)), "a bucket is impossible"},
		"an odd far one":   {words(1, math.MaxUint64, 1, 5, sum(5)), "a bucket is impossible"},
		"another maximum":  {words(2, 4, 2, 2, 1, 6, sum(11)), "max_ns: 6 is not in the last bucket"},
		"a great sum":      {words(2, 4, 2, 2, 1, 5, sum(16)), "sum_ns: 16 is impossible for 3 durations up to 5 ns"},
		"a sum of none":    {words(0, 0, sum(1)), "max_ns: 0 is not in the last bucket"},
		"no sum":           {words(2, 4, 2, 2, 1, 5, sum(math.NaN())), "sum_ns: NaN is impossible for 3 durations"},
		"a long number":    {append([]byte{0x82, 0x00}, good[1:]...), "a number is too short, too large or padded"},
		"more than are":    {words(20, 4, 2, 2, 1, 5), "the data end too soon"},
		"a negative extra": {words(2, 4, 2, 2, 1, 1<<63, sum(11)), "is not in the last bucket"},
	} {
		read := s
		if _, err := read.ReadBinary(c.data); err == nil || !strings.Contains(err.Error(), c.want) || !reflect.DeepEqual(read, s) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	for n := range good {
		if _, err := new(stat.Sparse).ReadBinary(good[:n]); err == nil {
			t.Errorf("the first %d bytes are read", n)
		}
	}
}

// FuzzSparse: if a text can be read, writing and reading it again gives the same Sparse.
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
