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

// files are those of the page. They stand below a folder that is named for what
// they are, so that a browser asks for each only once, and never mixes those of two
// versions; only the start of the page is asked for each time.
type files struct {
	folder string // "/v/" and a digest of all
	byPath map[string]*file
}

// file is one of them, as it is served.
type file struct {
	mime, cache, etag string
	body              []byte
	packed            func() []byte // by gzip; nil where that is no smaller
}

// mimes are the types of the files by their endings.
var mimes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
}

// How long a browser keeps a file.
const (
	cacheNever   = "no-cache" // without asking whether it has changed
	cacheForEver = "private, max-age=31536000, immutable"
)

// start is where the page begins.
const start = "index.html"

// theFiles are made once for all servers.
var theFiles = sync.OnceValue(func() *files { return newFiles(web.Files) })

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
		panic(err) // they are part of the program
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
			f.byPath[f.folder+name] = newFile(name, bodies[name], cacheForEver)
		}
	}
	page := newFile(start, f.direct(bodies[start]), cacheNever)
	f.byPath["/"], f.byPath["/"+start] = page, page
	return f
}

// local is a file that the start of the page names.
var local = regexp.MustCompile(`(href|src)="([a-z][a-z0-9_/-]*\.[a-z]+)"`)

// direct lets the start of the page name the others where they are. Those name each
// other from where they are themselves.
func (f *files) direct(page []byte) []byte {
	return local.ReplaceAll(page, []byte(`$1="`+strings.TrimPrefix(f.folder, "/")+`$2"`))
}

func newFile(name string, body []byte, cache string) *file {
	sum := sha256.Sum256(body)
	f := &file{mime: mimes[path.Ext(name)], cache: cache, etag: hex.EncodeToString(sum[:8]), body: body}
	f.packed = sync.OnceValue(func() []byte {
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, _ = w.Write(body) // memory takes all
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
		refuse(http.StatusNotFound, "this studio has no such file; if it was another version a while ago, load the page again").write(w)
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
	if slices.Contains(listed(r.Header.Get("If-None-Match")), etag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // whoever hangs up need not be told
	}
}

// takesGzip tells whether a client unpacks what is packed by gzip.
func takesGzip(r *http.Request) bool {
	for _, coding := range listed(r.Header.Get("Accept-Encoding")) {
		name, quality, _ := strings.Cut(coding, ";")
		if strings.TrimSpace(name) == "gzip" {
			q, ok := strings.CutPrefix(strings.TrimSpace(quality), "q=")
			weight, err := strconv.ParseFloat(q, 64)
			return !ok || err == nil && weight > 0
		}
	}
	return false
}

func listed(header string) (items []string) {
	for item := range strings.SplitSeq(header, ",") {
		items = append(items, strings.TrimSpace(item))
	}
	return items
}
