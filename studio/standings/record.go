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

// fileName is the form of record names: prefix of the tournament's key, group, seating.
var fileName = regexp.MustCompile(`^([0-9a-f]{10,64})-([0-9]{1,9})-([0-9]{1,6})\.ouro$`)

// fileOf returns the name of a record.
func fileOf(key string, group, seating int) string {
	return fmt.Sprintf("%s-%d-%d.ouro", key, group, seating)
}

// Open opens the record of a game. The error of any other name is [fs.ErrNotExist].
func (f *File) Open(name string) (offered.File, error) {
	parts := fileName.FindStringSubmatch(name)
	if parts == nil {
		return offered.File{}, fs.ErrNotExist
	}
	group, _ := strconv.Atoi(parts[2])
	seating, _ := strconv.Atoi(parts[3])
	var found offered.File
	ctx := context.Background() // the request is short
	err := f.withStore(ctx, func(s *store.Store) error {
		set, err := f.find(ctx, s, parts[1])
		if err != nil {
			return err
		}
		g, err := set.Game(ctx, group, seating)
		switch {
		case err != nil:
			return offered.Refusal(err.Error())
		case g == nil:
			return fs.ErrNotExist
		case g.Record == nil:
			return offered.Refusal("the game was kept without its record and cannot be shown")
		}
		text, err := g.Record.MarshalText()
		found = offered.New(bytes.NewReader(text), set.Experiments[0].Created)
		return err
	})
	var noTournament *noTournamentError
	if errors.Is(err, errNoFile) || errors.As(err, &noTournament) {
		err = fs.ErrNotExist
	}
	return found, err
}
