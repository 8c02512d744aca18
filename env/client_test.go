package env_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"ouro/env"
)

// The types of frames in docs/environments.md.
const (
	hello, reset, step, bye0   = 1, 2, 3, 4
	ready, state, bye, refused = 129, 130, 132, 255
)

// learner is a client, written from docs/environments.md alone.
type learner struct {
	t     testing.TB
	conn  io.ReadWriter
	ready readyFrame
}

type readyFrame struct {
	Version     int
	Host        string
	Rules       string
	Board       string
	Width       int
	Height      int
	Boards      int
	Seats       int
	Opponents   []string
	Pictures    []string
	Seed        uint64
	Observation string
	Planes      []string
	Reward      string
	Autoreset   string
	MaxTurns    int `json:"max_turns"`
	Actions     []string
	Endings     []string
	Layout      []env.Section
	StateBytes  int `json:"state_bytes"`
	SharedBytes int `json:"shared_bytes"`
}

func frame(kind byte, payload []byte) []byte {
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
	return append(append(head, kind, 0, 0, 0), payload...)
}

func (l *learner) send(kind byte, payload []byte) {
	l.t.Helper()
	if _, err := l.conn.Write(frame(kind, payload)); err != nil {
		l.t.Fatal(err)
	}
}

func (l *learner) take() (kind byte, payload []byte) {
	l.t.Helper()
	head := make([]byte, 8)
	if _, err := io.ReadFull(l.conn, head); err != nil {
		l.t.Fatal(err)
	}
	payload = make([]byte, binary.LittleEndian.Uint32(head))
	if _, err := io.ReadFull(l.conn, payload); err != nil || !bytes.Equal(head[5:], []byte{0, 0, 0}) {
		l.t.Fatal(head, err)
	}
	return head[4], payload
}

func (l *learner) ask(kind byte, payload []byte, want byte) []byte {
	l.t.Helper()
	l.send(kind, payload)
	got, answer := l.take()
	if got != want {
		l.t.Fatalf("frame %d is answered by %d, want %d: %s", kind, got, want, answer)
	}
	return answer
}

// refuse sends a frame. The server must refuse it with an error that has these words, and close the
// connection if wantClosed is set.
func (l *learner) refuse(kind byte, payload []byte, wantClosed bool, words string) {
	l.t.Helper()
	var answered struct {
		Message string
		Closed  bool
	}
	answer := l.ask(kind, payload, refused)
	if err := json.Unmarshal(answer, &answered); err != nil || !strings.Contains(answered.Message, words) || answered.Closed != wantClosed {
		l.t.Errorf("want %q, closed %v; got %s (%v)", words, wantClosed, answer, err)
	}
}

func (l *learner) hello(fields string) {
	l.t.Helper()
	l.ready = readyFrame{}
	if err := json.Unmarshal(l.ask(hello, []byte(fields), ready), &l.ready); err != nil {
		l.t.Fatal(err)
	}
}

func (l *learner) results(mem []byte) results {
	s := results{l.t, map[string]env.Section{}, mem}
	for _, sec := range l.ready.Layout {
		s.sections[sec.Name] = sec
	}
	return s
}

// connect serves a learner until the test ends, and requires that serving succeeds.
func connect(t testing.TB, s *env.Server) *learner {
	l, ended := connectTo(t, s)
	t.Cleanup(func() {
		if t.Failed() { // the failure came in the middle of a conversation
			_ = l.conn.(net.Conn).Close()
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l
}

// connectTo is like connect, but returns a channel for the error of the connection.
func connectTo(t testing.TB, s *env.Server) (*learner, <-chan error) {
	here, there := net.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := s.Client(there, there)
		_ = there.Close()
		ended <- err
	}()
	t.Cleanup(func() { _ = here.Close() })
	return &learner{t: t, conn: here}, ended
}

func newServer() *env.Server { return &env.Server{Host: "ouro test", Defaults: env.DefaultHello()} }

// TestProtocol exchanges messages as docs/environments.md describes them, and compares the
// results with a Vec.
func TestProtocol(t *testing.T) {
	l := connect(t, newServer())
	l.hello(`{"version":1,"rules":"standard","board":"7x7","boards":5,"seats":2,"seed":18446744073709551615,"observation":"float32","autoreset":"same","reward":"turn=-0.5"}`)
	want := readyFrame{
		Version: 1, Host: "ouro test", Rules: "standard", Board: "7x7", Width: 7, Height: 7, Boards: 5, Seats: 2, Opponents: []string{}, Pictures: []string{"rgb", "text", "record"}, Seed: 1<<64 - 1,
		Observation: "float32", Autoreset: "same", Reward: "meal=1,death=-1,win=10,loop=0,turn=-0.5,closer=0",
		Planes:  []string{"body", "head", "tail", "others_body", "others_head", "others_tail", "food", "walls", "hazards"},
		Actions: []string{"up", "right", "down", "left"}, Endings: []string{"unfinished", "won", "died", "trapped", "looped", "drawn"},
		Layout: l.ready.Layout, StateBytes: l.ready.StateBytes,
	}
	if got, want := fmt.Sprintf("%+v", l.ready), fmt.Sprintf("%+v", want); got != want {
		t.Errorf("READY\n%s\nwant\n%s", got, want)
	}
	reward, err := env.ParseReward("turn=-0.5")
	if err != nil {
		t.Fatal(err)
	}
	v, err := env.New(env.Config{Game: game(t, "standard", 7, 7, 0, 2, ""), Boards: 5, Seed: 1<<64 - 1, Float32: true, Reward: reward, Autoreset: env.SameStep}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	same := func(n int, payload []byte) {
		t.Helper()
		if len(payload) != l.ready.StateBytes || !bytes.Equal(payload, v.Memory()[:l.ready.StateBytes]) {
			t.Fatalf("step %d: the %d bytes differ from the Vec", n, len(payload))
		}
	}
	if err := v.Reset(nil); err != nil {
		t.Fatal(err)
	}
	same(-1, l.ask(reset, nil, state))
	p := newPolicy()
	for n := range 200 {
		p.act(v)
		actions := bytes.Clone(v.Actions())
		if err := v.Step(); err != nil {
			t.Fatal(err)
		}
		same(n, l.ask(step, actions, state))
	}
	entry := binary.LittleEndian.AppendUint32(nil, 3) // board 3 plays game 7 of seed 5
	entry = binary.LittleEndian.AppendUint32(entry, 2)
	entry = binary.LittleEndian.AppendUint64(entry, 5)
	entry = binary.LittleEndian.AppendUint64(entry, 7)
	entry = append(entry, 1, 0, 0, 0) // board 1 plays its next game
	entry = append(entry, make([]byte, 20)...)
	if err := v.Reset([]env.BoardReset{{Board: 3, Sequence: &env.GameSequence{Seed: 5, Game: 7, Stride: 2}}, {Board: 1}}); err != nil {
		t.Fatal(err)
	}
	answer := l.ask(reset, entry, state)
	same(1000, answer)
	if got := l.results(answer).at("game", 3); got != 7 {
		t.Errorf("board 3 plays game %v, want 7", got)
	}
	l.ask(bye0, nil, bye)
}

func TestRefused(t *testing.T) {
	l := connect(t, newServer())
	long := strings.Repeat("x", 5000)
	for fields, words := range map[string]string{
		``:                             "want a JSON object",
		`[1]`:                          "want a JSON object",
		`null`:                         "want a JSON object",
		`{"version":2}`:                "version 2: want 1",
		`{}`:                           "version 0: want 1",
		`{"version":1,"bords":3}`:      "did you mean boards?",
		`{"version":1,"boards":"3"}`:   "hello: boards: want a whole number",
		`{"version":1,"boards":0}`:     "want 1 to 65536",
		`{"version":1,"boards":65537}`: "want 1 to 65536",
		`{"version":1,"boards":1e99}`:  "want a whole number",
		`{"version":1,"seed":-1}`:      "want a whole number from 0 to 2^64-1",
		`{"version":1,"seats":2}`:      "want one",
		`{"version":1,"seats":0}`:      "want at least 1",
		`{"version":1,"rules":"standard","seats":17}`:        "17 snakes",
		`{"version":1,"rules":"klassic"}`:                    "did you mean classic?",
		`{"version":1,"rules":"` + long + `"}`:               "",
		`{"version":1,"board":"1x1"}`:                        "each side must be 2 to 64",
		`{"version":1,"board":"10x10","level":"nook"}`:       "not both",
		`{"version":1,"rules":"maze","level":"/etc/passwd"}`: "unknown level",
		`{"version":1,"level":"XX\nX"}`:                      "level:",
		`{"version":1,"start_length":-1}`:                    "must be at least 1",
		`{"version":1,"start_length":99}`:                    "no straight snake",
		`{"version":1,"planes":["bodies"]}`:                  "known: body, head",
		`{"version":1,"planes":["body","body"]}`:             "listed twice",
		`{"version":1,"observation":"float64"}`:              "known: uint8, float32",
		`{"version":1,"autoreset":"never"}`:                  "known: next, same, off",
		`{"version":1,"reward":"meals=3"}`:                   "meal",
		`{"version":1,"reward":"meal=NaN"}`:                  "meal",
		`{"version":1,"reward":"meal"}`:                      "not key=value",
		`{"version":1,"max_turns":-1}`:                       "must not be negative",
		`{"version":1,"workers":-1}`:                         "must not be negative",
		`{"version":1,"boards":65536,"board":"64x64"}`:       "raise --memory",
		`{"version":1,"shared":"x"}`:                         "shared",
	} {
		l.refuse(hello, []byte(fields), false, words)
	}
	l.hello(`{"version":1,"boards":2,"autoreset":"off"}`)
	l.refuse(hello, []byte(`{"version":1}`), false, "only one is allowed")
	l.refuse(step, []byte{0, 0}, false, "reset first")
	one := append([]byte{1, 0, 0, 0}, make([]byte, 20)...)
	l.refuse(reset, one, false, "all 2 boards")
	l.refuse(reset, append(one, one...), false, "listed twice")
	l.refuse(reset, append([]byte{2}, make([]byte, 23)...), false, "want 0 to 1")
	l.refuse(reset, append(make([]byte, 8), append([]byte{1}, make([]byte, 15)...)...), false, "stride 0")
	huge := append([]byte{0, 0, 0, 0, 1, 0, 0, 0}, bytes.Repeat([]byte{255}, 16)...)
	l.refuse(reset, huge, false, "must be at most")
	other := connect(t, newServer())
	other.hello(`{"version":1,"boards":2,"autoreset":"off"}`)
	same := func(name string, kind byte, payload []byte) {
		t.Helper()
		if have, want := l.ask(kind, payload, state), other.ask(kind, payload, state); !bytes.Equal(have, want) {
			t.Errorf("%s: have %x, without refused frames %x", name, have, want)
		}
	}
	half := append([]byte{0, 0, 0, 0, 1, 0, 0, 0, 9}, make([]byte, 15)...) // a valid entry: board 0 plays seed 9
	l.refuse(reset, append(half, append([]byte{2}, make([]byte, 23)...)...), false, "want 0 to 1")
	same("the first games", reset, nil)
	l.refuse(step, []byte{0, 4}, false, "board 1, seat 0: action 4: want 0 up")
	same("a step", step, []byte{0, 0})
	same("the next games", reset, nil)
	_ = other.conn.(net.Conn).Close()
	_ = l.conn.(net.Conn).Close()
}

func TestBroken(t *testing.T) {
	for name, c := range map[string]struct {
		bytes []byte
		words string
	}{
		"type":      {[]byte{0, 0, 0, 0, 9, 0, 0, 0}, "want 1 HELLO"},
		"head":      {[]byte{0, 0, 0, 0, 1, 0, 1, 0}, "must be zero"},
		"length":    {[]byte{255, 255, 255, 255, 1, 0, 0, 0}, "a payload of 4294967295 bytes"},
		"hello":     {[]byte{1, 0, 1, 0, 1, 0, 0, 0}, "want at most 65536"},
		"first":     {[]byte{0, 0, 0, 0, 3, 0, 0, 0}, "the first frame must be HELLO"},
		"text":      {[]byte("GET / HTTP/1.1\r\n"), "want 1 HELLO"},
		"close":     {[]byte{1, 0, 0, 0, 4, 0, 0, 0}, "want 0"},
		"our frame": {[]byte{0, 0, 0, 0, 130, 0, 0, 0}, "want 1 HELLO"},
	} {
		t.Run(name, func(t *testing.T) {
			l, ended := connectTo(t, newServer())
			go func() { _, _ = l.conn.Write(c.bytes) }() // the client does not read the rest
			kind, answer := l.take()
			if kind != refused || !strings.Contains(string(answer), c.words) || !strings.Contains(string(answer), `"closed":true`) {
				t.Errorf("%d %s", kind, answer)
			}
			var bad *env.BrokenError
			if err := <-ended; !errors.As(err, &bad) {
				t.Errorf("ended with %v", err)
			}
		})
	}
	for _, n := range []int{1, 3} { // number of boards; the STEP has actions for two
		l, ended := connectTo(t, newServer())
		l.hello(fmt.Sprintf(`{"version":1,"boards":%d}`, n))
		go func() { _, _ = l.conn.Write(frame(step, []byte{0, 0})) }()
		if kind, answer := l.take(); kind != refused || !strings.Contains(string(answer), fmt.Sprintf("want %d", n)) {
			t.Errorf("%d %s", kind, answer)
		}
		if err := <-ended; err == nil {
			t.Error("no error")
		}
	}
}

// TestVanished: a client that disconnects after any byte ends only its own connection, and its
// memory is freed.
func TestVanished(t *testing.T) {
	s := newServer()
	s.Memory = 2_000_000
	talk := append(frame(hello, []byte(`{"version":1,"boards":100}`)), frame(reset, nil)...)
	talk = append(talk, frame(step, make([]byte, 100))...)
	for n := range len(talk) + 1 {
		var out bytes.Buffer
		err := s.Client(bytes.NewReader(talk[:n]), &out)
		var bad *env.BrokenError
		if err != nil && !errors.As(err, &bad) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	l := connect(t, s)
	l.hello(`{"version":1,"boards":100}`) // now there is room again
	l.ask(bye0, nil, bye)
	failing := errors.New("nobody reads")
	if err := s.Client(bytes.NewReader(talk), writer(func([]byte) (int, error) { return 0, failing })); !errors.Is(err, failing) {
		t.Errorf("an output that fails: %v", err)
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// TestMemoryOfAll: the server limits the memory of all clients together, and checks the limit
// before it allocates.
func TestMemoryOfAll(t *testing.T) {
	s := newServer()
	s.Memory = 3_000_000
	first, second := connect(t, s), connect(t, s)
	first.hello(`{"version":1,"boards":150}`)
	second.refuse(hello, []byte(`{"version":1,"boards":150}`), false, "raise --memory")
	first.ask(bye0, nil, bye)
	_ = first.conn.(net.Conn).Close()
	for { // memory is freed shortly after the connection ends
		second.send(hello, []byte(`{"version":1,"boards":150}`))
		kind, answer := second.take()
		if kind == ready {
			break
		}
		if !strings.Contains(string(answer), "raise --memory") {
			t.Fatalf("%s", answer)
		}
	}
	second.ask(bye0, nil, bye)
}

func FuzzClient(f *testing.F) {
	talk := frame(hello, []byte(`{"version":1,"rules":"standard","board":"5x5","boards":2,"seats":2,"autoreset":"same"}`))
	talk = append(talk, frame(reset, nil)...)
	talk = append(talk, frame(step, []byte{0, 1, 2, 3})...)
	talk = append(talk, frame(reset, append([]byte{1, 0, 0, 0, 1, 0, 0, 0}, make([]byte, 16)...))...)
	f.Add(append(talk, frame(bye0, nil)...))
	f.Add(frame(hello, []byte(`{"version":1,"rules":"maze","level":"XSX\n. .\n","planes":["hedges"],"reward":"closer=1"}`)))
	f.Add([]byte{0, 0, 0, 0, 9, 0, 0, 0})
	f.Fuzz(func(t *testing.T, text []byte) {
		s := newServer()
		s.Memory = 1_000_000
		var out bytes.Buffer
		_ = s.Client(bytes.NewReader(text), &out)
		for left := out.Bytes(); len(left) > 0; { // the output consists of whole frames
			n := 8 + int(binary.LittleEndian.Uint32(left))
			if len(left) < n || left[4] < 129 {
				t.Fatalf("%d bytes are not a frame: %v", len(left), left[:min(len(left), 20)])
			}
			left = left[n:]
		}
	})
}
