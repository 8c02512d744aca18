//go:build !nofleet

package fleet

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"

	"ouro/internal/infile"
)

// maxCertificates limits a file of certificates or keys.
const maxCertificates = 1 << 20

// keyPair returns the certificate and the key of a server from two files of PEM.
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

// trusted returns the certificates of the system and those of a file of PEM.
func trusted(file string) (*x509.CertPool, error) {
	text, err := infile.Read(file, maxCertificates)
	if err != nil {
		return nil, err
	}
	pool, err := x509.SystemCertPool()
	if err != nil { // a system without any
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s: it has no certificate in PEM", file)
	}
	return pool, nil
}
