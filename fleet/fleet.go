// Package fleet plays experiments on many machines.
//
// There are three kinds of programs. [Serve] is the coordinator, with its own NATS server
// or an existing one: it records submissions and results, leases games to workers and
// decides which results count (package schedule). [Work] is a worker: it requests games,
// plays them and sends the results. [Connect] is for submitters: [Client.Play] submits an
// experiment and passes on each result that counts.
//
// All lasting state is in one stream of NATS JetStream, in order: submissions, results,
// verdicts. Coordinator and submitter know only what they read there, so that each of
// them may be killed at any time and resume; a repeated result changes nothing.
//
// The build tag nofleet omits NATS; its functions then return an error.
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

// DefaultPort is the port of NATS.
const DefaultPort = 4222

// Serving configures a coordinator. Zero fields have defaults.
type Serving struct {
	Host string // default 127.0.0.1
	Port int    // -1 is a free port; 0 is DefaultPort
	Dir  string // data directory of the server

	Token     string // secret for all clients
	Cert, Key string // files for TLS

	NATS *Access // existing server; nil starts one

	Size    int64         // limit of kept bytes; default 4 GiB
	Keep    time.Duration // how long ended experiments are kept; default 24h
	Metrics string        // address of /metrics and /healthz; may be ""

	Ready     func(at Address)              // is called when it is ready
	Say       func(format string, v ...any) // messages for people
	Scheduler schedule.Config
}

// Address is where a coordinator can be reached.
type Address struct {
	NATS, Metrics string
}

// Working configures a worker.
type Working struct {
	Access
	Name  string   // for people; "" is the name of the machine
	Slots int      // games at once; 0 is one for each processor
	Allow []string // programs and addresses of remote snakes that orders may name

	Build string                        // "" is the build of this program
	Say   func(format string, v ...any) // messages for people

	change func(game int, result []byte) []byte // for tests: simulates a defective machine
}

// Job is a set of games to play.
type Job struct {
	Order   order.Order
	Title   string
	Games   []int // by number, from the first game of the order
	Records bool  // whether to make records
	// Detach lets the games continue when the submitter ends; else they are stopped.
	Detach   bool
	Progress func(At) // unless nil, is called about twice a second
	Say      func(format string, v ...any)
}

// At is the progress of a job.
type At struct {
	ID      string
	Status  schedule.ExperimentStatus
	Workers int // that play for it now
	Hosts   int // connected machines of the same build
}

// Status is the state of a coordinator.
type Status struct {
	Schema      int                     `json:"schema"`
	Build       string                  `json:"build"` // of the coordinator
	Since       time.Time               `json:"since"`
	Bytes       uint64                  `json:"bytes"` // kept
	Limit       int64                   `json:"limit"` // of Bytes; 0 for none
	Experiments []ExperimentFacts       `json:"experiments"`
	Workers     []schedule.WorkerStatus `json:"workers"`
}

// ExperimentFacts is an experiment for people.
type ExperimentFacts struct {
	schedule.ExperimentStatus
	Title string     `json:"title"`
	Kind  order.Kind `json:"kind"`
}

// Build returns the identity of this build in one word.
func Build() (string, error) {
	id, err := buildinfo.Own()
	if err != nil {
		return "", err
	}
	return shortBuild(id.Key()), nil
}

// shortBuild returns a prefix of a build that is unique in practice.
func shortBuild(key string) string { return key[:min(len(key), 20)] }

// ID returns the id of an experiment: the same order, build and choice of records have
// the same id.
func ID(o *order.Order, build string, records bool) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s", build, o.Text()))
	id := hex.EncodeToString(sum[:6])
	if !records {
		id += bare
	}
	return id
}

// bare is the suffix of the id of an experiment without records.
const bare = "t"
