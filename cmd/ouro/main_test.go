package main

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if os.Getenv(asOuro) != "" {
		main()
	}
	if signal.Ignored(syscall.SIGHUP) { // as under nohup: what is started would ignore it too
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	testscript.Main(m, map[string]func(){"ouro": main})
}

// TestScripts runs the binary as its users do: arguments, output, exit codes.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			// Under the race detector a program would sleep a second before it exits.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
	})
}
