// Package cooperate pauses long computations in browsers. There a Go program receives messages,
// timers and the ends of contexts only while all of its goroutines wait.
package cooperate
