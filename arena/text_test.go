package arena

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

// anyTournament returns a tournament with random values in all fields that its text can hold.
func anyTournament(r *rand.Rand) *Tournament {
	texts := []string{"", "spot", "a b", `back\slash "quoted"`, "XXX\nXSX\nXXX\n", "two\nlines", "it's\ndrawn", "\x1b[2J\u202e\U0010ffff", "héé 蛇", "#", "a=b", "\r\n", "'''\n"}
	text := func() string { return texts[r.IntN(len(texts))] }
	t := Default()
	formats := Formats()
	t.Format = Format(formats[r.IntN(len(formats))].Name)
	for _, k := range keys {
		switch f := k.field(t).(type) {
		case *string:
			if k.name != "format" {
				*f = text()
			}
		case *int:
			*f = r.IntN(3) * r.IntN(1e9)
		case *int64:
			*f = r.Int64N(3) * r.Int64N(1e18)
		case *uint64:
			*f = r.Uint64()
		case *float64:
			if t.Format == SPRT {
				*f = []float64{0, -1.5, 20, 1e300, 5e-324, r.Float64()}[r.IntN(6)]
			}
		case *time.Duration:
			*f = time.Duration(r.Int64N(3) * r.Int64N(1e12))
		default:
			panic(k.name)
		}
	}
	for range r.IntN(4) {
		t.Snakes = append(t.Snakes, Snake{Name: text(), Snake: text()})
	}
	return t
}

// TestTextRoundTrip: a tournament stays the same when it is written and read.
func TestTextRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		want := anyTournament(r)
		text := want.Text()
		got, err := Parse(text)
		if err != nil {
			t.Fatalf("%v of\n%s", err, text)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("read\n%+v\nwant\n%+v\nfrom\n%s", got, want, text)
		}
		if again := got.Text(); again != text {
			t.Fatalf("written again as\n%s\nwas\n%s", again, text)
		}
	}
}

// TestKeysAreAllFields: except for the snakes, every field of a tournament has a key.
func TestKeysAreAllFields(t *testing.T) {
	var x Tournament
	seen := map[any]bool{}
	for _, k := range keys {
		seen[k.field(&x)] = true
	}
	v := reflect.ValueOf(&x).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		p := v.Field(i).Addr().Interface()
		if name == "Format" {
			p = (*string)(&x.Format)
		}
		if !seen[p] && name != "Snakes" {
			t.Errorf("%s has no key", name)
		}
	}
	if len(seen) != v.NumField()-1 {
		t.Errorf("%d keys for %d fields", len(seen), v.NumField())
	}
}

const small = `
games = 100
[[snake]]
snake = "spot"
[[snake]]
name = "me"
snake = "greedy"
`

// TestParse: omitted keys have the values of Default.
func TestParse(t *testing.T) {
	got, err := Parse(small)
	want := Default()
	want.Games, want.Snakes = 100, []Snake{{"", "spot"}, {"me", "greedy"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestParseMistakes: each error states the mistake and the valid values.
func TestParseMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"gmaes = 1", `unknown key "gmaes"; did you mean games? (known: title, format, games`},
		{"Games = 1", `unknown key "Games"; did you mean games?`},
		{"[sprt]\nelo0 = 1", `unknown key "sprt"`},
		{"games = \"1\"", `games: want a whole number, not "1"`},
		{"games = 0", "games 0: want 1 or more"},
		{"games = -3", "games -3: want 1 or more"},
		{"games = 1\ngames = 2", "not TOML: line 2: Key 'games' has already been defined."},
		{"seed = -1", "seed: want a whole number from 0 to 18446744073709551615, in quotes if it is above 9223372036854775807, not -1"},
		{"seed = 1.5", "seed: want a whole number"},
		{"time = 20", `time: want a time in quotes, such as "20ms", not 20`},
		{"time = \"20\"", `time: want a time in quotes, such as "20ms", not "20"`},
		{"format = \"sprt\"\nelo0 = nan", "elo0: want a number, not NaN"},
		{"format = \"sprt\"\nelo0 = true", "elo0: want a number, not true"},
		{"elo0 = 1", `elo0: only tournaments of format sprt have this key, and the format is ""`},
		{"title = 'a", "not TOML: line 1: "},
		{"title = 12", "title: want a text in quotes, not 12"},
		{"[snake]\nsnake = 'a'", "snake: want one table [[snake]] for each snake"},
		{"snake = 'spot'", "snake: want one table [[snake]] for each snake"},
		{"[[snake]]\nspec = 'a'", `snake 1: unknown key "spec" (known: name, snake)`},
		{"[[snake]]\nnam = 'a'", `snake 1: unknown key "nam"; did you mean name?`},
		{"[[snake]]\nsnake = 1", "snake 1: snake: want a text in quotes, not 1"},
		{"\xff", "not TOML: line 1: "},
	} {
		_, err := Parse(c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v\nwant %s", c.text, err, c.want)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%q: more than a line: %v", c.text, err)
		}
	}
}

// FuzzParse: no text makes Parse panic. A tournament that was read stays the same when it
// is written and read again.
func FuzzParse(f *testing.F) {
	f.Add(small)
	f.Add((&Tournament{Format: SPRT, Snakes: []Snake{{"a", "spot"}}}).Text())
	f.Add("level = '''\nXXX\nXSX\nXXX\n'''\nseed = \"18446744073709551615\"")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Parse(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		again, err := Parse(got.Text())
		if err != nil || !reflect.DeepEqual(got, again) {
			t.Errorf("%+v\nis read again as\n%+v, %v", got, again, err)
		}
		if s, err := got.Setting(); err == nil {
			if _, err := s.Tournament.Setting(); err != nil {
				t.Errorf("the tournament of a Setting is refused: %v", err)
			}
		}
	})
}
