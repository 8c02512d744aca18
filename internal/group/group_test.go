//go:build unix

package group_test

import (
	"os"
	"strings"
	"testing"

	"ouro/internal/group"
)

// TestUnstarted: the error for a wrong command explains how to correct it.
func TestUnstarted(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, file := range map[string]struct {
		text string
		mode os.FileMode
	}{
		"plain.py":  {"print()\n", 0o600},
		"bare.py":   {"print()\n", 0o700},
		"crlf.py":   {"#!/usr/bin/nosuch\r\nprint()\r\n", 0o700},
		"program":   {"#!/bin/sh\n", 0o700},
		"dir/inner": {"", 0o600},
	} {
		if dir, _, in := strings.Cut(name, "/"); in {
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(name, []byte(file.text), file.mode); err != nil {
			t.Fatal(err)
		}
	}
	for command, want := range map[string]string{
		"plain.py":       "not in PATH; to run the file here, write python3 plain.py",
		"program":        "not in PATH; to run the file here, write ./program",
		"./plain.py":     "permission denied (it is not marked as a program: chmod +x ./plain.py, or write python3 ./plain.py)",
		"./bare.py":      "such as #!/usr/bin/env python3; or write python3 ./bare.py",
		"./crlf.py":      "has a Windows line end; write python3 ./crlf.py",
		"./dir":          "it is a folder",
		"~/bin/python":   "nothing is expanded: write the whole path",
		"$HOME/bin/x":    "nothing is expanded: write the whole path",
		"cd":             "use sh -c",
		"DEPTH=3":        "write env before DEPTH=3",
		"exec:python3":   "without exec:",
		".venv/bin/py":   "no such file or directory (the current directory is /",
		"/nosuch/engine": "cannot start /nosuch/engine: no such file",
		"nosuch-engine":  "no program of this name is in the directories of PATH",
	} {
		p, err := group.Run([]string{command}, 0, func(*os.File) {})
		if err == nil {
			t.Errorf("%s: started", command)
			<-p.Gone
			continue
		}
		if got := err.Error(); !strings.Contains(got, want) || !strings.HasPrefix(got, "cannot start "+command+": ") {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
}
