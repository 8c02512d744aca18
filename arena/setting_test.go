package arena

import (
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// tournamentOf returns a tournament of these snakes.
func tournamentOf(format Format, snakes ...string) *Tournament {
	t := Default()
	t.Format = format
	for _, s := range snakes {
		t.Snakes = append(t.Snakes, Snake{Snake: s})
	}
	return t
}

func mustSetting(t *testing.T, tour *Tournament) *Setting {
	t.Helper()
	s, err := tour.Setting()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSettingChooses: Setting fills in fields that are not set. A second call changes nothing more.
func TestSettingChooses(t *testing.T) {
	tour := tournamentOf("", "spot", "greedy", "spot")
	s := mustSetting(t, tour)
	want := &Tournament{
		Format: RoundRobin, Games: 200, Seed: 1, Rules: "standard", Board: "11x11", StartLength: 3,
		Snakes: []Snake{{"spot#1", "spot"}, {"greedy", "greedy"}, {"spot#2", "spot"}},
	}
	if !reflect.DeepEqual(s.Tournament, want) {
		t.Errorf("chosen is\n%+v, want\n%+v", s.Tournament, want)
	}
	if len(s.Seatings) != 6 || s.Groups != 34 || s.Games() != 204 || s.Game.Snakes != 2 || s.Alone || s.Guests {
		t.Errorf("%+v", s)
	}
	if again := mustSetting(t, s.Tournament); !reflect.DeepEqual(again.Tournament, want) {
		t.Errorf("a second call of Setting chooses %+v", again.Tournament)
	}
	if tour.Games != 0 || tour.Snakes[0].Name != "" {
		t.Errorf("%+v was changed", tour)
	}
}

// TestNames: a snake without a name is named after its solver, and equal names are made different.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		snakes []Snake
		want   string
	}{
		{[]Snake{{"", "spot"}, {"", "bfs"}}, "spot bfs"},
		{[]Snake{{"", "spot"}, {"", "spot"}}, "spot#1 spot#2"},
		{[]Snake{{"", "spot"}, {"spot#1", "bfs"}, {"", "spot"}}, "spot#2 spot#1 spot#3"},
		{[]Snake{{"", "me=spot"}, {"you", "me=spot"}}, "me you"},
		{[]Snake{{"", "localhost:1"}, {"", "spot:depth=3"}}, "localhost:1 spot:depth=3"},
	} {
		tour := Default()
		tour.Snakes = c.snakes
		var names []string
		for _, s := range mustSetting(t, tour).Tournament.Snakes {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%v are called %s, want %s", c.snakes, got, c.want)
		}
	}
}

// TestSettingsOfFormats: each format seats the right snakes in a group, both in games of
// several snakes and in games of one.
func TestSettingsOfFormats(t *testing.T) {
	for _, c := range []struct {
		format      Format
		rules       string
		snakes      int
		seats       int
		games, size int // number of games of a group, and of snakes of a game
	}{
		{RoundRobin, "standard", 4, 0, 12, 2},
		{Gauntlet, "royale", 4, 0, 6, 2},
		{FreeForAll, "wrapped", 4, 0, 4, 4},
		{FreeForAll, "wrapped", 4, 3, 12, 3},
		{SPRT, "constrictor", 2, 0, 2, 2},
		{SPRT, "standard", 3, 0, 4, 2},
		{SPRT, "royale", 4, 0, 6, 3},
		{RoundRobin, "classic", 4, 0, 4, 1},
		{Gauntlet, "maze", 4, 0, 4, 1},
		{FreeForAll, "classic", 3, 0, 3, 1},
		{FreeForAll, "solo", 3, 0, 3, 1},
		{SPRT, "maze:regrow=floor", 2, 0, 2, 1},
	} {
		tour := tournamentOf(c.format, []string{"bfs", "greedy", "astar", "coward"}[:c.snakes]...)
		tour.Rules, tour.Seats = c.rules, c.seats
		s := mustSetting(t, tour)
		if len(s.Seatings) != c.games || s.Game.Snakes != c.size || s.Alone != (c.size == 1) {
			t.Errorf("%+v: %d games of %d", c, len(s.Seatings), s.Game.Snakes)
		}
	}
}

// TestMistakes: each error states the mistake and the valid values.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		change func(t *Tournament)
		want   string
	}{
		{func(t *Tournament) { t.Format = "roundrobbin" }, `unknown format "roundrobbin"; did you mean roundrobin? (known: roundrobin, gauntlet, ffa, sprt)`},
		{func(t *Tournament) { t.Snakes = t.Snakes[:1] }, "1 snake: a tournament needs two snakes or more"},
		{func(t *Tournament) {
			t.Format, t.Rules, t.Snakes = SPRT, "classic", append(t.Snakes, Snake{"", "bfs"})
		}, "3 snakes: by the rules classic every snake plays alone, so format sprt compares exactly two"},
		{func(t *Tournament) { t.Snakes[0].Snake = "sopt" }, `unknown solver "sopt"; did you mean spot?`},
		{func(t *Tournament) { t.Snakes[0].Snake = "spot:depht=3" }, `solver spot:depht=3: unknown option "depht"`},
		{func(t *Tournament) { t.Snakes[0].Snake = "" }, "the name of a solver is empty"},
		{func(t *Tournament) { t.Snakes[0].Name, t.Snakes[1].Name = "a", "a" }, "two snakes are called a: spot and greedy; give each its own name"},
		{func(t *Tournament) { t.Snakes[1].Name = "spot" }, "two snakes are called spot: spot and greedy; give each its own name"},
		{func(t *Tournament) { t.Snakes[0].Name = "a\nb" }, `snake 1: invalid name a\nb`},
		{func(t *Tournament) { t.Snakes[0].Name = strings.Repeat("a", 100) }, "snake 1: invalid name"},
		{func(t *Tournament) { t.Rules = "standrad" }, `unknown rules "standrad"; did you mean standard?`},
		{func(t *Tournament) { t.Rules = "standard:fod=3" }, `rules standard:fod=3: unknown option "fod"`},
		{func(t *Tournament) { t.Rules = "x y" }, `rules "x y": want name or name:key=value`},
		{func(t *Tournament) { t.Board = "11" }, `board "11" is not a size such as 10x10`},
		{func(t *Tournament) { t.Board, t.Level = "11x11", "nook" }, "level and board: a level has its own size; give only one of them"},
		{func(t *Tournament) { t.Rules, t.Board = "maze", "11x11" }, "board 11x11: rules maze are played in a level, which has its own size"},
		{func(t *Tournament) { t.Rules, t.Level = "maze", "nok" }, `unknown level "nok"; did you mean nook? (known: nook`},
		{func(t *Tournament) { t.Rules, t.Level = "maze", "XX\nX?" }, "level line 2 column 2: unknown character"},
		{func(t *Tournament) { t.Level = "nook" }, "the board comes from the map, not from a level"},
		{func(t *Tournament) { t.StartLength = 5 }, "start_length 5: rules standard always start with length 3"},
		{func(t *Tournament) { t.Seats = 2 }, "seats 2: format roundrobin determines the number of seats; only format ffa lets you choose it"},
		{func(t *Tournament) { t.Format, t.Seats = FreeForAll, 3 }, "seats 3: want 2 to 2, the number of snakes"},
		{func(t *Tournament) { t.Format, t.Seats = FreeForAll, 1 }, "seats 1: want 2 to 2"},
		{func(t *Tournament) { t.Format, t.Seats, t.Rules = FreeForAll, 2, "classic" }, "seats 2: by the rules classic every snake plays alone"},
		{func(t *Tournament) { t.Nodes, t.Time = 1, 1 }, "nodes and time: give only one of them to limit each move"},
		{func(t *Tournament) { t.Time, t.CPU = 1, 1 }, "time and cpu: give only one of them to limit each move"},
		{func(t *Tournament) { t.Nodes = -1 }, "nodes -1: must not be negative"},
		{func(t *Tournament) { t.Time = -1 }, "time -1ns: must not be negative"},
		{func(t *Tournament) { t.Games = -1 }, "games -1: must not be negative"},
		{func(t *Tournament) { t.Workers = -1 }, "workers -1: must not be negative"},
		{func(t *Tournament) { t.Retries = -1 }, "retries -1: must not be negative"},
		{func(t *Tournament) { t.Games = 1 << 40 }, "games 1099511627776: want at most"},
		{func(t *Tournament) { t.Snakes[0].Snake, t.GuestTimeout = "localhost:1", 1 }, "guest_timeout 1ns: must be at least 1ms"},
		{func(t *Tournament) { t.Snakes[0].Snake, t.Rules = "localhost:1", "classic" }, "rules classic: remote snakes play only Battlesnake"},
		{func(t *Tournament) { t.Format, t.Elo0 = SPRT, 30 }, "elo0 30, elo1 20: want elo0 below elo1, such as 0 and 20"},
		{func(t *Tournament) { t.Format, t.Elo1 = SPRT, 0 }, "elo0 0, elo1 0: want elo0 below elo1"},
		{func(t *Tournament) { t.Format, t.Elo1 = SPRT, 1e9 }, "elo0 0, elo1 1e+09: want both from -1000 to 1000"},
		{func(t *Tournament) { t.Format, t.Alpha = SPRT, 0 }, "alpha 0: want a chance of a wrong answer"},
		{func(t *Tournament) { t.Format, t.Beta = SPRT, 0.5 }, "beta 0.5: want a chance of a wrong answer"},
	} {
		tour := tournamentOf(RoundRobin, "spot", "greedy")
		c.change(tour)
		if s, err := tour.Setting(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v\nwant %s", s, err, c.want)
		}
	}
}

// TestWorkers: if snakes have a limit of wall time, every thread that thinks in a game has
// its own processor, and half of all processors stay free.
func TestWorkers(t *testing.T) {
	for _, c := range []struct {
		processors int
		change     func(t *Tournament)
		want       int
	}{
		{16, func(*Tournament) {}, 16},
		{16, func(t *Tournament) { t.Nodes = 5 }, 16},
		{16, func(t *Tournament) { t.CPU = 5 }, 16},
		{16, func(t *Tournament) { t.Time = 5 }, 8},
		{16, func(t *Tournament) { t.Time, t.Snakes[0].Snake = 5, "spot:workers=3" }, 2},
		{16, func(t *Tournament) { t.CPU, t.Snakes[0].Snake = 5, "spot:workers=3" }, 16},
		{16, func(t *Tournament) { t.Snakes[0].Snake = "localhost:1" }, 4},
		{16, func(t *Tournament) { t.Time, t.Workers = 5, 9 }, 9},
		{16, func(t *Tournament) { t.Time, t.Rules = 5, "classic" }, 8},
		{2, func(t *Tournament) { t.Time = 5 }, 1},
	} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(c.processors))
		tour := tournamentOf(RoundRobin, "bfs", "greedy")
		c.change(tour)
		if got := mustSetting(t, tour).Workers(); got != c.want {
			t.Errorf("%d processors, %+v: %d workers, want %d", c.processors, tour, got, c.want)
		}
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		change func(t *Tournament)
		want   string
	}{
		{func(*Tournament) {}, ""},
		{func(t *Tournament) { t.Workers = 1000 }, ""},
		{func(t *Tournament) { t.Time, t.Workers = 5, 1000 }, "with 1000 games at once, moves also wait for processors"},
		{func(t *Tournament) { t.Snakes[0].Snake, t.CPU = "localhost:1", 5 }, "cpu limits only the snakes of this program"},
		{func(t *Tournament) { t.Snakes[0].Snake, t.Nodes = "localhost:1", 5 }, "do not have the same time: remote snakes have 500ms"},
		{func(t *Tournament) { t.Games = 2 }, "2 games with the same start and food are only one group: the intervals are unreliable, because one group does not show how much groups differ"},
	} {
		tour := tournamentOf(RoundRobin, "bfs", "greedy")
		c.change(tour)
		got := mustSetting(t, tour).Warnings()
		if (len(got) == 0) != (c.want == "") || len(got) > 1 || c.want != "" && !strings.Contains(got[0], c.want) {
			t.Errorf("%+v: warned %q, want %q", tour, got, c.want)
		}
	}
}

// TestProgramsStartToPlay: the programs of a tournament start only if it is played, not if
// it is only read.
func TestProgramsStartToPlay(t *testing.T) {
	for _, rules := range []string{"standard", "hunter"} {
		tour := tournamentOf(RoundRobin, "me=exec:nosuch-program", "spot")
		tour.Rules = rules
		if _, err := tour.Setting(); err != nil {
			t.Errorf("%s: %v", rules, err)
		}
		if _, err := tour.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "cannot start nosuch-program") {
			t.Errorf("%s: %v", rules, err)
		}
	}
}
