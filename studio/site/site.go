// Package site writes the studio as static files, with the engine as WebAssembly. The files
// work under any path of any file server, and load nothing from other hosts.
package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ouro/internal/infile"
	"ouro/internal/outfile"
	"ouro/studio/web"
)

// manifest is the name of the file that marks a folder as a site of the studio. It lists
// the other files, so that a later version can remove them.
const manifest = "ouro-studio.json"

type contents struct {
	Site  int      `json:"ouro_studio"` // version of the manifest
	Build string   `json:"build"`
	Files []string `json:"files"`
}

const version = 1

// Write writes the site into a new or empty folder. If the folder already has a site, complete or
// not, Write replaces it.
func Write(ctx context.Context, dir, build string, e *Engine) error {
	before, err := readManifest(dir)
	if err != nil {
		return err
	}
	files, err := siteFiles(e)
	if err != nil {
		return err
	}
	list := contents{Site: version, Build: build}
	for name := range files {
		list.Files = append(list.Files, name)
	}
	slices.Sort(list.Files)
	union := list
	union.Files = slices.Concat(list.Files, before.Files)
	if err := putList(dir, union); err != nil { // at any time, the manifest lists all files in the folder
		return err
	}
	for _, name := range append(slices.DeleteFunc(slices.Clone(list.Files), func(name string) bool { return name == start }), start) { // the start page is written last
		if err := cmp.Or(ctx.Err(), put(dir, name, files[name])); err != nil {
			return err
		}
	}
	for _, name := range before.Files {
		if files[name] == nil {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return putList(dir, list)
}

// Check returns an error if Write would refuse the folder.
func Check(dir string) error {
	_, err := readManifest(dir)
	return err
}

const maxManifest = 1 << 20 // bytes

// readManifest returns the contents of a folder's manifest. They are empty for a new or empty folder.
// The error says why a site must not replace the contents of the folder.
func readManifest(dir string) (contents, error) {
	var found contents
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return found, nil
	} else if err != nil {
		return found, err
	}
	text, err := infile.Read(filepath.Join(dir, manifest), maxManifest)
	if errors.Is(err, fs.ErrNotExist) {
		return found, fmt.Errorf("%s: the folder has other files; want a new or empty folder, or a site of the studio", dir)
	} else if err != nil {
		return found, err
	}
	if err := json.Unmarshal(text, &found); err != nil || found.Site != version {
		return found, fmt.Errorf("%s: unknown version of %s; want a new or empty folder", dir, manifest)
	}
	if i := slices.IndexFunc(found.Files, func(name string) bool { return !filepath.IsLocal(filepath.FromSlash(name)) }); i >= 0 {
		return found, fmt.Errorf("%s: the file %s in it names %q, which is outside of the folder; want a new or empty folder", dir, manifest, found.Files[i])
	}
	return found, nil
}

const start = "index.html"

func siteFiles(e *Engine) (map[string][]byte, error) {
	files := map[string][]byte{"engine/" + moduleName: e.Module, "engine/" + scriptName: e.Script}
	made, err := web.Made()
	if err != nil {
		return nil, err
	}
	maps.Copy(files, made)
	err = fs.WalkDir(web.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(web.Files, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	files[start], err = page(files[start], digest(files))
	return files, err
}

// digest returns a hexadecimal digest of the names and texts of all files.
func digest(files map[string][]byte) string {
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sum := sha256.Sum256(files[name])
		all.Write([]byte(name))
		all.Write(sum[:])
	}
	return hex.EncodeToString(all.Sum(nil)[:8])
}

// page returns the start page of a site, made from that of the studio. The page uses the engine in a
// Web Worker, and contains the security policy that a server would send in headers. It contains the
// digest of the files, because it stores messages of the engine, which are valid for a later visit
// only if the files are the same.
func page(text []byte, digest string) ([]byte, error) {
	for _, change := range [][2]string{
		{"<html ", `<html data-engine="worker" data-build="` + digest + `" `},
		{"<meta charset=\"utf-8\">\n", "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"" + web.Policy + "\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"},
	} {
		if strings.Count(string(text), change[0]) != 1 {
			return nil, fmt.Errorf("%s must have %q exactly once", start, change[0])
		}
		text = []byte(strings.Replace(string(text), change[0], change[1], 1))
	}
	return text, nil
}

func putList(dir string, list contents) error {
	slices.Sort(list.Files)
	list.Files = slices.Compact(list.Files)
	text, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	return put(dir, manifest, append(text, '\n'))
}

func put(dir, name string, text []byte) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return outfile.In(nil, filepath.Dir(path), filepath.Base(path)).WriteQuick(func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
