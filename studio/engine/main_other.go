//go:build !js

// Command engine makes the engine for browsers, to be built into the program: run it
// in the repository, by `make engine`. Built for WebAssembly it is that engine, see
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
	if err := site.MakeAndKeep(context.Background(), os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}
