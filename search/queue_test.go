package search

import (
	"slices"
	"testing"

	"ouro"
)

type queue interface {
	Push(priority int, v int)
	Pop() (priority, v int, ok bool)
	Clear()
}

func queues() map[string]queue {
	return map[string]queue{"buckets": &Buckets[int]{}, "heap": &Heap[int, int]{}}
}

func TestQueueAgainstSort(t *testing.T) {
	for name, q := range queues() {
		for seed := range uint64(300) {
			dice := ouro.NewPCG(seed)
			q.Clear()
			var twin []int // the sorted priorities in the queue; each value is 3 times its priority
			for range 200 {
				if dice.Roll(5) < 3 {
					p := dice.Roll(40)
					q.Push(p, 3*p)
					i, _ := slices.BinarySearch(twin, p)
					twin = slices.Insert(twin, i, p)
					continue
				}
				p, v, ok := q.Pop()
				if ok != (len(twin) > 0) {
					t.Fatalf("%s seed %d: Pop ok = %v with %d inside", name, seed, ok, len(twin))
				}
				if !ok {
					continue
				}
				if p != twin[0] || v != 3*p {
					t.Fatalf("%s seed %d: Pop = %d, %d; want priority %d", name, seed, p, v, twin[0])
				}
				twin = twin[1:]
			}
		}
	}
}

func TestBucketsPopEqualPrioritiesLastFirst(t *testing.T) {
	var b Buckets[string]
	b.Push(2, "a")
	b.Push(1, "b")
	b.Push(2, "c")
	b.Push(1, "d")
	var got []string
	for {
		_, v, ok := b.Pop()
		if !ok {
			break
		}
		got = append(got, v)
	}
	if want := []string{"d", "b", "c", "a"}; !slices.Equal(got, want) {
		t.Errorf("popped %v, want %v", got, want)
	}
}

func TestQueueAllocatesNothing(t *testing.T) {
	for name, q := range queues() {
		work := func() {
			q.Clear()
			for i := range 100 {
				q.Push(i*37%50, i)
			}
			for range 100 {
				q.Pop()
			}
		}
		work()
		if n := testing.AllocsPerRun(100, work); n != 0 {
			t.Errorf("%s: %g allocations in the steady state", name, n)
		}
	}
}

func BenchmarkQueue(b *testing.B) {
	for name, q := range queues() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				q.Clear()
				for i := range 400 {
					q.Push(i*37%50, i)
				}
				for range 400 {
					q.Pop()
				}
			}
		})
	}
}
