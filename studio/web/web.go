// Package web has the files of the studio's page, as they are served: nothing is
// built from them.
package web

import "embed"

// Files are those of the page: index.html is its start.
//
//go:embed *.html *.css *.js store session draw parts views
var Files embed.FS
