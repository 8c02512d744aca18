package server

import (
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"path/filepath"
	"strings"

	"ouro/internal/infile"
	"ouro/studio/offered"
)

// Files opens a file that the page may read, by the name that the page uses. The error of
// any other name is [fs.ErrNotExist].
type Files func(name string) (offered.File, error)

// Only returns Files with a single file, named by the last element of its path.
func Only(where string) Files {
	base := filepath.Base(where)
	return func(name string) (offered.File, error) {
		if name != base {
			return offered.File{}, fs.ErrNotExist
		}
		f, err := infile.Open(where)
		if err != nil {
			return offered.File{}, fs.ErrNotExist
		}
		info, err := f.Stat()
		if err != nil {
			return offered.File{}, errors.Join(err, f.Close())
		}
		return offered.New(f, info.ModTime()), nil
	}
}

// filesPath is the prefix of the paths of these files.
const filesPath = "/file/"

func (open Files) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, filesPath)
	var content offered.File
	err := fs.ErrNotExist
	if open != nil {
		content, err = open(name)
	}
	var refused offered.Refusal
	switch {
	case errors.As(err, &refused):
		refuse(http.StatusNotFound, "%s", refused).write(w)
		return
	case errors.Is(err, fs.ErrNotExist):
		refuse(http.StatusNotFound, "no file %s here", quote(name)).write(w)
		return
	case err != nil:
		refuse(http.StatusNotFound, "%s cannot be read", quote(name)).write(w)
		return
	}
	defer func() { _ = content.Close() }()
	h := w.Header()
	h.Set("Cache-Control", cacheNever)
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(name)}))
	http.ServeContent(w, r, "", content.Modified, content)
}
