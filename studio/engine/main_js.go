// Command engine is the engine in the browser: it serves a session of studio/session for a page
// without a server. This file is built for WebAssembly. The module runs in a Web Worker, where
// studio/web/session/engine.js passes messages between the page and the module.
//
// If it is built for another system, the command builds that WebAssembly module: see main_other.go.
package main

import (
	"context"
	"errors"
	"runtime/debug"
	"syscall/js"

	"ouro/internal/buildinfo"
	"ouro/studio"
	"ouro/studio/session"
)

// main serves one session. The worker's script must provide a global object "ouro" with three
// functions. main calls open(receive) once; the script then passes each message of the page to
// receive. main calls emit(text) with each message for the page, and lost(why) at the end.
func main() {
	page := js.Global().Get("ouro")
	info, _ := debug.ReadBuildInfo()
	s := session.New(context.Background(), session.Config{
		Kinds: studio.Kinds(studio.ExactMemory), Catalog: studio.Catalog(), Build: buildinfo.Of(info).String(),
	}, func(text []byte) error {
		page.Call("emit", string(text))
		return nil
	})
	failed := make(chan error, 1)
	page.Call("open", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if err := s.Receive([]byte(args[0].String())); err != nil {
			select {
			case failed <- err:
			default:
			}
		}
		return nil
	}))
	err := errors.New("the engine has ended")
	select {
	case err = <-failed:
	case <-s.Done():
	}
	page.Call("lost", err.Error())
	s.Close()
}
