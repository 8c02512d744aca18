// Package web has the files of the studio's page, as they are served: nothing is
// built from them.
package web

import "embed"

// Files are those of the page: index.html is its start.
//
//go:embed *.html *.css *.js store session draw parts views
var Files embed.FS

// Policy is what the browser is told about the page: nothing runs or is loaded but
// these files, and the engine. A server adds who may show the page in a frame, which
// the page itself cannot say.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; font-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'"
