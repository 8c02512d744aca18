// Package cooperate lets others act while a long computation runs where nobody takes
// the processor from it: in a browser, a program hears of a message, of a timer and
// of a context's end only when all of its goroutines wait.
package cooperate
