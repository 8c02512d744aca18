package doctor

type Weight uint8

// An error loses games, now or later. A warning may be acceptable.
const (
	Warning Weight = iota
	Error
)

var weightNames = [...]string{"warning", "error"}

func (w Weight) String() string { return weightNames[w] }

func (w Weight) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

type Kind uint8

// The kinds of findings, in the order of reports. For their meaning, see kindTable.
const (
	Broken Kind = iota
	Late
	BadStatus
	Redirected
	NotJSON
	TooLarge
	BadShape
	NoMove
	BadCase
	UnknownMove
	MixedUp
	Strict
	LeftBoard
	HitItself
	HitOther
	StarvedBesideFood
	Burnt
	Asleep
	BadInfo
	BadVersion
	CrowdFails
	Gamble
	GaveUp
	Near
	Detour
	Reconnects
	ContentType
	LongShout
	Unnoticed
	BadLooks
	kinds // the number of kinds
)

type kindRow struct {
	name   string
	weight Weight
	what   string // the fault
	mend   string // the remedy
	board  bool   // whether findings show the board
}

var kindTable = [kinds]kindRow{
	Broken: {"broken", Error, "the connection fails or breaks before the answer is complete", "look in the log of the server for crashes and closed connections; the server must answer every request", false},
	Late:   {"late", Error, "answers are late, so the engine repeats the last move", "stop the search well before game.timeout, which includes the transport of request and answer; a busy machine, of the server or of doctor, can also be the cause", false},

	BadStatus:  {"status", Error, "the status of the answer is not 200", "answer /move with status 200; the log of the server may say why it refused the request", false},
	Redirected: {"redirect", Error, "the server redirects to another host", "give the engine the address at the end of the redirects, and check http and https", false},
	NotJSON:    {"not-json", Error, "the answer is not JSON", `answer with JSON such as {"move": "up"} and nothing before or after it`, false},
	TooLarge:   {"too-large", Error, "the answer is too large", "send the move and a shout, and nothing else", false},

	BadShape:    {"shape", Error, "the JSON of the answer has values of a wrong type", `move and shout are strings: {"move": "up", "shout": "hello"}`, false},
	NoMove:      {"no-move", Error, "the answer has no move", `put the move under the key "move", in lower case`, false},
	BadCase:     {"case", Error, "the move is spelt with capitals or spaces", "the moves are up, down, left and right, in lower case", false},
	UnknownMove: {"unknown-move", Error, "the move is not one of the four", "the moves are up, down, left and right; send one of them even if no move is good", false},

	MixedUp: {"mixed-up", Error, "with several games at once the snake makes deadly moves that it does not make in a single game", "store state by game.id and you.id, not in global variables", true},
	Strict:  {"strict", Error, "the server fails if a request has unknown fields or lacks optional ones", "ignore unknown fields, and do not require those that the rules do not need", false},

	LeftBoard:         {"left-board", Error, "the snake leaves the board though another move would survive", "do not move off the board where the rules are not wrapped; board.width and board.height differ from game to game", true},
	HitItself:         {"hit-itself", Error, "the snake moves into its own body though another move would survive", "do not move onto your own body: only the last segment leaves its cell, and not after a meal, when the last two share a cell", true},
	HitOther:          {"hit-other", Error, "the snake moves into another snake's body though another move would survive", "do not move onto the bodies of other snakes: only the last segment of each leaves its cell, and not after a meal", true},
	StarvedBesideFood: {"starved", Error, "the snake starves though food lies beside its head", "when you.health is 1 the next move must be onto food", true},
	Burnt:             {"burnt", Error, "the snake dies of a hazard though another move would survive", "a step onto a hazard costs 1 and hazardDamagePerTurn for each time that the cell is listed in board.hazards", true},

	Asleep:     {"asleep", Error, "the first answer took longer than the timeout", "keep the server awake, or wake it before a game: an engine does not wait", false},
	BadInfo:    {"info", Error, "the answer to GET / cannot be read", `answer GET / with status 200 and JSON of strings such as {"apiversion": "1", "color": "#336699"}`, false},
	BadVersion: {"apiversion", Error, "the answer to GET / does not have version 1 of the API", `add "apiversion": "1" to the answer of GET /`, false},
	CrowdFails: {"crowd", Error, "with several games at once the server fails in positions that it answers in a single game", "answer requests concurrently, each within its timeout; share the processors among games", false},

	Gamble:      {"gamble", Warning, "the snake risks a head-to-head with a snake that is not shorter, though a safe move exists", "avoid cells beside the heads of snakes that are as long or longer, unless everything else is worse", true},
	GaveUp:      {"gave-up", Warning, "the snake makes a move that certainly kills it, though another move may survive", "when no move is safe, choose one that kills the snake only if an opponent makes a certain move", true},
	Near:        {"near", Warning, "the slowest answers are close to the timeout", "leave more time for transport: the official engine is farther from your server than this program", false},
	Detour:      {"detour", Warning, "each request is redirected first, which takes another round trip", "give the engine the address at the end of the redirects", false},
	Reconnects:  {"reconnects", Warning, "the server closes the connection after an answer, so each move needs a new connection", "keep connections alive (the default of HTTP/1.1, unless a header closes them)", false},
	ContentType: {"content-type", Warning, "the answers do not declare their type as JSON", "send the header Content-Type: application/json", false},
	LongShout:   {"long-shout", Warning, "a shout is longer than 256 characters", "keep shouts short; the rest is cut off", false},
	Unnoticed:   {"unheard", Warning, "/start or /end is not answered with 200 in time", "answer /start and /end with status 200, even if there is nothing to do", false},
	BadLooks:    {"looks", Warning, "the color, head or tail of the snake cannot be shown", "color is of the form #RRGGBB, head and tail are names of play.battlesnake.com/customizations", false},
}

func (k Kind) String() string { return kindTable[k].name }

func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

func (k Kind) Weight() Weight { return kindTable[k].weight }

// What describes the fault in one sentence.
func (k Kind) What() string { return kindTable[k].what }

// Mend describes the remedy in one sentence.
func (k Kind) Mend() string { return kindTable[k].mend }

// Finding is a kind of fault, with an example.
type Finding struct {
	Kind  Kind
	Count int // number of occurrences
	Of    int // number of checks of this kind

	// The first occurrence:
	Detail  string // a description
	Where   string // game and turn, or ""
	Snake   string // letter of the snake in Picture
	Health  int
	Picture string
	Request string // body of the request
}
