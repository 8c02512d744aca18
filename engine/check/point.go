package check

type Result uint8

// The results of a point. An author must correct a failure, and may accept a warning.
const (
	Passed Result = iota
	Warned
	Failed
	Skipped
)

var resultNames = [...]string{"passed", "warned", "failed", "skipped"}

func (r Result) String() string { return resultNames[r] }

func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

type Point uint8

// The points, in the order of examination and report. pointTable describes them.
const (
	Hello Point = iota
	Ready
	Moves
	Messages
	AnsweredOnce
	Legal
	Repeats
	Forgets
	NewProcess
	Skips
	NewGame
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
	points // the number of points
)

type pointRow struct {
	name  string
	what  string            // the requirement
	mend  string            // how to correct an engine that fails
	needs []Point           // points that must pass first
	check func(*exam) error // nil if every message is checked for the point: Messages, AnsweredOnce
}

// playingPoints are the points without which most other points cannot be examined.
var playingPoints = []Point{Hello, Ready, Moves}

var pointTable = [points]pointRow{
	Hello: {"hello", "the engine starts and sends its name", `answer the first line at once with {"type":"hello","version":1,"name":"..."} on one line, and flush; most languages buffer output to a pipe`, nil, (*exam).checkHello},
	Ready: {"ready", "the engine is ready for the games that it announces", `answer new with {"type":"ready"}; list in "games" of hello only what it plays, and answer {"type":"error","message":"..."} for a game that it cannot play`, []Point{Hello}, (*exam).checkReady},
	Moves: {"moves", "the engine answers turns with directions", `answer a turn with {"type":"move","id":ID,"move":"up"}: the id of the turn, and up, right, down or left; flush; send a direction even if no move is good`, []Point{Hello, Ready}, (*exam).checkMoves},

	Messages:     {"messages", "the engine writes only messages to standard output", "write one JSON object on one line for each message, shorter than 1 MiB, and everything else to standard error", nil, nil},
	AnsweredOnce: {"once", "the engine answers every turn once", "send exactly one move for each turn, with the id of that turn", nil, nil},

	Legal:      {"legal", "the engine makes no fatal move while another is possible", "do not move into walls and bodies; y grows upwards; the tip of a tail leaves its cell unless that snake grows; a snake of two cells cannot turn back into its tail", playingPoints, (*exam).checkLegal},
	Repeats:    {"repeats", "with a node budget, the engine makes the same moves when a game is repeated", "with a node budget, ignore the clock; seed all random numbers from the seed of new, in each game; do not depend on the order of maps or on addresses", playingPoints, (*exam).checkRepeats},
	Forgets:    {"forgets", "the engine makes the same moves after other games", "on new, reset everything, also tables and random numbers", []Point{Hello, Ready, Moves, Repeats}, (*exam).checkForgets},
	NewProcess: {"fresh", "a new process of the engine makes the same moves", "seed all random numbers from the seed of new; use nothing that differs between processes, such as hashes with a random seed", []Point{Hello, Ready, Moves, Repeats, Forgets}, (*exam).checkNewProcess},

	Skips:    {"skips", "the engine continues after turns that it did not receive", "use the position of each turn, not your own record of moves: a fallback move may have replaced yours, and a restarted process begins in the middle of a game", playingPoints, (*exam).checkSkips},
	NewGame:  {"again", "the engine begins a new game at any time, even if the last game had no end", "on new, reset the last game and the size of its board, even if you received no end", playingPoints, (*exam).checkNewGame},
	Boards:   {"boards", "the engine plays boards of all sizes", "take width and height from new: boards have 2 to 64 columns and rows and need not be square; answer new with an error for boards that it cannot play", playingPoints, (*exam).checkBoards},
	Long:     {"long", "the engine plays long snakes on large boards", "allow for lines of 100,000 bytes, deep recursion, and time that grows with the length of the snake", playingPoints, (*exam).checkLong},
	Seats:    {"seats", "the engine plays every seat among several snakes, also when some are dead", `steer the snake in "seat" of new; a dead snake has an empty body`, playingPoints, (*exam).checkSeats},
	Spelling: {"spelling", "the engine reads JSON in any order and with spaces", "use a JSON library, or do not depend on the order of fields or on spaces", playingPoints, (*exam).checkSpelling},
	Strange:  {"strange", "the engine ignores unknown fields and messages", "ignore unknown fields and messages and do not answer them; later versions of the protocol will have more", playingPoints, (*exam).checkStrange},
	Options:  {"options", "the engine accepts the values of its options that it announces", `accept every value from "min" to "max", and all of "choices", in "options" of new`, playingPoints, (*exam).checkOptions},
	Notes:    {"notes", "the notes of the engine can be drawn", "send notes as docs/protocol.md describes them (a list of objects with verb, label and cells, heat, moves or value), and only if the turn has watched", playingPoints, (*exam).checkNotes},
	InTime:   {"time", "the engine answers in time", "stop thinking some milliseconds before the time is up; late answers do not count", playingPoints, (*exam).checkInTime},
	Stops:    {"stop", "the engine answers soon after stop", "read messages while you think, in a separate thread, or poll for stop; answer with the best move so far", playingPoints, (*exam).checkStops},
	Memory:   {"memory", "the memory of the engine does not grow", "free the memory of earlier turns and games", playingPoints, (*exam).checkMemory},
	Quits:    {"quit", "the engine exits after quit", "exit within a second of quit, also while you think", playingPoints, (*exam).checkQuits},
	Ends:     {"end", "the engine exits at the end of standard input", "exit when standard input ends: the program that started the engine may have been killed", playingPoints, (*exam).checkEnds},
}

func (p Point) String() string { return pointTable[p].name }

func (p Point) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

func (p Point) What() string { return pointTable[p].what }

// Mend returns one sentence on how to correct an engine that fails.
func (p Point) Mend() string { return pointTable[p].mend }
