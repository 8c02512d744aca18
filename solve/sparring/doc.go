// Package sparring holds snakes for games of several: sparring partners, each a
// simple idea played without silly mistakes. [Random], [Greedy], [Hungry],
// [FloodFill] and [Coward] play any number of snakes under every ruleset of
// Battlesnake, and classic Snake too.
//
// They look one move ahead. What each direction offers is measured once for
// all of them (see step); a snake is the weight that it gives to that.
package sparring
