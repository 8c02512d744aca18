package paint

import (
	"context"
	"image/png"
	"io"
)

// PNG draws the board at one turn.
func PNG(ctx context.Context, w io.Writer, f Film, turn int, st Style) error {
	if err := st.Check(); err != nil {
		return err
	}
	s, err := f.Scene(ctx, turn)
	if err != nil {
		return err
	}
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	return enc.Encode(w, newRaster(s, st).whole(s))
}
