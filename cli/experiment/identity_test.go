package experiment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ouro/cli"
	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/definition"
)

// wantGames fails the test unless the experiments of a results file, the oldest first, have
// these numbers of games.
func wantGames(t *testing.T, file string, want ...int) {
	t.Helper()
	var have []int
	for _, e := range clitest.Experiments(t, file) {
		have = append(have, e.Games)
	}
	if !slices.Equal(have, want) {
		t.Errorf("%s has experiments of %v games, want %v", file, have, want)
	}
}

// wantNew fails the test unless a command reports that this number of stored games does not count,
// and what has changed since they were played.
func wantNew(t *testing.T, errs string, games int, changed string) {
	t.Helper()
	want := regexp.MustCompile(fmt.Sprintf(`(?m)^ouro: %d games of experiment [0-9a-f]+ do not count, because this has changed since: %s; a new experiment begins$`, games, changed))
	if !want.MatchString(errs) || strings.Contains(errs, "already stored") {
		t.Errorf("the messages are\n%s\nwant %s", errs, want)
	}
}

// wantKnown fails the test unless a command counts this many stored games and reports no change.
func wantKnown(t *testing.T, errs string, games int) {
	t.Helper()
	if !regexp.MustCompile(fmt.Sprintf(`(?m)^ouro: (all )?%d games are already stored in `, games)).MatchString(errs) || strings.Contains(errs, "changed since") {
		t.Errorf("the messages are\n%s\nwant one about %d stored games, and none about changes", errs, games)
	}
}

// TestAnotherBuild: games of another build do not count, even if they are enough for the
// command. The tables contain only games of this build.
func TestAnotherBuild(t *testing.T) {
	for _, c := range []struct {
		name, line string
		each       int // number of games of a group
	}{
		{"arena", "arena run greedy hungry --board 7x7 --no-times", 2},
		{"bench", "bench cell --board 4x4 --no-times", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			four, _ := clitest.RunOK(t, c.line+" --games 4 --store own.db")
			eight, errs := clitest.RunOK(t, c.line+" --games 8 --store own.db")
			wantKnown(t, errs, 4)
			d, err := definition.Parse(clitest.Experiments(t, "own.db")[0].Definition)
			if err != nil {
				t.Fatal(err)
			}
			for _, more := range []struct {
				games string
				want  string
				file  string
			}{{"4", four, "same.db"}, {"8", eight, "more.db"}} {
				clitest.Build{File: more.file, Commit: "aaaa", Begun: time.Now().Add(-time.Hour), Alter: clitest.Slower}.Keep(t, d, 6/c.each)
				line := c.line + " --games " + more.games + " --store " + more.file
				out, errs := clitest.RunOK(t, line)
				wantNew(t, errs, 6, `the build \(aaaaaaa, now [0-9a-f]+\)`)
				if out != more.want {
					t.Errorf("ouro %s: have\n%s\nwant\n%s", line, out, more.want)
				}
			}
			wantGames(t, "same.db", 6, 4)
			wantGames(t, "more.db", 6, 8)
			out, errs := clitest.RunOK(t, c.line+" --games 8 --store same.db")
			wantKnown(t, errs, 4) // games that this build stored
			if out != eight {
				t.Errorf("have\n%s\nwant\n%s", out, eight)
			}
			wantGames(t, "same.db", 6, 8)
		})
	}
}

// engineScript is an engine that alternates between two moves.
const engineScript = `while read -r line; do
	case $line in
	*'"type":"hello"'*) echo '{"type":"hello","version":1,"name":"mine"}' ;;
	*'"type":"new"'*) echo '{"type":"ready"}' ;;
	*'"type":"turn"'*) 
		id=${line#*'"id":'}; turn=${line#*'"turn":'}; move=ODD
		if [ $((${turn%%,*} % 2)) = 0 ]; then move=EVEN; fi
		echo "{\"type\":\"move\",\"id\":${id%%,*},\"move\":\"$move\"}" ;;
	*'"type":"quit"'*) exit ;;
	esac
done
`

// TestAnotherProgram: after a program was edited, its earlier games do not count. A message names
// the program.
func TestAnotherProgram(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the program is a script of sh")
	}
	edit := func(odd, even string) {
		clitest.Write(t, "snake.sh", strings.NewReplacer("ODD", odd, "EVEN", even).Replace(engineScript))
	}
	for name, line := range map[string]string{
		"arena": "arena run greedy me=exec:sh%20snake.sh --board 7x7 --no-times",
		"bench": "bench me=exec:sh%20snake.sh --board 4x4 --no-times",
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			playSpaced := func(line string) (out, errs string) {
				t.Helper()
				args := strings.Fields(line)
				for i := range args {
					args[i] = strings.ReplaceAll(args[i], "%20", " ")
				}
				code, out, errs := clitest.Run(t, args...)
				if code != command.ExitDone {
					t.Fatalf("ouro %q: exit code %d: %s", args, code, errs)
				}
				return out, errs
			}
			edit("up", "up")
			first, errs := playSpaced(line + " --games 4 --store same.db")
			if strings.Contains(errs, "changed since") || strings.Contains(errs, "already stored") {
				t.Error(errs)
			}
			playSpaced(line + " --games 4 --store more.db")
			again, errs := playSpaced(line + " --games 4 --store same.db")
			wantKnown(t, errs, 4)
			if again != first {
				t.Errorf("have\n%s\nwant\n%s", again, first)
			}

			edit("left", "up")
			want, _ := playSpaced(line + " --games 4 --store none")
			if want == first {
				t.Fatal("the edited program plays the same games")
			}
			edited, errs := playSpaced(line + " --games 4 --store same.db")
			wantNew(t, errs, 4, "the program behind exec:sh snake.sh")
			if edited != want {
				t.Errorf("have\n%s\nwant\n%s", edited, want)
			}
			want, _ = playSpaced(line + " --games 8 --store none")
			edited, errs = playSpaced(line + " --games 8 --store more.db")
			wantNew(t, errs, 4, "the program behind exec:sh snake.sh")
			if edited != want {
				t.Errorf("have\n%s\nwant\n%s", edited, want)
			}
			wantGames(t, "same.db", 4, 4)
			wantGames(t, "more.db", 4, 8)

			edit("up", "up") // back to the first version, whose games count again
			again, errs = playSpaced(line + " --games 4 --store same.db")
			wantKnown(t, errs, 4)
			if again != first {
				t.Errorf("have\n%s\nwant\n%s", again, first)
			}
			wantGames(t, "same.db", 4, 4)
		})
	}
}

// snakeServer is the server of a remote snake that can be changed between two runs.
type snakeServer struct {
	url     string
	version atomic.Value  // string
	move    atomic.Value  // string
	games   atomic.Int64  // games whose start it received, on the board of the tests
	stopAt  int64         // the number of the game that never starts; 0 means that all start
	stopped chan struct{} // closed when that game is requested
}

func serveSnake(t *testing.T) *snakeServer {
	t.Helper()
	s := &snakeServer{stopped: make(chan struct{})}
	s.version.Store("1")
	s.move.Store("up")
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct{ Board struct{ Width int } }
		_ = json.NewDecoder(r.Body).Decode(&q)
		switch r.URL.Path {
		case "/":
			fmt.Fprintf(w, `{"apiversion":"1","version":%q}`, s.version.Load())
		case "/start":
			if q.Board.Width == 7 && s.games.Add(1) == s.stopAt {
				close(s.stopped)
				_, _ = io.Copy(io.Discard, r.Body)
				<-r.Context().Done()
			}
		case "/move":
			fmt.Fprintf(w, `{"move":%q}`, s.move.Load())
		}
	}))
	t.Cleanup(web.Close)
	s.url = web.URL
	return s
}

// line returns the command line of a tournament against the snake of the server.
func (s *snakeServer) line(games int, more string) string {
	return fmt.Sprintf("arena run greedy me=%s --board 7x7 --games %d --guest-timeout 10s --no-times --store kept.db %s", s.url, games, more)
}

// TestAnotherRunOfAServer: games of an earlier run with a remote snake count only with --resume,
// which the report then states.
func TestAnotherRunOfAServer(t *testing.T) {
	t.Chdir(t.TempDir())
	s := serveSnake(t)
	first, errs := clitest.RunOK(t, s.line(4, ""))
	if strings.Contains(errs, "--resume") || strings.Contains(first, "earlier run") || s.games.Load() != 4 {
		t.Errorf("%d games, %s", s.games.Load(), errs)
	}
	id := clitest.Experiments(t, "kept.db")[0].Short()
	for i, games := range []int{4, 8} { // a new experiment each time
		out, errs := clitest.RunOK(t, s.line(games, ""))
		before := clitest.Experiments(t, "kept.db")[i]
		want := fmt.Sprintf("ouro: 4 games of experiment %s are from an earlier run with remote snakes and do not count; --resume %s counts them\n", before.Short(), before.Short())
		if !strings.Contains(errs, want) || strings.Contains(errs, "already stored") || strings.Contains(out, "earlier run") {
			t.Errorf("the messages are\n%s\nwant\n%s", errs, want)
		}
	}
	wantGames(t, "kept.db", 4, 4, 8)
	if s.games.Load() != 16 {
		t.Errorf("%d games were played, want 16", s.games.Load())
	}

	remark := "Contains games of an earlier run (--resume)"
	out, errs := clitest.RunOK(t, s.line(4, "--resume "+id))
	wantKnown(t, errs, 4)
	if !strings.Contains(strings.Join(strings.Fields(out), " "), remark) || s.games.Load() != 16 {
		t.Errorf("%d games, %s", s.games.Load(), out)
	}
	out, errs = clitest.RunOK(t, s.line(6, "--resume "+id))
	wantKnown(t, errs, 4)
	if !strings.Contains(strings.Join(strings.Fields(out), " "), remark) || s.games.Load() != 18 {
		t.Errorf("%d games, %s", s.games.Load(), out)
	}
	wantGames(t, "kept.db", 6, 4, 8)
}

// TestAnotherServer: a server with another version or other answers is another snake. Its
// games are a new experiment; --resume is refused.
func TestAnotherServer(t *testing.T) {
	for difference, change := range map[string]func(*snakeServer){
		`its version was "1" before and is "2" now`:        func(s *snakeServer) { s.version.Store("2") },
		`its move in position 1 is l now and was u before`: func(s *snakeServer) { s.move.Store("left") },
	} {
		t.Run(difference, func(t *testing.T) {
			t.Chdir(t.TempDir())
			s := serveSnake(t)
			clitest.RunOK(t, s.line(4, ""))
			id := clitest.Experiments(t, "kept.db")[0].Short()
			change(s)
			changed := "the server " + s.url + " (" + difference + ")"
			for _, games := range []int{4, 6} {
				code, out, errs := clitest.Run(t, strings.Fields(s.line(games, "--resume "+id))...)
				want := fmt.Sprintf("ouro: --resume %s: %s changed since then; omit --resume to begin a new experiment\n", id, changed)
				if code != command.ExitUsage || out != "" || !strings.HasSuffix(errs, want) || s.games.Load() != 4 {
					t.Errorf("exit code %d, the messages are\n%s\nwant\n%s", code, errs, want)
				}
			}
			wantGames(t, "kept.db", 4)
			_, errs := clitest.RunOK(t, s.line(6, ""))
			wantNew(t, errs, 4, regexp.QuoteMeta(changed))
			wantGames(t, "kept.db", 4, 6)
			if s.games.Load() != 10 {
				t.Errorf("%d games were played, want 10", s.games.Load())
			}
		})
	}
}

// TestServerTournamentResumes: a stopped tournament with a remote snake prints the command that
// continues it. That command plays the missing games, even with a larger --games, unless
// the server has changed.
func TestServerTournamentResumes(t *testing.T) {
	for _, games := range []int{8, 12} {
		t.Chdir(t.TempDir())
		s := serveSnake(t)
		s.stopAt = 4
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-s.stopped
			cancel()
		}()
		var out, errs strings.Builder
		code := cli.Main(ctx, strings.Fields(s.line(8, "--workers 1")), command.IO{In: strings.NewReader(""), Out: &out, Err: &errs})
		cancel()
		experiment := clitest.Experiments(t, "kept.db")[0]
		_, again, _ := strings.Cut(errs.String(), fmt.Sprintf("ouro: partial, %d of 8 games are stored in kept.db; continue with: ouro ", experiment.Games))
		again = strings.TrimSuffix(again, "\n")
		if code != command.ExitSignal+int(syscall.SIGINT) || experiment.Games != 3 || !strings.Contains(again, "--guest-timeout 10s") || !strings.HasSuffix(again, "--resume "+experiment.Short()) {
			t.Fatalf("exit code %d, %d games: %s", code, experiment.Games, &errs)
		}
		if games > 8 {
			again = strings.Replace(again, "--games 8", fmt.Sprintf("--games %d", games), 1)
		}

		s.version.Store("2")
		code, _, refused := clitest.Run(t, clitest.Words(again)...)
		if code != command.ExitUsage || !strings.Contains(refused, "changed since then") {
			t.Errorf("ouro %s: exit code %d: %s", again, code, refused)
		}
		s.version.Store("1")
		before := s.games.Load()
		whole, messages := clitest.RunOK(t, again)
		wantKnown(t, messages, experiment.Games)
		wantGames(t, "kept.db", games)
		if played := s.games.Load() - before; played != int64(games-experiment.Games) {
			t.Errorf("%d games were played, want %d", played, games-experiment.Games)
		}
		if !strings.Contains(whole, fmt.Sprintf(" %d games, ", games)) || strings.Contains(whole, " of 8, ") {
			t.Error(whole)
		}
	}
}
