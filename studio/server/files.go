package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ouro/studio/web"
)

// files are the files of the page. Their folder is named by a digest of all of them, so
// that a browser caches each file forever and never mixes versions; only the start page
// is revalidated.
type files struct {
	folder string // "/v/", a digest of all files and "/"
	byPath map[string]*file
}

// file is a file of the page as it is served.
type file struct {
	mime, cache, etag string
	body              []byte
	packed            func() []byte // by gzip; nil if that is not smaller
}

// mimes are the types of files by extension.
var mimes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
}

// Values of Cache-Control.
const (
	cacheNever   = "no-cache" // revalidate each time
	cacheForever = "private, max-age=31536000, immutable"
)

// start is the start page.
const start = "index.html"

// pageFiles returns the files, computed once for all servers.
var pageFiles = sync.OnceValue(func() *files { return newFiles(web.Files) })

func newFiles(from fs.FS) *files {
	bodies := map[string][]byte{}
	var names []string
	err := fs.WalkDir(from, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || mimes[path.Ext(name)] == "" {
			return err
		}
		names = append(names, name)
		bodies[name], err = fs.ReadFile(from, name)
		return err
	})
	if err != nil {
		panic(err) // the files are embedded
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

// localReference matches a reference of the start page to another file.
var localReference = regexp.MustCompile(`(href|src)="([a-z][a-z0-9_/-]*\.[a-z]+)"`)

// addFolder adds the folder to the references of the start page. Other files have
// relative references.
func (f *files) addFolder(page []byte) []byte {
	return localReference.ReplaceAll(page, []byte(`$1="`+strings.TrimPrefix(f.folder, "/")+`$2"`))
}

func newFile(name string, body []byte, cache string) *file {
	sum := sha256.Sum256(body)
	f := &file{mime: mimes[path.Ext(name)], cache: cache, etag: hex.EncodeToString(sum[:8]), body: body}
	f.packed = sync.OnceValue(func() []byte {
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, _ = w.Write(body) // a bytes.Buffer takes everything
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
		refuse(http.StatusNotFound, "this studio has no such file: load the page again if the studio was updated").write(w)
	default:
		refuse(http.StatusNotFound, "no page %s here: the studio is at /", quote(r.URL.Path)).write(w)
	}
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	body, etag := f.body, `"`+f.etag+`"`
	h.Set("Vary", "Accept-Encoding")
	if takesGzip(r) {
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

// takesGzip reports whether a client accepts gzip.
func takesGzip(r *http.Request) bool {
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
