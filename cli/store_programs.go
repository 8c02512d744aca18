package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"ouro"
	"ouro/internal/shell"
)

// programsOf is a digest of the programs of others among the solvers: of all files that
// their commands name, so that a program that was changed is not taken for what it was.
// "" is none.
func programsOf(solvers []string) (string, error) {
	sum := sha256.New()
	found := false
	for _, text := range solvers {
		name, _, _ := strings.Cut(text, ":")
		if name != "exec" {
			continue
		}
		found = true
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			return "", err
		}
		command, _ := spec.Options.Argument()
		words, err := shell.Split(command)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%d words\n", len(words))
		for i, word := range words {
			if path, err := exec.LookPath(word); i == 0 && err == nil {
				word = path
			}
			if err := addFile(sum, word); err != nil {
				return "", err
			}
		}
	}
	if !found {
		return "", nil
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// addFile adds the sum of a file, if the word is one.
func addFile(sum io.Writer, name string) error {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil // a flag, or what only the program knows
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	one := sha256.New()
	if _, err := io.Copy(one, f); err != nil {
		return err
	}
	fmt.Fprintf(sum, "%x\n", one.Sum(nil))
	return nil
}
