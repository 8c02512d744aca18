package server

import (
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Files finds the files of this machine that the page may read: where the one is that
// it calls so. Of all others it must say that there are none.
type Files func(name string) (where string, ok bool)

// Only is one file, which the page calls by the last part of its name.
func Only(where string) Files {
	base := filepath.Base(where)
	return func(name string) (string, bool) { return where, name == base }
}

// filesPath is where the page asks for them.
const filesPath = "/file/"

func (find Files) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, filesPath)
	where, ok := "", false
	if find != nil {
		where, ok = find(name)
	}
	if !ok {
		refuse(http.StatusNotFound, "no file %s is offered here", quote(name)).write(w)
		return
	}
	file, err := os.Open(where)
	if err != nil {
		refuse(http.StatusNotFound, "%s cannot be read", quote(name)).write(w)
		return
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		refuse(http.StatusNotFound, "%s is no file", quote(name)).write(w)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", cacheNever)
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(name)}))
	http.ServeContent(w, r, "", info.ModTime(), file)
}
