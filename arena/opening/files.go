package opening

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/infile"
	"ouro/internal/printable"
	"ouro/play"
	"ouro/roster"
	"ouro/saved"
)

const (
	maxPages = saved.MaxPositions
	maxFiles = 100_000 // maximum number of files in a directory
	maxName  = 60      // maximum length of an unknown name in an error, in bytes
)

// reader collects the positions of files.
type reader struct {
	first, last int  // the requested turns of games
	turns       bool // whether turns are requested
	pages       []page
	known       map[string]bool // texts of the pages, to omit equal positions
}

// readPages reads the positions of a file or directory. text is its name, optionally followed by
// @TURN or @FROM..TO.
func readPages(ctx context.Context, text string) ([]page, error) {
	r := &reader{known: map[string]bool{}}
	name, err := r.cutTurns(text)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EINVAL):
		return nil, fmt.Errorf("%s: no such file (want %s, %s or the name of a file or directory)", printable.Short(name, maxName), rulesName, balancedName)
	case err != nil:
		return nil, err
	case info.IsDir():
		err = r.directory(ctx, name)
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s: want a file or a directory, because it is read more than once", name)
	default:
		err = r.file(ctx, name)
	}
	if err == nil && len(r.pages) == 0 {
		err = fmt.Errorf("%s: it contains no position", name)
		if r.turns {
			err = fmt.Errorf("%s: no position from turns %d to %d", name, r.first, r.last)
		}
	}
	return r.pages, err
}

// cutTurns returns the name at the start of the text, and stores the turns that follow the name.
func (r *reader) cutTurns(text string) (name string, err error) {
	i := strings.LastIndexByte(text, '@')
	if i < 0 || strings.Trim(text[i+1:], "0123456789.") != "" || i+1 == len(text) {
		return text, nil
	}
	from, to, several := strings.Cut(text[i+1:], "..")
	if !several {
		to = from
	}
	if r.first, err = strconv.Atoi(from); err == nil {
		r.last, err = strconv.Atoi(to)
	}
	if err != nil || r.first > r.last {
		return "", fmt.Errorf("%s: want turns such as @20 or @20..40 after the name", text)
	}
	r.turns = true
	return text[:i], nil
}

// directory reads all games and lists of positions below a directory, in the order of their names.
// If the directory has records, directory ignores logs, because the folder of a tournament has a
// record and a log of each game.
func (r *reader) directory(ctx context.Context, dir string) error {
	var names []string
	records := false
	err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(e.Name(), ".") && name != dir && e.IsDir():
			return filepath.SkipDir
		case !e.Type().IsRegular() || ending(name) == "":
			return nil
		case len(names) == maxFiles:
			return fmt.Errorf("more than %d files with games or positions", maxFiles)
		}
		names = append(names, name)
		records = records || ending(name) == ".ouro"
		return nil
	})
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("%s: no file in this directory ends in %s, or in one of these with .gz", dir, strings.Join(endings, ", "))
	}
	for _, name := range names {
		if ending(name) == ".jsonl" && records {
			continue
		}
		if err := r.file(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// endings has the file extensions of records, logs and lists of positions.
var endings = []string{".ouro", ".jsonl", ".txt"}

// ending returns the element of endings with which a name ends, or "". It ignores .gz.
func ending(name string) string {
	name = strings.TrimSuffix(name, ".gz")
	for _, e := range endings {
		if strings.HasSuffix(name, e) {
			return e
		}
	}
	return ""
}

func (r *reader) file(ctx context.Context, name string) (err error) {
	in, err := infile.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	f, err := saved.Open(&contextReader{ctx, in})
	if err == nil {
		err = r.game(ctx, name, f)
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return err
}

// contextReader reads from in until the context ends.
type contextReader struct {
	ctx context.Context
	in  io.Reader
}

func (r *contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}

func (r *reader) game(ctx context.Context, name string, f *saved.File) error {
	if f.Kind != saved.Positions && !r.turns {
		return errors.New("the file holds a game: add the turns of the positions to its name, such as @20 or @20..40")
	}
	switch f.Kind {
	case saved.Positions:
		return r.list(name, f.Positions)
	case saved.Record:
		return r.record(ctx, name, f.Record)
	case saved.Log:
		return r.log(name, f)
	default:
		return fmt.Errorf("the file is a %s, from which no game can start; want a record, a log of the official engine or a list of positions", f.Kind)
	}
}

// list adds the positions of a list. If turns are requested, it adds only positions of these turns.
func (r *reader) list(name string, lines []saved.Position) error {
	for _, line := range lines {
		s, err := ouro.ParseState(line.Text)
		if err != nil {
			return err
		}
		if r.wants(s.Turn) || !r.turns {
			if err := r.add(s, fmt.Sprintf("%s line %d", name, line.Line), true); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reader) wants(turn int) bool { return turn >= r.first && turn <= r.last }

// record adds the positions of a record at the requested turns. The record must follow the rules.
func (r *reader) record(ctx context.Context, name string, record *ouro.Record) error {
	deal, err := roster.Deal(record.Game, record.Seed)
	if err != nil {
		return err
	}
	var failed error
	err = play.Replay(ctx, record, deal, func(s *ouro.State) {
		if failed == nil && r.wants(s.Turn) {
			failed = r.add(s, fmt.Sprintf("%s turn %d", name, s.Turn), false)
		}
	})
	return errors.Join(err, failed)
}

func (r *reader) log(name string, f *saved.File) error {
	for {
		frame, err := f.Log.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil || frame.Turn > r.last {
			return err
		}
		if !r.wants(frame.Turn) {
			continue
		}
		s, _, err := frame.State()
		if err != nil {
			return err
		}
		if err := r.add(s, fmt.Sprintf("%s turn %d", name, s.Turn), false); err != nil {
			return err
		}
	}
}

// add adds a position unless an equal one was added before. If the user did not choose the
// position, add removes its dead snakes.
func (r *reader) add(s *ouro.State, from string, chosen bool) error {
	if !chosen {
		s = withoutDead(s)
	}
	text := s.String()
	if r.known[text] {
		return nil
	}
	if len(r.pages) == maxPages {
		return fmt.Errorf("more than %s in all files", english.Count(maxPages, "position"))
	}
	r.known[text] = true
	r.pages = append(r.pages, page{text: text, board: s.Grid.String(), snakes: len(s.Snakes), from: from, chosen: chosen})
	return nil
}

// withoutDead returns a position without its dead snakes.
func withoutDead(s *ouro.State) *ouro.State {
	copied := ouro.NewState(s.Grid)
	copied.Turn = s.Turn
	for c := range ouro.Cell(s.Grid.Size()) {
		if t := s.Terrain(c); t != ouro.Open {
			copied.SetTerrain(c, t)
		}
	}
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		if sn.Cause != ouro.Alive {
			continue
		}
		added := &copied.Snakes[copied.AddSnake(sn.Body.Append(nil)...)]
		added.Health, added.Hunger, added.Vacated = sn.Health, sn.Hunger, sn.Vacated
	}
	for _, c := range s.Food {
		copied.AddFood(c)
	}
	for _, c := range s.Hazards {
		copied.AddHazard(c)
	}
	return copied
}
