// Package session implements the protocol between a page of the studio and the engine
// behind it. It knows neither HTTP nor games: a [Session] receives and emits the texts of
// messages, and a table defines the kinds of channels.
//
// # Messages
//
// A message is one JSON object, a [Message]. The page first sends hello with its version
// of the protocol; the hello of the session describes what is available. The page then
// opens channels, each of a [Kind], under names that it chooses, and sends them messages;
// a channel answers under its name until it ends. Errors are messages: a fatal error ends
// its channel, never the session.
//
// # Bounds
//
// The size of the page's messages and the number of channels are limited. The page
// acknowledges messages, and only a window of them may be unacknowledged. A page that
// does not read therefore blocks only its own channels, and memory stays bounded.
package session
