// Command ouro-hub is the NATS server of a fleet. The command "ouro fleet serve" starts it; see
// package hub.
package main

import (
	"os"

	"ouro/fleet/hub/server"
)

func main() { os.Exit(server.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
