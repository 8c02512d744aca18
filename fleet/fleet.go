// Package fleet plays experiments on many machines.
//
// There are three kinds of programs. [Serve] is the coordinator, with a NATS server of
// its own or at one that is there: it writes down what was asked for and what was
// played, hands games out and says which results count (package desk). [Work] is a
// worker: it asks for games, plays them and sends what became of them. [Connect] is for
// who has an experiment: [Client.Play] submits it, and gives each result that counts to
// whoever sums them up.
//
// All that must last is in one stream of NATS JetStream, in the order in which it
// happened: what was submitted, the results, the verdicts. Coordinator and submitter
// know no more than what they read there, so that each of them may be killed at any
// moment and goes on; a result that comes twice changes nothing.
//
// The build tag nofleet leaves NATS out; what needs it is then an error that says so.
package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"ouro/fleet/schedule"
	"ouro/internal/buildinfo"
	"ouro/order"
)

// DefaultPort is that of NATS.
const DefaultPort = 4222

// Serving says how a coordinator works. What is zero is chosen.
type Serving struct {
	Host string // 127.0.0.1
	Port int    // -1 takes a free one; 0 is DefaultPort
	Dir  string // where the server keeps all

	Token     string // that all others have to know
	Cert, Key string // files of TLS

	NATS *Access // a server that is there, instead of one of its own

	Size    int64         // most bytes that are kept; 4 GiB
	Keep    time.Duration // how long what is done, stopped or failed is kept; 24h
	Metrics string        // address of /metrics and /healthz; "" is nowhere

	Ready     func(at Address)              // is told where it is, when it is ready
	Say       func(format string, v ...any) // what people should know
	Scheduler schedule.Config
}

// Address is where a coordinator is.
type Address struct {
	NATS, Metrics string
}

// Working says how a worker works.
type Working struct {
	Access
	Name  string   // for people; "" is that of the machine
	Slots int      // games at once; 0 is one for each processor
	Allow []string // programs and addresses of snakes elsewhere that orders may name

	Build string                        // "" is that of this program
	Say   func(format string, v ...any) // what people should know

	change func(game int, result []byte) []byte // of tests: a machine that is out of order
}

// Job are games that somebody wants to have played.
type Job struct {
	Order   order.Order
	Title   string
	Games   []int // by number, from the first game of the order on
	Records bool  // are wanted of the games
	// Detach leaves them to be played when the submitter goes; else they are stopped.
	Detach   bool
	Progress func(At) // unless nil, is told about twice a second how it stands
	Say      func(format string, v ...any)
}

// At is how far a job is.
type At struct {
	ID      string
	Status  schedule.ExperimentStatus
	Workers int // that play for it now
	Hosts   int // machines that are there, of the same build
}

// Status is all that a coordinator knows.
type Status struct {
	Schema      int                     `json:"schema"`
	Build       string                  `json:"build"` // of the coordinator
	Since       time.Time               `json:"since"`
	Bytes       uint64                  `json:"bytes"` // that are kept
	Limit       int64                   `json:"limit"` // of them; 0 is none
	Experiments []ExperimentFacts       `json:"experiments"`
	Workers     []schedule.WorkerStatus `json:"workers"`
}

// ExperimentFacts is an experiment for people.
type ExperimentFacts struct {
	schedule.ExperimentStatus
	Title string     `json:"title"`
	Kind  order.Kind `json:"kind"`
}

// Build names this build in one word.
func Build() (string, error) {
	id, err := buildinfo.Own()
	if err != nil {
		return "", err
	}
	return shortBuild(id.Key()), nil
}

// shortBuild leaves as much of a build as nobody finds twice.
func shortBuild(key string) string { return key[:min(len(key), 20)] }

// ID is that of the experiment which a build makes of an order, with records of its games
// or without: the same one for whoever asks for the same games.
func ID(o *order.Order, build string, records bool) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s", build, o.Text()))
	id := hex.EncodeToString(sum[:6])
	if !records {
		id += bare
	}
	return id
}

// bare ends the ID of an experiment whose results have no records.
const bare = "t"
