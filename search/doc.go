// Package search holds the pieces that searches share and that know nothing of
// snakes: [Meter], the budget of one decision, [Threads], on how many threads it is
// made, and two priority queues without allocations in the steady state, [Buckets]
// for small whole priorities and [Heap] for any ordered ones.
package search
