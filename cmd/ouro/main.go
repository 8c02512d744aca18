// Command ouro is an engine, a laboratory and an arena for Snake AIs.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"ouro/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Main(ctx, os.Args[1:], cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(code)
}
