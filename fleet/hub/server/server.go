// Package server is the NATS server of a fleet, which stores its data in files. [Main] is the
// program ouro-hub.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"ouro/fleet/hub"
	"ouro/internal/infile"
	"ouro/internal/outfile"
)

const (
	maxConnections  = 5000
	maxCertificates = 1 << 20          // maximum size in bytes of a file of certificates or keys
	startTime       = 30 * time.Second // maximum time to read the stream at the start
	syncEvery       = time.Second      // a power failure loses at most the messages of one such interval
)

type Server struct {
	nats  *server.Server
	lock  *outfile.Lock
	close func()
	ended chan struct{}
}

// Start starts a server. It returns an [*outfile.BusyError] if another one uses the data directory.
func Start(cfg hub.Config) (*Server, error) {
	o := &server.Options{
		ServerName: "ouro", Host: cfg.Host, Port: cfg.Port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: cfg.Dir, JetStreamMaxStore: cfg.Size + cfg.Size/8, JetStreamMaxMemory: 64 << 20, SyncInterval: syncEvery,
		MaxPayload: hub.MaxPayload, MaxConn: maxConnections, Authorization: cfg.Token, DisableJetStreamBanner: true,
	}
	if cfg.Cert != "" {
		pair, err := keyPair(cfg.Cert, cfg.Key)
		if err != nil {
			return nil, err
		}
		o.TLS, o.TLSConfig, o.TLSTimeout = true, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, 5
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, err
	}
	// Two servers in one directory would destroy its data.
	lock, err := outfile.TakeLock(nil, filepath.Join(cfg.Dir, "lock"))
	if err != nil {
		return nil, err
	}
	s := &Server{lock: lock, ended: make(chan struct{})}
	s.close = sync.OnceFunc(s.end)
	if err = checkAddress(o.Host, o.Port); err == nil {
		s.nats, err = server.NewServer(o)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	s.nats.Start()
	if !s.nats.ReadyForConnections(startTime) {
		s.Close()
		return nil, fmt.Errorf("the NATS server in %s did not start within %v", cfg.Dir, startTime)
	}
	return s, nil
}

// checkAddress returns an error if the server cannot listen on this address. Without this check,
// the server would end the program.
func checkAddress(host string, port int) error {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", net.JoinHostPort(host, fmt.Sprint(max(0, port))))
	if err != nil {
		return err
	}
	return l.Close()
}

// keyPair reads a certificate and its key from two PEM files.
func keyPair(certFile, keyFile string) (tls.Certificate, error) {
	cert, err := infile.Read(certFile, maxCertificates)
	if err != nil {
		return tls.Certificate{}, err
	}
	key, err := infile.Read(keyFile, maxCertificates)
	if err != nil {
		return tls.Certificate{}, err
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		err = fmt.Errorf("%s, %s: %w", certFile, keyFile, err)
	}
	return pair, err
}

func (s *Server) URL() string { return s.nats.ClientURL() }

// InProcessConn returns a connection within the process.
func (s *Server) InProcessConn() (net.Conn, error) { return s.nats.InProcessConn() }

// Ended returns a channel that is closed when the server has ended.
func (s *Server) Ended() <-chan struct{} { return s.ended }

func (*Server) Err() error { return errors.New("the NATS server has ended") }

// Close ends the server, which first stores its data.
func (s *Server) Close() { s.close() }

func (s *Server) end() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
	_ = s.lock.Release()
	close(s.ended)
}
