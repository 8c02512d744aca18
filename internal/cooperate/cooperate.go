// Package cooperate interrupts long computations in browsers, where no scheduler does: a
// program receives messages, timers and the ends of contexts only while all of its
// goroutines wait.
package cooperate
