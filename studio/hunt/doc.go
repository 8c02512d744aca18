// Package hunt implements the kind of channel that shows Snake Hunter: played by people,
// by bots, or from a record.
//
// # Opening
//
// The page opens a channel of the kind "hunt" with a link, whose fields are those of a
// [Setup], or with the text of a record. It receives "opened" and then a whole [Frame].
//
// # Messages of the page
//
//	run {speed}               run at so many ticks a second; 0 keeps the speed
//	pause
//	input {hunter, do, dir, tick}
//	                          do is press, release, bomb or stop, dir a direction.
//	                          It counts in that tick, or in the next one if that is
//	                          past or missing.
//	bot {hunter, on}          let a bot play a hunter, or a person
//	show {labels}             with "scores", send the scores of the snakes' directions
//	seek {turn}               only in a record
//	key                       send a whole frame
//	take {what}               "record": send the game so far as a file
//
// # Messages to the page
//
// A "frame" for each tick shown, "progress" when the game starts or stops, and "file". A
// slow page misses frames but no change: each frame has all changes since the last frame
// that was sent.
//
// # Bounds
//
// A game of bots never waits for the page; a game of people stops while the page is gone.
// Messages are not delayed by a slow snake: a decision ends after [DecisionTime], and the
// game with it, since it would not replay with a decision that a clock ended.
package hunt
