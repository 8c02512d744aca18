package main

import (
	"encoding/json"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ouro/fleet/hub"
	"ouro/fleet/hub/server"
	"ouro/internal/buildinfo"
	"ouro/internal/needs"
)

// buildVariable is an environment variable with the identity of the test binary in JSON. Child
// processes read it, because the sum of a file of 57 MB takes longer than most commands.
const buildVariable = "OURO_TEST_BUILD"

// shareBuild computes the identity of the test binary once for all child processes.
func shareBuild() {
	var id buildinfo.Identity
	text := os.Getenv(buildVariable)
	if text != "" && json.Unmarshal([]byte(text), &id) == nil {
		buildinfo.Current = func() (buildinfo.Identity, error) { return id, nil }
		return
	}
	id, err := buildinfo.Current()
	if err != nil {
		panic(err)
	}
	data, err := json.Marshal(id)
	if err != nil {
		panic(err)
	}
	if err := os.Setenv(buildVariable, string(data)); err != nil {
		panic(err)
	}
}

func TestMain(m *testing.M) {
	shareBuild()
	program := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	kind := os.Getenv(asOuro)
	if program == hub.Program { // the hub inherits asOuro from the program that starts it
		kind = ""
	}
	switch kind {
	case "":
	case thatListens:
		listening = func() { say("listening") }
		main()
	case thatStays:
		ctx := signalContext()
		say("listening")
		<-ctx.Done()
		say("stopping")
		select {}
	default:
		main()
	}
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(s) { // under nohup or after a shell's &; child processes would ignore the signal too
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
	if program != "ouro" && program != hub.Program { // with these names, a test script runs this binary as the program
		needs.AtOnce(6)
		if err := os.Setenv("OURO_STORE", "none"); err != nil { // tests must not write to the user's own results file
			panic(err)
		}
	}
	testscript.Main(m, map[string]func(){
		"ouro":      main,
		hub.Program: func() { os.Exit(server.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the program as users do, and checks its output and exit codes.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			// By default, a program with the race detector sleeps a second before it exits.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			env.Setenv("OURO_STORE", "")
			env.Setenv(buildVariable, os.Getenv(buildVariable))
			for _, name := range []string{"HOME", "LocalAppData", "XDG_DATA_HOME"} { // the user's own results file is below one of these
				env.Setenv(name, filepath.Join(env.WorkDir, "data"))
			}
			return nil
		},
	})
}
