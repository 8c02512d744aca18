package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ouro/internal/buildinfo"
	"ouro/studio/site"
)

func (o *studioOptions) write(ctx context.Context, talk io.Writer) error {
	if err := site.Check(o.export); err != nil { // before the engine is built
		return usagef("--export %w", err)
	}
	engine, err := site.FindEngine(ctx, talk)
	if errors.Is(err, site.ErrNoEngine) {
		return fmt.Errorf("--export: %w: run `make engine` there and build the program again, or run ouro studio --export there", err)
	}
	if err != nil {
		return err
	}
	if err := site.Write(ctx, o.export, buildinfo.Read().String(), engine); err != nil {
		return err
	}
	_, err = fmt.Fprintf(talk, "the studio is in %s: serve it with any web server, such as python3 -m http.server --directory %s\n", o.export, o.export)
	return err
}
