// Package opening provides different start positions for the groups of a tournament. Otherwise
// strong snakes would often begin in the same way. The positions come from the rules, from files,
// or from a search for balanced positions.
//
// [Read] parses a user's description into a [Book]. [Book.For] returns a [Source], which has the
// opening of each group of games.
package opening

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
)

// Book is a parsed description of openings.
type Book struct {
	text   string
	pages  []page  // the positions of files
	search *Search // search for balanced positions, or nil
	rules  bool    // whether the rules determine the starts
}

// page is a position from a file.
type page struct {
	text   string // the text of the position
	board  string // WxH
	snakes int
	from   string // file and line or turn, for messages
	chosen bool   // whether the user listed the position, which must then fit the game; a position of a recorded game need not fit
}

const (
	rulesName    = "rules"
	balancedName = "balanced"
)

// Read parses a description: "rules" or "", "balanced" with its options, or the name of a file or
// directory, which it reads. If the files hold games, the turns of the positions must follow the
// name: @20 or @20..40.
func Read(ctx context.Context, text string) (*Book, error) {
	b := &Book{text: text}
	if text == "" || text == rulesName {
		b.text, b.rules = rulesName, true
		return b, nil
	}
	if spec, err := ouro.ParseSpec(text); err == nil && spec.Name == balancedName {
		if b.search, err = newSearch(spec.Options); err != nil {
			return nil, fmt.Errorf("openings %s: %w", text, err)
		}
		return b, nil
	}
	var err error
	if b.pages, err = readPages(ctx, text); err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	return b, nil
}

func (b *Book) String() string { return b.text }

// StartsByRules reports whether games start as the rules determine, not from listed positions.
func (b *Book) StartsByRules() bool { return b.rules }

// Board returns the board of all positions in files. Without files, or if boards differ, it returns
// "".
func (b *Book) Board() string {
	board := ""
	for i, p := range b.pages {
		if i > 0 && p.board != board {
			return ""
		}
		board = p.board
	}
	return board
}

// Digest returns a text that identifies the positions and their order or, without files, the
// description.
func (b *Book) Digest() string {
	h := sha256.New()
	if b.pages == nil {
		fmt.Fprintln(h, b.text)
	}
	for _, p := range b.pages {
		fmt.Fprintln(h, p.text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Source has the opening of each group of games. It is safe for concurrent use.
type Source struct {
	game  ouro.GameSpec
	texts []string     // positions of files, in the order of the groups
	cache *searchCache // the positions that the search found
}

// orderStream makes the seed of the order differ from the other seeds of a tournament.
const orderStream = 0x6f70656e

// For returns the openings for a game, in an order that the seed determines. Every listed position
// must fit the game. For omits a position of a recorded game if the recorded game is over, or if
// the position has another number of living snakes than the new game.
func (b *Book) For(game ouro.GameSpec, seed uint64) (*Source, error) {
	s := &Source{game: game}
	switch {
	case b.rules:
		return s, nil
	case b.search != nil:
		var err error
		s.cache, err = b.search.newCache(game, seed)
		return s, err
	}
	s.game.Level = nil
	var firstOmitted error
	for _, p := range b.pages {
		switch err := p.fits(s.game); {
		case err == nil:
			s.texts = append(s.texts, p.text)
		case p.chosen || errors.Is(err, errBoard):
			return nil, fmt.Errorf("openings: %s: %w", p.from, err)
		case firstOmitted == nil:
			firstOmitted = fmt.Errorf("%s: %w", p.from, err)
		}
	}
	if len(s.texts) == 0 {
		return nil, fmt.Errorf("openings %s: none of the %d positions fits the game: %w", b.text, len(b.pages), firstOmitted)
	}
	dice := ouro.NewPCG(ouro.Mix(seed, orderStream))
	for i := len(s.texts) - 1; i > 0; i-- {
		j := dice.Roll(i + 1)
		s.texts[i], s.texts[j] = s.texts[j], s.texts[i]
	}
	return s, nil
}

var errBoard = errors.New("another board")

// fits returns an error unless the game can start at the position.
func (p *page) fits(game ouro.GameSpec) error {
	if want := fmt.Sprintf("%dx%d", game.W, game.H); p.board != want {
		return fmt.Errorf("%w: the position has the board %s, and the game %s", errBoard, p.board, want)
	}
	if want := max(1, game.Snakes); p.snakes != want {
		return fmt.Errorf("the position has %d living snakes, and the game %d", p.snakes, want)
	}
	game, err := startAt(game, p.text)
	if err != nil {
		return err
	}
	_, err = roster.Deal(game, 0)
	return err
}

// startAt returns the game with the position of a text as its start.
func startAt(game ouro.GameSpec, text string) (ouro.GameSpec, error) {
	var err error
	game.Position, err = ouro.ParseState(text)
	return game, err
}

// Different returns the number of different openings, or 0 if every group has its own opening.
// After that number of groups, the openings repeat with other food.
func (s *Source) Different() int { return len(s.texts) }

// Game returns the game of group i, which depends only on i. Game is fast unless it must search for
// the opening.
func (s *Source) Game(ctx context.Context, group int) (ouro.GameSpec, error) {
	switch {
	case s.cache != nil:
		found, err := s.cache.find(ctx, group)
		if err != nil {
			return ouro.GameSpec{}, err
		}
		return startAt(s.game, found.Position)
	case s.texts != nil:
		return startAt(s.game, s.texts[group%len(s.texts)])
	}
	return s.game, nil
}

// Line returns the opening of a group as a line of a list of positions. For a balanced position,
// the line ends with the scores of the games that judged it.
func (s *Source) Line(ctx context.Context, group int) (string, error) {
	game, err := s.Game(ctx, group)
	if err != nil {
		return "", err
	}
	switch {
	case game.Position == nil:
		return "", errors.New("openings: positions of these rules cannot be written as text")
	case s.cache == nil:
		return game.Position.String(), nil
	}
	find, err := s.cache.find(ctx, group)
	if err != nil {
		return "", err
	}
	scores := make([]string, len(find.Scores))
	for i, score := range find.Scores {
		scores[i] = strconv.FormatFloat(score, 'g', 3, 64)
	}
	return fmt.Sprintf("%s %s in %s", find.Position, strings.Join(scores, " : "), english.Count(find.Games, "game")), nil
}
