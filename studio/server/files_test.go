package server

import (
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"

	"ouro/studio/session"
	"ouro/studio/web"
)

var s0 = session.Config{Kinds: kinds}

// TestFiles: every file has its MIME type. It is packed for clients that accept that, and
// is sent to each client only once.
func TestFiles(t *testing.T) {
	s := open(t, Config{})
	n := 0
	err := fs.WalkDir(web.Files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.Contains(name, "test") || path.Ext(name) == ".json" {
			return err
		}
		n++
		want, err := fs.ReadFile(web.Files, name)
		if err != nil {
			return err
		}
		at, cache := s.files.folder+name, cacheForever
		if name == start {
			at, cache, want = "/", cacheNever, s.files.addFolder(want)
		}
		resp, body := s.get("GET", at, nil)
		mime := mimes[path.Ext(name)]
		if resp.StatusCode != http.StatusOK || body != string(want) || mime == "" || resp.Header.Get("Content-Type") != mime || resp.Header.Get("Cache-Control") != cache {
			t.Errorf("%s: %d, %d bytes of %d, %v", name, resp.StatusCode, len(body), len(want), resp.Header)
		}
		packed, text := s.get("GET", at, map[string]string{"Accept-Encoding": "br, gzip;q=0.5"})
		if packed.Header.Get("Content-Encoding") == "gzip" {
			r, err := gzip.NewReader(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if unpacked, err := io.ReadAll(r); err != nil || string(unpacked) != string(want) || len(text) >= len(want) {
				t.Errorf("%s packed: %v", name, err)
			}
		} else if len(want) > 500 {
			t.Errorf("%s is not packed", name)
		}
		for _, r := range []string{resp.Header.Get("Etag"), packed.Header.Get("Etag")} {
			header := map[string]string{"If-None-Match": `"x", ` + r}
			if strings.Contains(r, "gzip") {
				header["Accept-Encoding"] = "gzip"
			}
			if again, body := s.get("GET", at, header); again.StatusCode != http.StatusNotModified || body != "" {
				t.Errorf("%s requested again: %d", name, again.StatusCode)
			}
		}
		if plain, _ := s.get("HEAD", at, map[string]string{"Accept-Encoding": "gzip;q=0"}); plain.Header.Get("Content-Encoding") != "" || plain.ContentLength != int64(len(want)) {
			t.Errorf("%s without gzip: %v", name, plain.Header)
		}
		return nil
	})
	if err != nil || n < 8 {
		t.Errorf("%d files, %v", n, err)
	}
}

// TestStart: the files that the start page names exist. The page has no inline script or
// style.
func TestStart(t *testing.T) {
	s := open(t, Config{})
	_, page := s.get("GET", "/", nil)
	named := regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(page, -1)
	n := 0
	for _, m := range named {
		if strings.HasPrefix(m[1], "#") || strings.HasPrefix(m[1], "data:") {
			continue
		}
		n++
		if resp, _ := s.get("GET", "/"+m[1], nil); resp.StatusCode != http.StatusOK || resp.Header.Get("Cache-Control") != cacheForever {
			t.Errorf("%s: %d", m[1], resp.StatusCode)
		}
	}
	if n < 2 {
		t.Errorf("the start page names %d files", n)
	}
	for _, inline := range []string{`<style`, ` style=`, ` onclick=`, ` onload=`} {
		if strings.Contains(page, inline) {
			t.Errorf("the start page has%s", inline)
		}
	}
	if scripts := regexp.MustCompile(`<script[^>]*>`).FindAllString(page, -1); len(scripts) == 0 {
		t.Error("no script")
	} else {
		for _, tag := range scripts {
			if !strings.Contains(tag, "src=") {
				t.Errorf("an inline script: %s", tag)
			}
		}
	}
}
