package identity

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"

	"ouro"
	"ouro/internal/infile"
	"ouro/internal/shell"
	"ouro/roster"
)

// digestOf returns a digest of the files in a solver's spec: those in the command of an
// engine, or the value of an option named file. It is "" for all other solvers.
func digestOf(text string) (string, error) {
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		return "", nil // an address
	}
	sum := sha256.New()
	if spec.Name == roster.Exec().Name {
		command, _ := spec.Options.Argument()
		if err := addCommand(sum, command); err != nil {
			return "", err
		}
	} else if file, ok := spec.Options.Get("file"); ok {
		if err := addFile(sum, file); err != nil {
			return "", err
		}
	} else {
		return "", nil
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// addCommand adds the digests of the files among the words of a command.
func addCommand(sum io.Writer, command string) error {
	words, err := shell.Split(command)
	if err != nil {
		return err
	}
	fmt.Fprintf(sum, "%d words\n", len(words))
	for i, word := range words {
		if path, err := exec.LookPath(word); i == 0 && err == nil {
			word = path
		}
		if err := addFile(sum, word); err != nil {
			return err
		}
	}
	return nil
}

// addFile adds the digest of a file. A word that is not the name of a regular file adds
// nothing.
func addFile(sum io.Writer, name string) error {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil // a flag or another argument of the program
	}
	f, err := infile.Open(name)
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
