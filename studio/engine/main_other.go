//go:build !js

// Command engine makes the engine for browsers, which the next build of the program
// embeds: run it in the repository, by `make engine`. Built for WebAssembly, it is that
// engine: see main_js.go.
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
