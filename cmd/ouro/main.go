// Command ouro is an engine, a laboratory and an arena for Snake AIs.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"ouro/cli"
	"ouro/cli/command"
)

func main() {
	ctx := signalContext()
	os.Exit(cli.Main(ctx, os.Args[1:], command.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// listening is a hook for tests. signalContext calls it when the program has begun to handle signals.
var listening = func() {}

// signalContext returns a context that the first signal cancels; the signal is its cause. A
// second signal ends the process at once.
func signalContext() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	stops := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup makes programs ignore SIGHUP
		stops = append(stops, syscall.SIGHUP)
	}
	got := make(chan os.Signal, 1)
	signal.Notify(got, stops...)
	go func() {
		s := <-got
		signal.Reset(stops...)
		cancel(command.Stopped{Signal: s.(syscall.Signal)})
	}()
	// If SIGPIPE is handled, a write to a closed pipe returns an error and does not end the program.
	// The program can then complete its files.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	listening()
	return ctx
}
