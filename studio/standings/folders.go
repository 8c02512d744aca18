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

// Root is a directory of tournaments, or of one. Whatever is read for a page is below it:
// links to elsewhere, in folders that somebody else may have made, lead nowhere.
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
	root, err := os.OpenRoot(string(r))
	if err != nil {
		return nil, fmt.Errorf("%s: want a directory of tournaments, which this is not", printable.Short(string(r), maxQuoted))
	}
	defer func() { _ = root.Close() }()
	found := []Folder{}
	for _, pattern := range []string{".", "*", "*/*"} {
		names, err := fs.Glob(root.FS(), path.Join(pattern, "tournament.toml"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			found = append(found, folder(root, path.Dir(name)))
		}
	}
	slices.SortStableFunc(found, func(a, b Folder) int { return b.Changed.Compare(a.Changed) })
	return found[:min(len(found), mostFolders)], nil
}

func folder(root *os.Root, name string) Folder {
	f := Folder{Name: name, Title: path.Base(name)}
	if info, err := root.Stat(arena.IndexName(filepath.FromSlash(name))); err == nil {
		f.Changed = info.ModTime()
	}
	dir, err := root.OpenRoot(filepath.FromSlash(name))
	if err != nil {
		f.Unusable = err.Error()
		return f
	}
	defer func() { _ = dir.Close() }()
	t, err := arena.ReadTournamentFS(dir.FS(), name)
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

// isFolder tells whether a name may be that of a tournament: it leads nowhere else.
func isFolder(name string) bool {
	return name == "." || fs.ValidPath(name) && strings.Count(name, "/") <= 1 && !strings.ContainsAny(name, `\:`)
}

// find opens the directory of the tournament of this name, or of the only one.
func (r Root) find(name string) (*os.Root, error) {
	if !isFolder(name) {
		return nil, errors.New("no tournament is called so")
	}
	none := fmt.Errorf("%s is no tournament here", name)
	root, err := os.OpenRoot(string(r))
	if err != nil {
		return nil, none
	}
	defer func() { _ = root.Close() }()
	dir, err := root.OpenRoot(filepath.FromSlash(name))
	if err != nil {
		return nil, none
	}
	if _, err := dir.Stat("tournament.toml"); err != nil {
		return nil, errors.Join(none, dir.Close())
	}
	return dir, nil
}

// kept is what a file of a game is called.
var kept = regexp.MustCompile(`^(?:(.+)/)?((?:records|logs)/\d{6,9}-\d{1,6}\.(?:ouro|jsonl\.gz))$`)

// File opens the file of a game, which is named from the root. No others are there
// ([fs.ErrNotExist]).
func (r Root) File(name string) (*os.File, error) {
	parts := kept.FindStringSubmatch(name)
	if parts == nil {
		return nil, fs.ErrNotExist
	}
	in := parts[1]
	if in == "" {
		in = "."
	}
	dir, err := r.find(in)
	if err != nil {
		return nil, fs.ErrNotExist
	}
	defer func() { _ = dir.Close() }()
	file := filepath.FromSlash(parts[2])
	info, err := dir.Stat(file) // first, as to open a pipe is to wait
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fs.ErrNotExist
	}
	return dir.Open(file)
}
