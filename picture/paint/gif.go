package paint

import (
	"compress/lzw"
	"context"
	"fmt"
	"image"
	"io"
	"math"
)

// Times in a GIF, in units of 10 ms. Viewers show a frame with a delay below 2 for 100 ms.
const (
	minDelay  = 2
	maxDelay  = math.MaxUint16
	lastDelay = 200 // delay of the last frame, before the loop restarts
)

// turnsPerFrame returns the number of turns from one frame to the next: 1 unless frames would be
// shorter than minDelay.
func turnsPerFrame(speed float64) int {
	const most = 100.0 / minDelay // frames per second
	return int(math.Ceil(speed / most))
}

// GIF draws a clip as an endless loop. Each frame contains only the pixels that can have changed. At
// more than 50 turns per second, GIF omits turns.
func GIF(ctx context.Context, w io.Writer, c Clip, st Style) error {
	if err := c.check(st); err != nil {
		return err
	}
	speed := st.speed()
	step := turnsPerFrame(speed)
	if frames := 1 + (c.To-c.From+step-1)/step; frames > MaxGIFFrames {
		return fmt.Errorf("%w: a GIF of %d frames; the limit is %d: choose fewer turns, a higher speed (%g is enough) or an SVG", ErrTooLong, frames, MaxGIFFrames,
			math.Ceil(float64(c.To-c.From)/(MaxGIFFrames-1))*100/minDelay)
	}
	s, err := c.Scene(ctx, c.From)
	if err != nil {
		return err
	}
	r := newRaster(s, st)
	g := &gifWriter{w: w}
	g.header(r)
	pending, began := r.fullPicture(s), 0.0 // a frame is written when its duration is known
	for turn := c.From; turn < c.To; {
		turn = min(c.To, turn+step)
		if s, err = c.Scene(ctx, turn); err != nil {
			return err
		}
		if next := r.change(s); next != nil {
			now := math.Round(float64(turn-c.From) * 100 / speed)
			g.frame(pending, int(now-began))
			pending, began = next, now
		}
	}
	end := math.Round(float64(c.To-c.From) * 100 / speed)
	g.frame(pending, int(end-began)+lastDelay)
	g.bytes(0x3B)
	return g.err
}

// Clip is a part of a film: the turns from From to To, with both ends.
type Clip struct {
	Film
	From, To int
}

func (c *Clip) check(st Style) error {
	first, last := c.Turns()
	if c.From < first || c.To > last || c.From > c.To {
		return fmt.Errorf("turns %d to %d: the game has %d to %d", c.From, c.To, first, last)
	}
	return st.Check()
}

// gifWriter writes a GIF frame by frame; the standard library would hold all frames in memory. It
// stores the first error.
type gifWriter struct {
	w   io.Writer
	err error
}

func (g *gifWriter) write(p []byte) {
	if g.err == nil {
		_, g.err = g.w.Write(p)
	}
}

func (g *gifWriter) bytes(p ...byte) { g.write(p) }

// low and high return the bytes of a 16-bit number.
func low(n int) byte  { return byte(n) }
func high(n int) byte { return byte(n >> 8) }

func (g *gifWriter) header(r *raster) {
	size := r.size
	g.write([]byte("GIF89a"))
	g.bytes(low(size.X), high(size.X), low(size.Y), high(size.Y), 0xF7, 0, 0) // a palette of 256 colours for all frames
	var table [3 * 256]byte
	for i, k := range r.pal {
		red, green, blue, _ := k.RGBA()
		table[3*i], table[3*i+1], table[3*i+2] = byte(red>>8), byte(green>>8), byte(blue>>8)
	}
	g.write(table[:])
	g.bytes(0x21, 0xFF, 11)
	g.write([]byte("NETSCAPE2.0"))
	g.bytes(3, 1, 0, 0, 0) // loop forever
}

func (g *gifWriter) frame(img *image.Paletted, delay int) {
	delay = min(max(delay, minDelay), maxDelay)
	const leave, transparent = 1 << 2, 1
	g.bytes(0x21, 0xF9, 4, leave|transparent, low(delay), high(delay), unchanged, 0)
	b := img.Bounds()
	g.bytes(0x2C, low(b.Min.X), high(b.Min.X), low(b.Min.Y), high(b.Min.Y), low(b.Dx()), high(b.Dx()), low(b.Dy()), high(b.Dy()), 0)
	const bits = 8
	g.bytes(bits)
	blocks := &gifBlocks{g: g}
	packed := lzw.NewWriter(blocks, lzw.LSB, bits)
	if _, err := packed.Write(img.Pix); err != nil && g.err == nil {
		g.err = err
	}
	if err := packed.Close(); err != nil && g.err == nil {
		g.err = err
	}
	blocks.end()
}

// gifBlocks splits data into blocks of at most 255 bytes.
type gifBlocks struct {
	g     *gifWriter
	n     int
	block [256]byte // the length n, then the data
}

func (b *gifBlocks) Write(p []byte) (int, error) {
	for _, c := range p {
		b.n++
		b.block[b.n] = c
		if b.n == 255 {
			b.flush()
		}
	}
	return len(p), b.g.err
}

func (b *gifBlocks) flush() {
	if b.n > 0 {
		b.block[0] = byte(b.n)
		b.g.write(b.block[:b.n+1])
		b.n = 0
	}
}

func (b *gifBlocks) end() {
	b.flush()
	b.g.bytes(0)
}
