// Package hunt has the kind of channel on which Snake Hunter is played, shown by
// bots, and watched again from a record.
//
// # Opening
//
// The page opens a channel of the kind "hunt" with a link, whose fields are those of
// a [Setup], or with the text of a record. It is told in "opened" what was opened
// and then gets a whole [Frame].
//
// # What the page says
//
//	run {speed}               let the time pass, at so many ticks a second (0: as before)
//	pause
//	input {hunter, do, dir, tick}
//	                          do is press, release, bomb or stop, dir a direction.
//	                          It counts in that tick, or in the next one when that
//	                          is past or not said.
//	bot {hunter, on}          lets a bot play a hunter, or no longer
//	show {labels}             "scores" tells what the snakes make of their directions
//	seek {turn}               of a record alone
//	key                       asks for a whole frame
//	take {what}               "record": the game so far as a file
//
// # What it is told
//
// A "frame" for each tick that is shown, "progress" whenever the time begins or
// ceases to pass, and "file". A page that is behind misses frames, never a change:
// the next frame tells all that is other than in the last one that was sent.
//
// # Bounds
//
// A game of bots never waits for the page; one of a person stands still when the page
// is gone, since nobody can play what is not shown. The page's messages never wait
// long for the game: a decision of a snake ends after [DecisionTime], and its game
// with it, since a game with a decision that a clock cut short would not replay.
package hunt
