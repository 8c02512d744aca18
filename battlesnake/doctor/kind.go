package doctor

// Weight tells how much a finding matters.
type Weight uint8

// The weights. An error costs games, or will; a warning is worth a look.
const (
	Warning Weight = iota
	Error
)

var weightNames = [...]string{"warning", "error"}

func (w Weight) String() string { return weightNames[w] }

// MarshalText is the name.
func (w Weight) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// Kind is what can be found.
type Kind uint8

// The kinds of findings, in the order in which they are told; the table below says
// what each is.
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
	Unheard
	BadLooks
	kinds // how many there are
)

// kindRow is what is known of a kind.
type kindRow struct {
	name   string
	weight Weight
	what   string // is wrong
	mend   string
	board  bool // it is about a move on the board
}

var kindTable = [kinds]kindRow{
	Broken: {"broken", Error, "the connection fails or breaks before there is a whole answer", "see in the log of the server whether it crashes or closes connections; it must answer every request", false},
	Late:   {"late", Error, "answers come too late, and the last move is made again instead", "think less: stop searching well before game.timeout, which is the time for the way there and back too", false},

	BadStatus:  {"status", Error, "the status of the answer is not 200", "answer /move with status 200; see in the log of the server what it did not like about the request", false},
	Redirected: {"redirect", Error, "the server sends the engine to another address", "give the engine the address at the end of the redirects, and check http and https", false},
	NotJSON:    {"not-json", Error, "the answer is not JSON", `answer with JSON such as {"move": "up"} and nothing before or after it`, false},
	TooLarge:   {"too-large", Error, "the answer is larger than any engine needs to read", "send the move and a shout, and nothing else", false},

	BadShape:    {"shape", Error, "the JSON of the answer has values of a wrong kind", `move and shout are strings: {"move": "up", "shout": "hello"}`, false},
	NoMove:      {"no-move", Error, "the answer has no move", `put the move under the key "move", in lower case`, false},
	BadCase:     {"case", Error, "the move is spelt with capitals or spaces", "the moves are up, down, left and right, in lower case", false},
	UnknownMove: {"unknown-move", Error, "the move is none of the four", "the moves are up, down, left and right; send one of them also when no move is good", false},

	MixedUp: {"mixed-up", Error, "with several games at once it makes deadly moves that it does not make alone", "keep what you remember by game.id and you.id, and in no global variable", true},
	Strict:  {"strict", Error, "it fails when a request has a field more or an optional one less", "ignore fields that you do not know and do without those that the rules do not need", false},

	LeftBoard:         {"left-board", Error, "it leaves the board though another move lives", "do not move off the board where the rules are not wrapped; board.width and board.height differ from game to game", true},
	HitItself:         {"hit-itself", Error, "it moves into its own body though another move lives", "do not move onto your own body: only the last segment leaves, and not after a meal, when the last two are on one cell", true},
	HitOther:          {"hit-other", Error, "it moves into another snake's body though another move lives", "do not move onto the bodies of other snakes: only the last segment of each leaves, and not after a meal", true},
	StarvedBesideFood: {"starved", Error, "it starves though food lies beside its head", "when you.health is 1 the next move must be onto food", true},
	Burnt:             {"burnt", Error, "it dies of a hazard though another move lives", "a step onto a hazard costs 1 and hazardDamagePerTurn for each time that the cell is listed in board.hazards", true},

	Asleep:     {"asleep", Error, "the first answer took longer than the time of a game", "keep the server awake, or wake it before a game: an engine does not wait", false},
	BadInfo:    {"info", Error, "what it says of itself (GET /) cannot be read", `answer GET / with status 200 and JSON of strings such as {"apiversion": "1", "color": "#336699"}`, false},
	BadVersion: {"apiversion", Error, "it does not say that it speaks version 1 of the API", `add "apiversion": "1" to the answer of GET /`, false},
	CrowdFails: {"crowd", Error, "with several games at once it fails where it does not alone", "answer requests at the same time, each within its time; share the processors among games", false},

	Gamble:      {"gamble", Warning, "it goes where a snake that is not shorter may meet it, though a safe move is there", "avoid cells beside the heads of snakes that are as long or longer, unless everything else is worse", true},
	GaveUp:      {"gave-up", Warning, "it makes a move that kills for sure where another had a chance", "when no move is safe, take one that only kills if another snake makes the right move", true},
	Near:        {"near", Warning, "the slowest answers are close to the timeout", "leave more time for the way: a machine elsewhere is further away than this one", false},
	Detour:      {"detour", Warning, "each request is redirected first, which costs a second way", "give the engine the address at the end of the redirects", false},
	Reconnects:  {"reconnects", Warning, "it closes the connection after an answer, and each move costs a new one", "keep connections alive (HTTP/1.1 does so by itself unless told to close)", false},
	ContentType: {"content-type", Warning, "the answers do not say that they are JSON", "send the header Content-Type: application/json", false},
	LongShout:   {"long-shout", Warning, "a shout is longer than 256 characters", "keep shouts short; what is longer is cut off", false},
	Unheard:     {"unheard", Warning, "/start or /end is not answered with 200 in time", "answer /start and /end with status 200, even if there is nothing to do", false},
	BadLooks:    {"looks", Warning, "how it wants to look cannot be shown", "color is of the form #RRGGBB, head and tail are names of play.battlesnake.com/customizations", false},
}

func (k Kind) String() string { return kindTable[k].name }

// MarshalText is the name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Weight tells how much findings of the kind matter.
func (k Kind) Weight() Weight { return kindTable[k].weight }

// What says what is wrong.
func (k Kind) What() string { return kindTable[k].what }

// Mend says in one sentence what to do about it.
func (k Kind) Mend() string { return kindTable[k].mend }

// Finding is something to mend, or worth a look.
type Finding struct {
	Kind  Kind
	Count int // how often
	Of    int // how often it could have been

	// The first of them.
	Detail  string // in words
	Where   string // the game and the turn, if it was of one
	Snake   string // the letter of the snake in Picture
	Health  int
	Picture string
	Request string // its body
}
