package store

import (
	"fmt"
	"io"

	"ouro/internal/english"
)

// Limits of what an import reads for each byte of its input, compressed or not. The
// output of Export is far from them: the incompressible sum of a row alone takes 16
// bytes.
const (
	unpackedPerByte = 50
	leastUnpacked   = 16 << 20 // bytes, for any input
	mostUnpacked    = 64 << 30
	bytesPerRow     = 8
	leastRows       = 10_000
)

// meter limits what an import reads, so that a small input that was compressed, perhaps
// maliciously, takes little time and memory.
type meter struct {
	given    counter // the bytes of the input
	unpacked counter
	rows     int64
}

// counter counts the bytes that are read, and calls check.
type counter struct {
	in    io.Reader
	n     int64
	check func() error
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	if c.check != nil {
		if tooMany := c.check(); tooMany != nil {
			return 0, tooMany
		}
	}
	return n, err
}

// checkUnpacked returns an error if too many bytes were unpacked.
func (m *meter) checkUnpacked() error {
	if limit := min(mostUnpacked, leastUnpacked+unpackedPerByte*m.given.n); m.unpacked.n > limit {
		return fmt.Errorf("%d bytes unpack to more than the limit of %d; import the unpacked file, or a part of it", m.given.n, limit)
	}
	return nil
}

// add counts rows to write.
func (m *meter) add(rows int) error {
	m.rows += int64(rows)
	if limit := leastRows + m.given.n/bytesPerRow; m.rows > limit {
		return fmt.Errorf("%d bytes unpack to more than the limit of %s", m.given.n, english.Count(int(limit), "row"))
	}
	return nil
}
