// Package cooperate interrupts long computations in browsers. There is no scheduler: a
// program receives messages, timers and the ends of contexts only while all its goroutines
// wait.
package cooperate
