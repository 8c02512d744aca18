package search_test

import (
	"context"
	"fmt"

	"ouro/search"
)

func ExampleMeter() {
	m := search.NewMeter(context.Background(), 3)
	found := 0
	for m.Tick() {
		found++
	}
	fmt.Println(found, "nodes of", m.Nodes())
	// Output: 3 nodes of 3
}

// Of values with equal priorities, the one pushed last is popped first.
func ExampleBuckets() {
	var queue search.Buckets[string]
	queue.Push(2, "far")
	queue.Push(1, "near")
	queue.Push(1, "as near")
	for p, v, ok := queue.Pop(); ok; p, v, ok = queue.Pop() {
		fmt.Println(p, v)
	}
	// Output:
	// 1 as near
	// 1 near
	// 2 far
}

// A Heap may have priorities of any ordered type.
func ExampleHeap() {
	var queue search.Heap[float64, string]
	queue.Push(2.5, "far")
	queue.Push(0.5, "near")
	queue.Push(1.5, "between")
	for p, v, ok := queue.Pop(); ok; p, v, ok = queue.Pop() {
		fmt.Println(p, v)
	}
	// Output:
	// 0.5 near
	// 1.5 between
	// 2.5 far
}
