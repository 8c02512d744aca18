package fleet

import (
	"crypto/x509"
	"fmt"

	"ouro/internal/infile"
)

// maxCertificates is the maximum size of a file of certificates, in bytes.
const maxCertificates = 1 << 20

// readCertPool returns the certificates of the system and of a PEM file.
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
