// Package cooperate interrupts long computations in browsers, where no scheduler does so: a program
// receives messages, timers and the ends of contexts only while all its goroutines wait.
package cooperate
