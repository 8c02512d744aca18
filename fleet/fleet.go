// Package fleet plays experiments on many machines.
//
// A fleet has three kinds of programs. [Serve] is the coordinator: it starts a NATS server (package
// hub) or uses an existing one, stores submissions and results, leases games to workers and decides
// which results count (package schedule). [Work] is a worker: it requests games, plays them and
// sends the results. [Connect] is for submitters: [Client.Play] submits an experiment and delivers
// the results that count.
//
// All durable state is in one stream of NATS JetStream: submissions, results and verdicts. The
// coordinator and the submitters know only what they read there. So each program may be killed at
// any time and resumes after its restart. A repeated result changes nothing.
package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"ouro/definition"
	"ouro/fleet/hub"
	"ouro/fleet/schedule"
	"ouro/internal/buildinfo"
)

const DefaultPort = 4222

// CoordinatorConfig configures a coordinator. A zero field means the default.
type CoordinatorConfig struct {
	Host string // "" means 127.0.0.1
	Port int    // -1 means a free port; 0 means DefaultPort
	Dir  string // data directory of the server

	Token     string // secret that all clients must send
	Cert, Key string // PEM files for TLS

	NATS        *Access                          // access to an existing server; nil starts a server
	StartServer func(hub.Config) (Server, error) // starts a server; nil means the program ouro-hub

	Size    int64         // maximum size of the stream in bytes; default 4 GiB
	Keep    time.Duration // how long ended experiments are kept; default 24 h
	Metrics string        // address of /metrics and /healthz; may be ""

	Ready     func(at Address)              // called when the coordinator is ready
	Logf      func(format string, v ...any) // messages for people
	Scheduler schedule.Config
}

// Address has the addresses of a coordinator.
type Address struct {
	NATS, Metrics string
}

type WorkerConfig struct {
	Access
	Name  string   // name shown to users; "" means the name of the machine
	Slots int      // games played at once; 0 means one per processor
	Allow []string // programs and addresses of remote snakes that definitions may use

	Build string                        // "" means the identity of this program
	Logf  func(format string, v ...any) // messages for people

	change func(game int, result []byte) []byte // for tests: changes a result, as a defective machine would
}

// Job is a set of games that a client submits.
type Job struct {
	Definition definition.Definition
	Title      string
	Games      []int // numbers of games in the definition, from 0
	Records    bool  // whether to make records
	// Detach lets the workers continue when the submitter ends.
	Detach   bool
	Progress func(Progress) // called about once a second; may be nil
	Logf     func(format string, v ...any)
}

type Progress struct {
	ID      string
	Status  schedule.ExperimentStatus
	Workers int // connected workers of the same build that play games now
	Hosts   int // connected workers of the same build
}

type Status struct {
	Schema      int                     `json:"schema"`
	Build       string                  `json:"build"` // build of the coordinator
	Since       time.Time               `json:"since"`
	Bytes       uint64                  `json:"bytes"` // bytes in the stream
	Limit       int64                   `json:"limit"` // maximum of Bytes; 0 means no limit
	Experiments []ExperimentFacts       `json:"experiments"`
	Workers     []schedule.WorkerStatus `json:"workers"`
}

type ExperimentFacts struct {
	schedule.ExperimentStatus
	Title string          `json:"title"`
	Kind  definition.Kind `json:"kind"`
}

// Build returns the identity of this build as one word.
func Build() (string, error) {
	id, err := buildinfo.Current()
	if err != nil {
		return "", err
	}
	return shortBuild(id.Key()), nil
}

// shortBuild returns a prefix of a build that is unique in practice.
func shortBuild(key string) string { return key[:min(len(key), 20)] }

// ID returns the id of an experiment: a hash of definition and build, with a suffix if the
// experiment has no records.
func ID(d *definition.Definition, build string, records bool) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s", build, d.Text()))
	id := hex.EncodeToString(sum[:6])
	if !records {
		id += noRecordsSuffix
	}
	return id
}

// noRecordsSuffix ends the id of an experiment without records.
const noRecordsSuffix = "t"
