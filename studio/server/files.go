package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ouro/internal/infile"
	"ouro/studio/session"
	"ouro/studio/web"
)

// files has the files of the page. The name of their folder contains a digest of all files. So a
// browser can cache each file for ever, and never mixes files of two versions. It revalidates only
// the start page.
type files struct {
	folder string // the address of the folder: "/v/", a digest of all files and "/"
	byPath map[string]*file
}

type file struct {
	mime, cache, etag string
	body              []byte
	packed            func() []byte // returns body packed by gzip, or nil if that is not smaller
}

var mimes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
}

// Values of Cache-Control.
const (
	cacheNever   = "no-cache" // the browser revalidates the file each time
	cacheForever = "private, max-age=31536000, immutable"
)

const start = "index.html"

var pageFiles = sync.OnceValue(func() *files {
	made, err := web.Made()
	if err != nil {
		panic(err) // cannot happen, because the files are embedded
	}
	return newFiles(web.Files, made)
})

func newFiles(from fs.FS, more map[string][]byte) *files {
	bodies := maps.Clone(more)
	names := slices.Collect(maps.Keys(more))
	err := fs.WalkDir(from, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || mimes[path.Ext(name)] == "" {
			return err
		}
		names = append(names, name)
		bodies[name], err = fs.ReadFile(from, name)
		return err
	})
	if err != nil {
		panic(err) // cannot happen, because the files are embedded
	}
	slices.Sort(names)
	all := sha256.New()
	for _, name := range names {
		sum := sha256.Sum256(bodies[name])
		all.Write([]byte(name))
		all.Write(sum[:])
	}
	f := &files{folder: "/v/" + hex.EncodeToString(all.Sum(nil)[:8]) + "/", byPath: map[string]*file{}}
	for _, name := range names {
		if name != start {
			f.byPath[f.folder+name] = newFile(name, bodies[name], cacheForever)
		}
	}
	page := newFile(start, f.addFolder(bodies[start]), cacheNever)
	f.byPath["/"], f.byPath["/"+start] = page, page
	return f
}

var localReference = regexp.MustCompile(`(href|src)="([a-z][a-z0-9_/-]*\.[a-z]+)"`)

// addFolder adds the folder to the references in the start page, which is outside of the folder. The
// references in other files are relative.
func (f *files) addFolder(page []byte) []byte {
	return localReference.ReplaceAll(page, []byte(`$1="`+strings.TrimPrefix(f.folder, "/")+`$2"`))
}

func newFile(name string, body []byte, cache string) *file {
	sum := sha256.Sum256(body)
	f := &file{mime: mimes[path.Ext(name)], cache: cache, etag: hex.EncodeToString(sum[:8]), body: body}
	f.packed = sync.OnceValue(func() []byte {
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, _ = w.Write(body) // writing to a bytes.Buffer does not fail
		_ = w.Close()
		if b.Len() >= len(body) {
			return nil
		}
		return b.Bytes()
	})
	return f
}

func (f *files) serve(w http.ResponseWriter, r *http.Request) {
	found := f.byPath[r.URL.Path]
	switch {
	case found != nil:
		found.serve(w, r)
	case strings.HasPrefix(r.URL.Path, "/v/"):
		refuse(http.StatusNotFound, "the studio does not have this file: if the studio was updated, load the page again").write(w)
	default:
		refuse(http.StatusNotFound, "the studio has no page %s: its start page is /", quote(r.URL.Path)).write(w)
	}
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	body, etag := f.body, `"`+f.etag+`"`
	h.Set("Vary", "Accept-Encoding")
	if acceptsGzip(r) {
		if packed := f.packed(); packed != nil {
			body, etag = packed, `"`+f.etag+`-gzip"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("Content-Type", f.mime)
	h.Set("Cache-Control", f.cache)
	h.Set("ETag", etag)
	if slices.Contains(splitList(r.Header.Get("If-None-Match")), etag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // a client that has left needs no error
	}
}

func acceptsGzip(r *http.Request) bool {
	for _, coding := range splitList(r.Header.Get("Accept-Encoding")) {
		name, quality, _ := strings.Cut(coding, ";")
		if strings.TrimSpace(name) == "gzip" {
			q, ok := strings.CutPrefix(strings.TrimSpace(quality), "q=")
			weight, err := strconv.ParseFloat(q, 64)
			return !ok || err == nil && weight > 0
		}
	}
	return false
}

func splitList(header string) (items []string) {
	for item := range strings.SplitSeq(header, ",") {
		items = append(items, strings.TrimSpace(item))
	}
	return items
}

// Files opens the file that the page requests by name. It returns the content, which the server
// closes if it is an [io.Closer], and the time of modification. If the page may not read a file with
// this name, the error is [fs.ErrNotExist]. Users see the text of an error that is a [session.Error].
type Files func(name string) (content io.ReadSeeker, modified time.Time, err error)

// Only returns a Files that opens only the file at path. Its name is the last element of path.
func Only(path string) Files {
	base := filepath.Base(path)
	return func(name string) (content io.ReadSeeker, modified time.Time, err error) {
		if name != base {
			return nil, modified, fs.ErrNotExist
		}
		f, err := infile.Open(path)
		if err != nil {
			return nil, modified, fs.ErrNotExist
		}
		info, err := f.Stat()
		if err != nil {
			return nil, modified, errors.Join(err, f.Close())
		}
		return f, info.ModTime(), nil
	}
}

const filesPath = "/file/"

func (open Files) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, filesPath)
	var content io.ReadSeeker
	var modified time.Time
	err := fs.ErrNotExist
	if open != nil {
		content, modified, err = open(name)
	}
	var refused *session.Error
	switch {
	case errors.As(err, &refused):
		refuse(http.StatusNotFound, "%s", refused.Message).write(w)
		return
	case errors.Is(err, fs.ErrNotExist):
		refuse(http.StatusNotFound, "the studio has no file %s", quote(name)).write(w)
		return
	case err != nil:
		refuse(http.StatusNotFound, "%s cannot be read", quote(name)).write(w)
		return
	}
	if closer, ok := content.(io.Closer); ok {
		defer func() { _ = closer.Close() }()
	}
	h := w.Header()
	h.Set("Cache-Control", cacheNever)
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(name)}))
	http.ServeContent(w, r, "", modified, content)
}
