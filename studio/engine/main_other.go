//go:build !js

// Command engine builds the engine for browsers. The next build of the program embeds that
// engine. Run the command in the repository with `make engine`. Built for WebAssembly, the
// command is the engine itself; see main_js.go.
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
