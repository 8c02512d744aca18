// Package session is the protocol between a page of the studio and the engine
// behind it. It knows neither HTTP nor any game: a [Session] is given the texts of
// messages and emits such texts, whoever carries them, and the kinds of things that
// can be opened are given to it as a table.
//
// # Messages
//
// A message is one JSON object, a [Message]. The page says hello first, with the
// version that it speaks, and is answered with a hello that says what there is. It
// then opens channels, each of a [Kind], by a name that it chooses, and says more
// to each; a channel answers under its name until it ends. Errors are messages: a
// fatal one ends its channel, never the session.
//
// # Bounds
//
// Messages of the page are bounded in size, channels in number. What is emitted has
// to be acknowledged by the page: only so many messages are on their way at once.
// So a page that does not read holds up its own channels alone, and memory stays
// flat.
package session
