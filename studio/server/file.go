package server

import (
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
)

// File is one file of this machine that the page may read, and the only one: the
// page asks for file/NAME.
type File struct {
	Name string // where it is
}

// Base is the name by which the page asks for it.
func (f *File) Base() string { return filepath.Base(f.Name) }

// path is where it is served.
func (f *File) path() string { return "/file/" + f.Base() }

// Link is the address of the file on the page, as part of a link.
func (f *File) Link() string { return url.QueryEscape(f.Base()) }

func (f *File) serve(w http.ResponseWriter, r *http.Request) {
	file, err := os.Open(f.Name)
	if err != nil {
		refuse(http.StatusNotFound, "%s cannot be read any more", quote(f.Base())).write(w)
		return
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		refuse(http.StatusNotFound, "%s is no file any more", quote(f.Base())).write(w)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", cacheNever)
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.Base()}))
	http.ServeContent(w, r, "", info.ModTime(), file)
}
