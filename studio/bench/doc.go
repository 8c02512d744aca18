// Package bench implements the kind of channel that measures solvers like ouro bench:
// with the same games, figures and files. Games are played in the background, a few
// groups at a time, each followed by a report.
//
//	open {link}            the game, at most 8 solvers, and the number of games
//	opened {link, title, games, solvers: [{name, color}], optimum}
//	go {}                  play on
//	stop {}                stop at once and drop unfinished groups
//	games {games}          set the number of games of each solver
//	take {what}            "csv", "games-csv", "meals-csv", "json" or "markdown"
//	report {...}           see Report: during play, and after every change
//	file {name, mime, base64}
//	failed {what, message}
package bench
