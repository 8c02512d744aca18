// Package sparring contains sparring partners for games of several snakes, each a simple idea
// without obvious mistakes. [Random], [Greedy], [Hungry], [FloodFill] and [Coward] play with any
// number of snakes under every ruleset of Battlesnake, and classic Snake.
//
// They look one move ahead. All of them measure each direction in the same way (see step); they
// differ in the weights of the results.
package sparring
