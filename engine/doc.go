// Package engine plays snakes that are programs of their own, in any language: a
// process that speaks the protocol of docs/protocol.md, as an [ouro.Solver].
//
// [Make] is the Maker of specs such as exec:python3 snake.py,depth=3. The words of the
// command are split as a shell does and nothing is expanded; no shell is started.
// Processes outlive games: a [Pool] keeps those that nobody uses and hands them to the
// next game of the same command, as net/http does with connections. [Close] ends them.
//
// Nothing that an engine does reaches a game but a move or a fault, see [Error]. A
// process that has failed is killed with all that it has started, and another is
// started for the next turn; a command that fails again and again is given up for a
// while.
package engine
