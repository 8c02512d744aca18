//go:build !js

// Command engine builds the engine for browsers, which the next build of ouro embeds. Run it in the
// repository with `make engine`. If it is built for WebAssembly, the command is the engine itself; see
// main_js.go.
package main

import (
	"context"
	"fmt"
	"os"

	"ouro/studio/site"
)

//go:generate go run .

func main() {
	if err := site.MakeAndSave(context.Background(), os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}
