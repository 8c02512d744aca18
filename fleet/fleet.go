// Package fleet plays experiments on many machines.
//
// There are three kinds of programs. [Serve] is the coordinator, which starts a NATS server
// (package hub) or uses an existing one: it records submissions and results, leases games to
// workers and decides which results count (package schedule). [Work] is a worker: it requests games,
// plays them and sends the results. [Connect] is for submitters: [Client.Play] submits an
// experiment and passes on each result that counts.
//
// All lasting state is in one stream of NATS JetStream, in order: submissions, results, verdicts.
// The coordinator and the submitters know only what they read there. Each of them may therefore
// be killed at any time and resume; a repeated result changes nothing.
package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"ouro/fleet/hub"
	"ouro/fleet/schedule"
	"ouro/internal/buildinfo"
	"ouro/order"
)

const DefaultPort = 4222

// CoordinatorConfig configures a coordinator. Zero fields have defaults.
type CoordinatorConfig struct {
	Host string // "" means 127.0.0.1
	Port int    // -1 means a free port; 0 means DefaultPort
	Dir  string // data directory of the server

	Token     string // secret that all clients must know
	Cert, Key string // PEM files for TLS

	NATS        *Access                          // access to an existing server; nil starts a server
	StartServer func(hub.Config) (Server, error) // starts a server; nil starts the program ouro-hub

	Size    int64         // most bytes in the stream; default 4 GiB
	Keep    time.Duration // how long ended experiments are kept; default 24h
	Metrics string        // address of /metrics and /healthz; may be ""

	Ready     func(at Address)              // is called when the coordinator is ready
	Logf      func(format string, v ...any) // messages for people
	Scheduler schedule.Config
}

// Address says where a coordinator can be reached.
type Address struct {
	NATS, Metrics string
}

type WorkerConfig struct {
	Access
	Name  string   // name shown to users; "" means the name of the machine
	Slots int      // games played at once; 0 means one for each processor
	Allow []string // programs and addresses of remote snakes that orders may name

	Build string                        // "" means the build of this program
	Logf  func(format string, v ...any) // messages for people

	change func(game int, result []byte) []byte // for tests: simulates a defective machine
}

// Job is a set of games to play.
type Job struct {
	Order   order.Order
	Title   string
	Games   []int // numbers of games, counted from the first game of the order
	Records bool  // whether to make records
	// Detach lets the workers continue after the submitter has ended.
	Detach   bool
	Progress func(Progress) // is called about twice a second; may be nil
	Logf     func(format string, v ...any)
}

type Progress struct {
	ID      string
	Status  schedule.ExperimentStatus
	Workers int // workers that are playing games of the job
	Hosts   int // connected machines of the same build
}

type Status struct {
	Schema      int                     `json:"schema"`
	Build       string                  `json:"build"` // build of the coordinator
	Since       time.Time               `json:"since"`
	Bytes       uint64                  `json:"bytes"` // bytes in the stream
	Limit       int64                   `json:"limit"` // most Bytes; 0 means no limit
	Experiments []ExperimentFacts       `json:"experiments"`
	Workers     []schedule.WorkerStatus `json:"workers"`
}

type ExperimentFacts struct {
	schedule.ExperimentStatus
	Title string     `json:"title"`
	Kind  order.Kind `json:"kind"`
}

// Build returns the identity of this build in one word.
func Build() (string, error) {
	id, err := buildinfo.Current()
	if err != nil {
		return "", err
	}
	return shortBuild(id.Key()), nil
}

// shortBuild returns a prefix of a build that is unique in practice.
func shortBuild(key string) string { return key[:min(len(key), 20)] }

// ID returns the id of an experiment. The order, the build and records determine it.
func ID(o *order.Order, build string, records bool) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s", build, o.Text()))
	id := hex.EncodeToString(sum[:6])
	if !records {
		id += noRecordsSuffix
	}
	return id
}

// noRecordsSuffix is the suffix of the id of an experiment without records.
const noRecordsSuffix = "t"
