// Package standings has the kind of channel on which tournaments are looked at: the
// report of a folder, as package arena makes it, and the games that are kept there,
// also while others play into it.
package standings

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ouro/arena"
	"ouro/internal/printable"
)

// maxQuoted bounds what is repeated of a name.
const maxQuoted = 80

// mostFolders is how many tournaments are listed.
const mostFolders = 200

// Root is a directory of tournaments, or of one.
type Root string

// Folder is a tournament below a Root.
type Folder struct {
	Name     string    `json:"name"` // from the root, with slashes; "." is the root itself
	Title    string    `json:"title"`
	Changed  time.Time `json:"changed"`
	Snakes   int       `json:"snakes"`
	Planned  int       `json:"planned"` // games, in whole groups
	Format   string    `json:"format"`
	Unusable string    `json:"unusable,omitempty"` // why it cannot be shown
}

// Folders are the tournaments in the root, in its directories and in theirs, the one
// in which a game was finished last before the others.
func (r Root) Folders() ([]Folder, error) {
	if info, err := os.Stat(string(r)); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s: want a directory of tournaments, which this is not", printable.Short(string(r), maxQuoted))
	}
	found := []Folder{}
	for _, pattern := range []string{".", "*", "*/*"} {
		names, err := fs.Glob(os.DirFS(string(r)), path.Join(pattern, "tournament.toml"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			found = append(found, r.folder(path.Dir(name)))
		}
	}
	slices.SortStableFunc(found, func(a, b Folder) int { return b.Changed.Compare(a.Changed) })
	return found[:min(len(found), mostFolders)], nil
}

func (r Root) folder(name string) Folder {
	f := Folder{Name: name, Title: path.Base(name)}
	dir := r.dir(name)
	if info, err := os.Stat(arena.IndexName(dir)); err == nil {
		f.Changed = info.ModTime()
	}
	t, err := arena.ReadTournament(dir)
	if err != nil {
		f.Unusable = err.Error()
		return f
	}
	f.Title = cmp.Or(t.Title, strings.TrimSpace(t.Rules+" "+t.Board))
	f.Snakes, f.Planned, f.Format = len(t.Snakes), t.Games, string(t.Format)
	if s, err := t.Setting(); err == nil { // else nobody plays it here: it has what its file says
		f.Planned = s.Games()
	}
	return f
}

// dir is the directory of a tournament.
func (r Root) dir(name string) string { return filepath.Join(string(r), filepath.FromSlash(name)) }

// isFolder tells whether a name may be that of a tournament: it leads nowhere else.
func isFolder(name string) bool {
	return name == "." || fs.ValidPath(name) && strings.Count(name, "/") <= 1 && !strings.ContainsAny(name, `\:`)
}

// find is the directory of the tournament of this name, or of the only one.
func (r Root) find(name string) (string, error) {
	if !isFolder(name) {
		return "", errors.New("no tournament is called so")
	}
	dir := r.dir(name)
	if _, err := os.Stat(filepath.Join(dir, "tournament.toml")); err != nil {
		return "", fmt.Errorf("%s is no tournament here", name)
	}
	return dir, nil
}

// kept is what a file of a game is called.
var kept = regexp.MustCompile(`^(?:(.+)/)?((?:records|logs)/\d{6,9}-\d{1,6}\.(?:ouro|jsonl\.gz))$`)

// File is where the file of a game is, which is named from the root: of no other
// files is there one.
func (r Root) File(name string) (where string, ok bool) {
	parts := kept.FindStringSubmatch(name)
	if parts == nil {
		return "", false
	}
	in := parts[1]
	if in == "" {
		in = "."
	}
	dir, err := r.find(in)
	if err != nil {
		return "", false
	}
	return filepath.Join(dir, filepath.FromSlash(parts[2])), true
}
