package store

import (
	"fmt"
	"io"

	"ouro/internal/english"
)

// What an import reads for each byte that it is given, packed or not. What Export writes is
// far from these limits: the sum of a row alone takes 16 bytes that no packing shortens.
const (
	unpackedPerByte = 50
	leastUnpacked   = 16 << 20 // bytes, however few are given
	mostUnpacked    = 64 << 30
	bytesPerRow     = 8
	leastRows       = 10_000
)

// meter limits what an import reads, so that a small file which was packed well, or by
// ill will, takes little time and memory.
type meter struct {
	given    counter // the bytes of the import
	unpacked counter
	rows     int64
}

// counter counts the bytes that are read, and asks whether these are too many.
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

// checkUnpacked is an error where too many bytes come of those that were given.
func (m *meter) checkUnpacked() error {
	if limit := min(mostUnpacked, leastUnpacked+unpackedPerByte*m.given.n); m.unpacked.n > limit {
		return fmt.Errorf("%d bytes unpack to more than %d, the most that is read; import the unpacked file, or a part of it", m.given.n, limit)
	}
	return nil
}

// add counts rows that are to be written.
func (m *meter) add(rows int) error {
	m.rows += int64(rows)
	if limit := leastRows + m.given.n/bytesPerRow; m.rows > limit {
		return fmt.Errorf("%d bytes unpack to more than %s, the most that is read", m.given.n, english.Count(int(limit), "row"))
	}
	return nil
}
