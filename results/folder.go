package results

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"

	"ouro"
	"ouro/arena"
	"ouro/definition"
	"ouro/internal/buildinfo"
	"ouro/internal/infile"
	"ouro/lab"
	"ouro/store"
)

// Names of files in the folder of a tournament of an earlier version.
const (
	folderText  = "tournament.toml" // the file with the text of the tournament
	folderIndex = "games.jsonl"     // the file with a line for each finished game
)

// Limits of the files in a folder.
const (
	maxFolderText  = 1 << 20
	maxFolderGame  = 64 << 20 // bytes of a record or a log
	maxFolderLine  = 1 << 20
	maxFolderGames = lab.MaxGroups
)

// IsFolder reports whether a directory holds a tournament of an earlier version.
func IsFolder(dir string) bool {
	info, err := os.Stat(path.Join(dir, folderText))
	return err == nil && info.Mode().IsRegular()
}

// ImportFolder adds the tournament in a folder to a store, with records and logs. The build that
// played the tournament is unknown, so its games are never counted together with others. Games that
// are already stored do not change. ImportFolder stops at the first incomplete line of the index.
func ImportFolder(ctx context.Context, s *store.Store, dir string, run store.Run) (done store.ImportCount, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	f := folder{root}
	setting, d, err := f.read()
	if err != nil {
		return done, err
	}
	active, err := s.StartRun(ctx, store.Experiment{
		Kind: string(definition.Arena), Definition: d.Text(), Build: buildinfo.Identity{Sum: "0", Version: "not known"},
		Title: setting.Tournament.Heading(), Rules: setting.Game.Rules.String(), Board: fmt.Sprintf("%dx%d", setting.Game.W, setting.Game.H),
		StartLength: setting.Game.StartLength, Seed: d.Seed, Budget: lab.BudgetText(d.Budget()), Solvers: d.Solvers,
	}, run)
	if err != nil {
		return done, err
	}
	done.Experiments = 1
	plan := setting.Plan()
	err = f.games(ctx, func(line []byte) error {
		g, seed, err := lab.ParseIndexLine(line)
		if err != nil {
			return err
		}
		t := &g.Tally
		if seed != ouro.GameSeed(d.Seed, int(t.Group)) || int(t.Seating) >= len(plan.Seatings) || !slices.EqualFunc(t.Seats, plan.Seatings[t.Seating], func(s lab.Seat, e int) bool { return int(s.Entrant) == e }) {
			return errors.New("the game belongs to another tournament")
		}
		if known, err := active.Find(int(t.Group), int(t.Seating)); err != nil || known != nil {
			done.Games++
			done.Known++
			return err
		}
		if err := f.attach(g); err != nil {
			return err
		}
		done.Games++
		return active.Keep(g)
	})
	return done, errors.Join(err, active.Close())
}

type folder struct{ root *os.Root }

func (f folder) read() (*arena.Setting, definition.Definition, error) {
	text, err := f.file(folderText, maxFolderText)
	if err != nil {
		return nil, definition.Definition{}, err
	}
	t, err := arena.Parse(string(text))
	if err != nil {
		return nil, definition.Definition{}, fmt.Errorf("%s: %w", folderText, err)
	}
	s, err := t.Setting()
	if err != nil {
		return nil, definition.Definition{}, fmt.Errorf("%s: %w", folderText, err)
	}
	d, err := definition.OfArena(s)
	return s, d, err
}

// games calls visit with every complete line of the index. It stops at an incomplete line or a line
// with zero bytes. A killed program may have left either.
func (f folder) games(ctx context.Context, visit func(line []byte) error) error {
	in, err := infile.In(f.root, folderIndex)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // closing cannot lose data, because the file was only read
	lines := bufio.NewReaderSize(in, maxFolderLine)
	for n := 1; n <= maxFolderGames; n++ {
		line, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF) || err == nil && bytes.IndexByte(line, 0) >= 0:
			return nil
		case errors.Is(err, bufio.ErrBufferFull):
			err = fmt.Errorf("longer than %d bytes", maxFolderLine)
		}
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = visit(line)
		}
		if err != nil {
			return fmt.Errorf("%s line %d: %w", folderIndex, n, err)
		}
	}
	return fmt.Errorf("%s: more than %d games", folderIndex, maxFolderGames)
}

// attach adds the record and the log to a game.
func (f folder) attach(g *lab.Finished) error {
	record := fmt.Sprintf("records/%06d-%d.ouro", g.Tally.Group, g.Tally.Seating)
	text, err := f.file(record, maxFolderGame)
	switch {
	case err == nil:
		g.Record = lab.Text(text)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	packed, err := infile.In(f.root, fmt.Sprintf("logs/%06d-%d.jsonl.gz", g.Tally.Group, g.Tally.Seating))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = packed.Close() }() // closing cannot lose data, because the file was only read
	r, err := gzip.NewReader(packed)
	if err != nil {
		return fmt.Errorf("the log of game %d, seating %d: %w", g.Tally.Group, g.Tally.Seating, err)
	}
	log, err := readAtMost(r, maxFolderGame)
	g.Log = lab.Text(log)
	return err
}

func (f folder) file(name string, most int64) ([]byte, error) {
	in, err := infile.In(f.root, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // closing cannot lose data, because the file was only read
	return readAtMost(in, most)
}

func readAtMost(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("longer than %d bytes", most)
	}
	return text, err
}
