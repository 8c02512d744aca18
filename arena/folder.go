package arena

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"ouro/internal/english"
	"ouro/internal/outfile"
)

// What the folder of a tournament holds.
const (
	tournamentName = "tournament.toml" // what is played
	indexName      = "games.jsonl"     // a line for each finished game
	recordsName    = "records"         // a record of each, see [recordName]
	logsName       = "logs"            // its official log, where there is one
	lockName       = "tournament.lock" // while somebody plays
)

// IndexName is the index of the tournament in a folder.
func IndexName(dir string) string { return filepath.Join(dir, indexName) }

// FolderFiles are the files of a folder without which it holds no tournament.
func FolderFiles(dir string) []string {
	return []string{filepath.Join(dir, tournamentName), IndexName(dir)}
}

// GameFiles are the files of a finished game in a folder, from there: its record, and
// its official log, which not every game has.
func GameFiles(group, seating int) (record, log string) {
	return filepath.Join(recordsName, recordName(group, seating)), filepath.Join(logsName, logName(group, seating))
}

func recordName(group, seating int) string { return fmt.Sprintf("%06d-%d.ouro", group, seating) }
func logName(group, seating int) string    { return fmt.Sprintf("%06d-%d.jsonl.gz", group, seating) }

// Folder is where a tournament is kept while it is played; it is a Store.
//
// A game is finished when its line is in the index, and its record and its log are
// whole before that. A program that is killed at any moment leaves at most files of
// games that are not finished, half a line and hidden files; the next one cuts off
// and removes what is half, and plays those games again. Nothing is synced to the
// disk for each game, which would take longer than many a game: what a loss of
// power takes with it is the last seconds, and a game whose record is not whole then
// is no finished game either.
type Folder struct {
	sys   outfile.System
	dir   string
	lock  *outfile.Lock
	games []Game
	notes []string

	mu    sync.Mutex // guards index
	index *outfile.Journal
}

// OpenFolder opens the folder of a tournament, or makes it, and keeps others from
// it. One that holds another tournament is an error that names the difference.
// sys nil is the real system.
func OpenFolder(sys outfile.System, dir string, s *Setting) (f *Folder, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := outfile.TakeLock(sys, filepath.Join(dir, lockName))
	if err != nil {
		return nil, err
	}
	f = &Folder{sys: sys, dir: dir, lock: lock}
	if err := f.open(s); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return f, nil
}

func (f *Folder) open(s *Setting) error {
	have, err := f.settle(s.Tournament)
	if err != nil {
		return err
	}
	if err := f.hasRecords(); err != nil {
		return err
	}
	for _, dir := range []string{f.dir, f.path(recordsName), f.path(logsName)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := outfile.Clean(f.sys, dir); err != nil {
			return err
		}
	}
	x, err := readIndexOf(os.DirFS(f.dir), f.dir, s.Tournament)
	if err != nil {
		return err
	}
	if err := f.say(s.Holding(x.games).Tournament, have); err != nil {
		return err
	}
	x, err = f.dropLost(s, x)
	if err != nil {
		return err
	}
	f.games = x.games
	f.index, err = outfile.OpenJournal(f.sys, f.path(indexName), x.size)
	return err
}

// ErrOther is about a folder in which games of another tournament are kept.
var ErrOther = errors.New("another tournament")

// settle makes sure that the folder is of this tournament, and returns what it says of
// it so far. Another one that never had a game, as where a guest was not there, gives
// way to it, but not a file that somebody wrote by hand.
func (f *Folder) settle(t *Tournament) (have string, err error) {
	name := f.path(tournamentName)
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(f.path(indexName)); err == nil {
			return "", fmt.Errorf("%s: it holds games, and no %s says of which tournament", f.dir, tournamentName)
		}
	case err != nil:
		return "", err
	default:
		kept, err := Parse(string(text))
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		if d := kept.Difference(t); d != "" && (f.begun() || kept.Text() != string(text)) {
			return "", fmt.Errorf("%s: it holds %w (%s); choose another directory", f.dir, ErrOther, d)
		}
	}
	return string(text), nil
}

// say writes down of which tournament the folder is, where it says something else.
func (f *Folder) say(t *Tournament, have string) error {
	text := t.Text()
	if have == text {
		return nil
	}
	return outfile.In(f.sys, f.dir, tournamentName).Write(func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// begun tells whether a game was finished in the folder, or a line was begun.
func (f *Folder) begun() bool {
	info, err := os.Stat(f.path(indexName))
	return !errors.Is(err, fs.ErrNotExist) && (err != nil || info.Size() > 0)
}

// hasRecords wants the records of a tournament that was begun. A loss of power takes
// some; where the directory is gone somebody took it, as to copy less, and the games
// are not given up for that.
func (f *Folder) hasRecords() error {
	if _, err := os.Stat(f.path(recordsName)); !errors.Is(err, fs.ErrNotExist) || !f.begun() {
		return nil
	}
	return fmt.Errorf("%s: it holds games, and no %s of them; put them there to go on, or choose another directory", f.dir, recordsName)
}

// mostNotes is how many games are named whose records are lost.
const mostNotes = 5

// dropLost leaves out, and takes off the index, games whose records a loss of
// power took. A game of which index and record differ is an error.
func (f *Folder) dropLost(s *Setting, x index) (index, error) {
	var kept index
	var text []byte
	lost := 0
	for i := range x.games {
		g := &x.games[i]
		err := f.checkRecord(s, g)
		var half *lostError
		if errors.As(err, &half) {
			if lost++; lost <= mostNotes {
				f.notes = append(f.notes, fmt.Sprintf("%v; the game is played again", err))
			}
			continue
		}
		if err != nil {
			return x, fmt.Errorf("%s line %d: %w", f.path(indexName), x.lines[i], err)
		}
		line, err := indexLine(g)
		if err != nil {
			return x, err
		}
		kept.games, kept.lines = append(kept.games, *g), append(kept.lines, len(kept.games)+1)
		text = append(text, line...)
	}
	if lost == 0 {
		return x, nil
	}
	if more := lost - len(f.notes); more > 0 {
		f.notes = append(f.notes, fmt.Sprintf("so are %s more", english.Count(more, "game")))
	}
	kept.size = int64(len(text))
	return kept, outfile.In(f.sys, f.dir, indexName).Write(func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

func (f *Folder) path(name string) string { return filepath.Join(f.dir, name) }

// Games are those that were finished when the folder was opened.
func (f *Folder) Games() []Game { return slices.Clone(f.games) }

// Notes say what was amiss with the folder, in a line each.
func (f *Folder) Notes() []string { return f.notes }

// Keep keeps a finished game: its record, its log, and then its line of the index.
func (f *Folder) Keep(p Played) error {
	g := &p.Game
	err := f.keep(&p)
	if err != nil {
		err = fmt.Errorf("the game of group %d, seating %d is not kept: %w", g.Group, g.Seating, err)
	}
	return err
}

func (f *Folder) keep(p *Played) error {
	g := &p.Game
	line, err := indexLine(g)
	if err != nil {
		return err
	}
	record, err := p.Record.MarshalText()
	if err != nil {
		return err
	}
	err = f.write(recordsName, recordName(g.Group, g.Seating), func(w io.Writer) error {
		_, err := w.Write(record)
		return err
	})
	if err == nil && p.Log != nil {
		err = f.write(logsName, logName(g.Group, g.Seating), pack(p.Log))
	}
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.index.Add(line)
}

func (f *Folder) write(dir, name string, write func(io.Writer) error) error {
	return outfile.In(f.sys, f.path(dir), name).WriteQuick(write)
}

// packers are idle gzip writers, which are large.
var packers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // of a level that there is not
	}
	return w
}}

// pack writes the text packed.
func pack(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		packer, _ := packers.Get().(*gzip.Writer)
		defer packers.Put(packer)
		packer.Reset(w)
		_, err := packer.Write(text)
		return errors.Join(err, packer.Close())
	}
}

// Close makes what was kept outlast a loss of power, as far as the system does so
// by itself with files, and lets others into the folder.
func (f *Folder) Close() error {
	return errors.Join(f.index.Close(), outfile.SyncDir(f.sys, f.dir), f.lock.Release())
}

// ReadFolder reads what a folder holds, also while others play into it: the
// tournament and its finished games.
func ReadFolder(dir string) (*Tournament, []Game, error) { return ReadFolderFS(os.DirFS(dir), dir) }

// ReadFolderFS is [ReadFolder] of these files, of a folder that errors call dir.
func ReadFolderFS(files fs.FS, dir string) (*Tournament, []Game, error) {
	t, err := ReadTournamentFS(files, dir)
	if err != nil {
		return nil, nil, err
	}
	x, err := readIndexOf(files, dir, t)
	return t, x.games, err
}

// ReadTournament reads what is played in a folder.
func ReadTournament(dir string) (*Tournament, error) { return ReadTournamentFS(os.DirFS(dir), dir) }

// ReadTournamentFS is [ReadTournament] of these files, of a folder that errors call dir.
func ReadTournamentFS(files fs.FS, dir string) (*Tournament, error) {
	name := filepath.Join(dir, tournamentName)
	text, err := fs.ReadFile(files, tournamentName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no tournament: it has no %s", dir, tournamentName)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	t, err := Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// readIndexOf reads the index of a folder, which need not be there yet.
func readIndexOf(files fs.FS, dir string, t *Tournament) (x index, err error) {
	name := filepath.Join(dir, indexName)
	in, err := files.Open(indexName)
	if errors.Is(err, fs.ErrNotExist) {
		return x, nil
	}
	if err != nil {
		return x, fmt.Errorf("%s: %w", dir, err)
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	if x, err = readIndex(in); err != nil {
		return x, fmt.Errorf("%s %w", name, err)
	}
	for i := range x.games {
		if err := x.games[i].of(t); err != nil {
			return x, fmt.Errorf("%s line %d: %w", name, x.lines[i], err)
		}
	}
	return x, nil
}
