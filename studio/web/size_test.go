package web_test

import (
	"compress/gzip"
	"path"
	"regexp"
	"testing"

	"ouro/studio/web"
)

// mostBytes are loaded before the first game is seen, compressed.
const mostBytes = 200 << 10

// imported are the modules and style sheets that a file cannot do without.
var imported = regexp.MustCompile(`(?m)^(?:import [^"]*"|export [^"]* from ")([^"]+)"|(?:src|href)="([a-z/]+\.(?:css|js))"`)

// counter counts what is written.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// TestSize: what is loaded until a game is watched is small enough to be there at
// once. Other pages are loaded when they are opened.
func TestSize(t *testing.T) {
	var all counter
	seen := map[string]bool{}
	wanted := []string{"index.html", "views/watch.js"}
	for len(wanted) > 0 {
		file := wanted[0]
		wanted = wanted[1:]
		if seen[file] {
			continue
		}
		seen[file] = true
		text, err := web.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range imported.FindAllStringSubmatch(string(text), -1) {
			wanted = append(wanted, path.Join(path.Dir(file), m[1]+m[2]))
		}
		z := gzip.NewWriter(&all)
		if _, err := z.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d files, %d bytes", len(seen), all)
	if !seen["draw/board.js"] || !seen["style.css"] || !seen["session/client.js"] {
		t.Error("files of the page are not found")
	}
	if all > mostBytes {
		t.Errorf("%d bytes are loaded, compressed; at most %d", all, mostBytes)
	}
}
