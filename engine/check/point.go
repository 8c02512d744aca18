package check

// Result says how a point ended.
type Result uint8

// The results. What failed must be mended; a warning is worth a look.
const (
	Passed Result = iota
	Warned
	Failed
	Skipped
)

var resultNames = [...]string{"passed", "warned", "failed", "skipped"}

func (r Result) String() string { return resultNames[r] }

// MarshalText is the name.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Point is one requirement of the protocol.
type Point uint8

// The points, in the order of examination and report. pointTable describes them.
const (
	Hello Point = iota
	Ready
	Moves
	Messages
	Once
	Legal
	Repeats
	Forgets
	Fresh
	Skips
	Again
	Boards
	Long
	Seats
	Spelling
	Strange
	Options
	Notes
	InTime
	Stops
	Memory
	Quits
	Ends
	points // how many there are
)

// pointRow describes a point.
type pointRow struct {
	name  string
	what  string // is required
	mend  string
	needs []Point           // that must pass before
	ask   func(*exam) error // nil for points that are observed all the time
}

// plays are the points that nearly all others need.
var plays = []Point{Hello, Ready, Moves}

var pointTable = [points]pointRow{
	Hello: {"hello", "it starts, and says who it is", `answer the first line at once with {"type":"hello","version":1,"name":"..."} on one line, and flush: most languages keep what is written to a pipe`, nil, (*exam).hello},
	Ready: {"ready", "it is ready for the games that it says it plays", `answer new with {"type":"ready"}; list in "games" of hello only what it plays, and answer {"type":"error","message":"..."} for a game that it cannot play`, []Point{Hello}, (*exam).ready},
	Moves: {"moves", "it answers turns with directions", `answer a turn with {"type":"move","id":ID,"move":"up"}: the id of the turn, and up, right, down or left; flush; send a direction also when no move is good`, []Point{Hello, Ready}, (*exam).moves},

	Messages: {"messages", "on standard output there is nothing but messages", "write one JSON object on one line for each message, shorter than 1 MiB, and everything else to standard error", nil, nil},
	Once:     {"once", "every turn is answered once", "send one move for each turn, when it is asked for, with the id of that turn", nil, nil},

	Legal:   {"legal", "it makes no fatal step while there is another", "do not step into walls and bodies: y grows upwards, only the tip of a tail leaves its cell, not when that snake grows, and not for a snake of two", plays, (*exam).legal},
	Repeats: {"repeats", "with nodes the same game is the same again", "with a node budget look at no clock, and draw all dice from the seed of new, anew for each game; do not depend on the order of maps or on addresses", plays, (*exam).repeats},
	Forgets: {"forgets", "other games change nothing", "begin every game as if it were the first: new ends whatever was remembered, tables and dice too", []Point{Hello, Ready, Moves, Repeats}, (*exam).forgets},
	Fresh:   {"fresh", "another process plays the same game", "draw all dice from the seed of new: nothing may come from the process, such as hashes with a random start", []Point{Hello, Ready, Moves, Repeats, Forgets}, (*exam).fresh},

	Skips:    {"skips", "it goes on after turns that it did not see", "believe the position of each turn: moves may have been made for you, and a process that was started again begins in the middle of a game", plays, (*exam).skips},
	Again:    {"again", "a new game begins at any time, without an end of the last", "on new forget the game before, whether end came or not; also the size of its board", plays, (*exam).again},
	Boards:   {"boards", "it plays boards of all sizes", "take width and height from new: boards have 2 to 64 columns and rows and need not be square; answer new with an error where that is too much", plays, (*exam).boards},
	Long:     {"long", "it plays long snakes on large boards", "mind lines of 100,000 bytes, recursion, and time that grows with the length of the snake", plays, (*exam).long},
	Seats:    {"seats", "it plays every seat among several snakes, dead ones too", `steer the snake in "seat" of new; a dead snake has an empty body`, plays, (*exam).seats},
	Spelling: {"spelling", "it reads JSON in any order and with spaces", "use a JSON library, or do not rely on the order of the fields and on where spaces are", plays, (*exam).spelling},
	Strange:  {"strange", "it passes over fields and messages that it does not know", "ignore what you do not know, and answer nothing to it: later versions of the protocol will have more", plays, (*exam).strange},
	Options:  {"options", "it takes the values of its options that it announces", `take every value from "min" to "max", and all of "choices", in "options" of new`, plays, (*exam).options},
	Notes:    {"notes", "what it tells of its thinking can be shown", "notes are a list of objects with verb, label and cells, heat, moves or value, as docs/protocol.md has them; leave out what is not asked for by watched", plays, (*exam).notes},
	InTime:   {"time", "it answers in time", "stop thinking some milliseconds before the time is up; less is no use, as late answers do not count", plays, (*exam).inTime},
	Stops:    {"stop", "it answers soon after stop", "read messages while you think, in a thread of their own, or look for stop now and then; answer with the best move so far", plays, (*exam).stops},
	Memory:   {"memory", "its memory does not grow", "let go of what earlier turns and games left", plays, (*exam).memory},
	Quits:    {"quit", "it exits after quit", "exit when quit comes, within a second, also while you think", plays, (*exam).quits},
	Ends:     {"end", "it exits at the end of standard input", "exit when nothing more can be read: whoever started the engine may have been killed", plays, (*exam).ends},
}

func (p Point) String() string { return pointTable[p].name }

// MarshalText is the name.
func (p Point) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// What is the requirement in one sentence.
func (p Point) What() string { return pointTable[p].what }

// Mend is one sentence on how to mend an engine that fails.
func (p Point) Mend() string { return pointTable[p].mend }
