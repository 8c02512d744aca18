package standings

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"

	"ouro/store"
	"ouro/studio/offered"
)

// fileName is what the record of a game is called: the first letters of the key of its
// tournament, its group and its seating.
var fileName = regexp.MustCompile(`^([0-9a-f]{10,64})-([0-9]{1,9})-([0-9]{1,6})\.ouro$`)

// fileOf is the name of the record of a game.
func fileOf(key string, group, seating int) string {
	return fmt.Sprintf("%s-%d-%d.ouro", key, group, seating)
}

// Open opens the record of a game. No other files are there ([fs.ErrNotExist]).
func (f *File) Open(name string) (offered.File, error) {
	parts := fileName.FindStringSubmatch(name)
	if parts == nil {
		return offered.File{}, fs.ErrNotExist
	}
	group, _ := strconv.Atoi(parts[2])
	seating, _ := strconv.Atoi(parts[3])
	var found offered.File
	ctx := context.Background() // of a request that is short
	err := f.with(ctx, func(s *store.Store) error {
		set, err := f.find(ctx, s, parts[1])
		if err != nil {
			return err
		}
		g, err := set.Game(ctx, group, seating)
		switch {
		case err != nil:
			return offered.Refused(err.Error())
		case g == nil:
			return fs.ErrNotExist
		case g.Record == nil:
			return offered.Refused("this game was kept without its record, so that it cannot be shown")
		}
		text, err := g.Record.MarshalText()
		found = offered.New(bytes.NewReader(text), set.Experiments[0].Created)
		return err
	})
	var none *noTournamentError
	if errors.Is(err, errNothing) || errors.As(err, &none) {
		err = fs.ErrNotExist
	}
	return found, err
}
