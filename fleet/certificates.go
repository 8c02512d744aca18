//go:build !nofleet

package fleet

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"

	"ouro/internal/infile"
)

// maxCertificates is the largest size of a file of certificates or keys, in bytes.
const maxCertificates = 1 << 20

// keyPair reads the certificate and the key of a server from two PEM files.
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

func readCertPool(file string) (*x509.CertPool, error) {
	text, err := infile.Read(file, maxCertificates)
	if err != nil {
		return nil, err
	}
	pool, err := x509.SystemCertPool()
	if err != nil { // the system has no certificates
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s: the file has no PEM certificate", file)
	}
	return pool, nil
}
