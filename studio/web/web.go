// Package web embeds the files of the studio's page. They are served as they are: there
// is no build step.
package web

import "embed"

// Files are the files of the page; index.html starts it.
//
//go:embed *.html *.css *.js store session draw parts views
var Files embed.FS

// Policy is the page's content security policy: it may load and run only these files, and
// connect to the engine. A server adds frame-ancestors, which a page cannot set itself.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; font-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'"
