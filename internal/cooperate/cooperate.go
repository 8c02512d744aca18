// Package cooperate interrupts long computations in browsers. A program there has no scheduler:
// it receives messages, timers and the ends of contexts only while all its goroutines wait.
package cooperate
