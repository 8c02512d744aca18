// Package bench has the kind of channel on which solvers are measured, as ouro bench
// does it: the same games, the same figures, in the same files. The games are played
// in the background, a few groups at a time, and after each the page is told what is
// known so far.
//
//	open {link}            the game, its solvers, at most 8 of them, and how many games
//	opened {link, title, games, solvers: [{name, color}], optimum}
//	go {}                  plays on from where it was
//	stop {}                at once; what was being played is forgotten
//	games {games}          how many games there are to be in all, of each solver
//	take {what}            "csv", "games-csv", "meals-csv", "json" or "markdown"
//	report {...}           see Report: after go now and then, and at every change
//	file {name, mime, base64}
//	failed {what, message}
package bench
