// Package search holds parts of searches that do not depend on the game: [Meter], the
// budget of one decision; [Threads], the number of threads; and two priority queues that do
// not allocate in the steady state, [Buckets] for small integer priorities and [Heap] for
// any ordered ones.
package search
