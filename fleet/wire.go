package fleet

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"ouro/fleet/schedule"
)

const protocol = 1

// Subjects of messages. Requests get a reply and are not stored.
const (
	subjectHello      = "ouro.hello"
	subjectSubmit     = "ouro.submit"
	subjectDefinition = "ouro.order"
	subjectAsk        = "ouro.ask"
	subjectBeat       = "ouro.beat"
	subjectLeave      = "ouro.leave"
	subjectStop       = "ouro.stop"
	subjectCancel     = "ouro.cancel"
	subjectStatus     = "ouro.status"
	subjectWake       = "ouro.wake" // makes waiting workers ask at once
)

// stream is the name of the stream that stores all durable messages. Their subjects are
// ouro.exp.ID.order, .stop, .verdict and .result.WORKER.
const (
	stream         = "OURO"
	subjectsOfAll  = "ouro.exp.>"
	subjectsPrefix = "ouro.exp."
)

func subjectsOf(id string) string { return subjectsPrefix + id + ".>" }

// hello describes the sender of a request. answer is a part of every reply.
type hello struct {
	Protocol int    `json:"protocol"`
	Build    string `json:"build"`
}

type answer struct {
	Protocol int    `json:"protocol"`
	Error    string `json:"error,omitempty"`
}

type helloAnswer struct {
	answer
	Build string    `json:"build"` // build of the coordinator
	Since time.Time `json:"since"`
}

// submission is the stored form of a job.
type submission struct {
	hello
	ID         string          `json:"id"`
	Definition string          `json:"order"`
	Title      string          `json:"title"`
	Games      []schedule.Span `json:"games"`
	Nonce      string          `json:"nonce"` // identifies this submission in the stream
}

// maxSpans is the maximum number of spans of a submission, which must fit into a message.
const maxSpans = 10_000

type experimentRequest struct {
	hello
	ID string `json:"id"`
}

type definitionAnswer struct {
	answer
	Definition string `json:"order"`
}

// askRequest is a worker's request for games, or its heartbeat, which lists its leases.
type askRequest struct {
	Protocol int             `json:"protocol"`
	Worker   schedule.Worker `json:"worker"`
	Racing   bool            `json:"racing"` // whether games may have a limit of wall time
	Leases   []uint64        `json:"leases,omitempty"`
}

type askAnswer struct {
	answer
	Refused string         `json:"refused,omitempty"`
	Lease   schedule.Lease `json:"lease"`
	Void    []uint64       `json:"void,omitempty"` // leases that are no longer needed
}

// verdictMessage is a verdict with the sequence number of the last submission that the coordinator
// knew. A verdict that ends the experiment does not apply to later submissions.
type verdictMessage struct {
	schedule.Verdict
	After uint64 `json:"after"`
}

type result struct {
	game   int
	failed bool   // the worker could not play the game; data is the error
	data   []byte // in the format of the kind of experiment
}

// batch is a set of results that are sent together.
type batch struct {
	lease   uint64
	results []result
}

const (
	packThreshold = 8 << 10           // a batch of at least this many bytes is compressed
	maxResult     = 16 << 20          // maximum size of a result in bytes
	maxBatch      = maxResult + 1<<20 // maximum size of a batch in bytes before compression
	maxResults    = 10_000            // maximum number of results, more than a lease has games
	batchBytes    = 256 << 10         // a worker sends a batch when it has this many bytes
)

// encode returns the binary form of a batch: version, compression flag, lease, results.
func (b *batch) encode() []byte {
	body := binary.AppendUvarint(nil, b.lease)
	body = binary.AppendUvarint(body, uint64(len(b.results)))
	for _, r := range b.results {
		body = binary.AppendUvarint(body, uint64(r.game))
		failed := byte(0)
		if r.failed {
			failed = 1
		}
		body = append(body, failed)
		body = append(binary.AppendUvarint(body, uint64(len(r.data))), r.data...)
	}
	if len(body) < packThreshold {
		return append([]byte{protocol, 0}, body...)
	}
	var packed bytes.Buffer
	packed.Write([]byte{protocol, 1})
	w, _ := flate.NewWriter(&packed, flate.BestSpeed) // the level is valid
	_, _ = w.Write(body)
	_ = w.Close()
	return packed.Bytes()
}

// decodeBatch decodes a batch of an untrusted sender.
func decodeBatch(data []byte) (b batch, err error) {
	if len(data) < 2 || data[0] != protocol || data[1] > 1 {
		return b, errors.New("the batch is too short or has another version of the protocol")
	}
	body := data[2:]
	if data[1] == 1 {
		body, err = io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(body)), maxBatch+1))
		if err != nil {
			return b, err
		}
		if len(body) > maxBatch {
			return b, fmt.Errorf("the batch has more than %d bytes", maxBatch)
		}
	}
	readNumber := func() uint64 {
		n, size := binary.Uvarint(body)
		if size <= 0 {
			err, body = errors.New("the batch is truncated"), nil
			return 0
		}
		body = body[size:]
		return n
	}
	b.lease = readNumber()
	count := readNumber()
	if count > min(maxResults, uint64(len(body))) {
		return b, fmt.Errorf("the batch has %d results in %d bytes; a batch has at most %d results, each of at least one byte", count, len(body), maxResults)
	}
	for range count {
		game := readNumber()
		if err != nil || len(body) == 0 || game > 1<<40 || body[0] > 1 {
			return b, errors.New("the batch has an invalid result")
		}
		failed := body[0] == 1
		body = body[1:]
		n := readNumber()
		if err != nil || n > uint64(len(body)) {
			return b, errors.New("the batch is truncated")
		}
		b.results = append(b.results, result{int(game), failed, body[:n:n]})
		body = body[n:]
	}
	if err == nil && len(body) > 0 {
		err = errors.New("unexpected bytes after the batch")
	}
	return b, err
}
