// Board writes the npm package of the element <ouro-board> into a folder:
//
//	go run ./scripts/board              into dist/ouro-board
//	go run ./scripts/board --out DIR
//
// The package has the script, made from studio/web, and the files of clients/board.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"ouro/studio/web"
)

func main() {
	out := flag.String("out", filepath.Join("dist", "ouro-board"), "write the package into this `FOLDER`")
	flag.Parse()
	if err := write(".", *out); err != nil {
		fmt.Fprintf(os.Stderr, "board: %v\n", err)
		os.Exit(1)
	}
}

// write writes the package into a folder. repository is the folder of the repository.
func write(repository, folder string) error {
	script, err := web.ElementScript()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, web.Element), []byte(script), 0o600); err != nil {
		return err
	}
	for to, from := range map[string]string{
		"package.json": "clients/board/package.json", "README.md": "clients/board/README.md", "ouro-board.d.ts": "clients/board/ouro-board.d.ts", "LICENSE": "LICENSE",
	} {
		text, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(from)))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, to), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
