package remote_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ouro/cli"
	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/engine/wire"
)

func TestMain(m *testing.M) { clitest.Main(m) }

const (
	engineHello = `{"type":"hello","version":1,"host":"a test"}` + "\n"
	engineNew   = `{"type":"new","rules":"classic","game":"classic","board":{"width":4,"height":4,"wraps":false},"seat":0,"seats":1,"seed":"3","options":OPTIONS,"state":{"turn":0,"snakes":[{"body":[[1,1]],"alive":true}],"food":[]}}` + "\n"
	engineTurn  = `{"type":"turn","id":1,"state":{"turn":0,"snakes":[{"body":[[1,1]],"alive":true}],"food":[[2,2]]}}` + "\n"
)

// drive runs a solver as an engine that reads these lines, and returns its answers.
func drive(t *testing.T, solver string, lines ...string) (code int, answers []wire.Answer, errs string) {
	t.Helper()
	var out, stderr strings.Builder
	code = cli.Main(t.Context(), []string{"engine", solver}, command.IO{In: strings.NewReader(strings.Join(lines, "")), Out: &out, Err: &stderr})
	for line := range strings.Lines(out.String()) {
		var a wire.Answer
		if err := a.Parse([]byte(line), nil); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		answers = append(answers, a)
	}
	return code, answers, stderr.String()
}

// TestEngine: a solver that runs as an engine announces itself and its options, and plays.
func TestEngine(t *testing.T) {
	options := func(text string) string { return strings.Replace(engineNew, "OPTIONS", text, 1) }
	code, answers, errs := drive(t, "cell:ways=2", engineHello, options(`{"ways":3}`), engineTurn, options(`{"ways":17}`), options(`{"way":1}`), options(`{"ways":[1]}`), options("{}"), engineTurn)
	if code != command.ExitDone || errs != "" || len(answers) != 8 {
		t.Fatalf("code %d, %s: %+v", code, errs, answers)
	}
	intro := answers[0].Intro
	if intro.Name != "cell:ways=2" || !slices.Equal(intro.Games, []string{"classic"}) || len(intro.Options) != 2 ||
		string(intro.Options[0].Default) != "2" || *intro.Options[0].Max != 16 || intro.Options[0].Type != wire.Int {
		t.Errorf("%+v", intro)
	}
	for i, want := range []struct {
		kind wire.Kind
		says string
	}{{wire.IsHello, ""}, {wire.IsReady, ""}, {wire.IsMove, ""}, {wire.IsError, "from 1 to 16"}, {wire.IsError, "unknown option"}, {wire.IsError, "ways"}, {wire.IsReady, ""}, {wire.IsMove, ""}} {
		if answers[i].Kind != want.kind || !strings.Contains(answers[i].Message, want.says) {
			t.Errorf("%d: %+v, want %+v", i, answers[i], want)
		}
	}
}

// TestEngineNamesNoFiles: only the command line, and not the program that uses an engine, can make
// it open a file.
func TestEngineNamesNoFiles(t *testing.T) {
	asks := strings.Replace(engineNew, "OPTIONS", `{"file":"/etc/passwd"}`, 1)
	_, answers, _ := drive(t, "tablebase", engineHello, asks)
	if len(answers[0].Intro.Options) != 0 || answers[1].Kind != wire.IsError || !strings.Contains(answers[1].Message, "only the command line may name") {
		t.Errorf("%+v", answers)
	}
	_, answers, _ = drive(t, "tablebase:file=nosuch.table", engineHello, strings.Replace(engineNew, "OPTIONS", "{}", 1))
	if answers[1].Kind != wire.IsError || !strings.Contains(answers[1].Message, "nosuch.table") {
		t.Errorf("%+v", answers)
	}
}

// TestEngineTranscript: the transcript has all messages in both directions.
func TestEngineTranscript(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	var out strings.Builder
	code := cli.Main(t.Context(), []string{"engine", "bfs", "--transcript", name}, command.IO{In: strings.NewReader(engineHello), Out: &out, Err: &out})
	text, err := os.ReadFile(name)
	if err != nil || code != command.ExitDone || string(text) != "> "+engineHello+"< "+out.String() {
		t.Errorf("code %d, %v: %s, output %s", code, err, text, &out)
	}
}

// TestEngineCheck: engine --check has the right exit code and output for an engine with a defect,
// for a stopped examination, and without a command.
func TestEngineCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("flawed.sh", []byte(clitest.FlawedEngine), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := clitest.Run(t, "engine", "--check", "sh flawed.sh", "--transcript", "log")
	want := `(?s)^sh flawed.sh: flawed by me, options depth

passed   hello     the engine starts and sends its name
passed   ready     .*
failed   moves     the engine answers turns with directions
.*
skipped  18 points that need moves: legal, .*
failed: moves, the engine answers turns with directions
  mend: the engine ended during a game: .*
  classic on 10x10, .*: the engine ended: exit status 3
  standard error: no idea

verdict: 1 thing to mend, 0 warnings\n$`
	if code != command.ExitNo || errs != "" || !regexp.MustCompile(want).MatchString(out) {
		t.Errorf("code %d, %s\n%s", code, errs, out)
	}
	if log := clitest.Read(t, "log"); !strings.HasPrefix(log, `> {"type":"hello"`) || !strings.Contains(log, "\n< {\"type\":\"ready\"}\n> {\"type\":\"turn\"") {
		t.Error(log)
	}
	code, out, errs = clitest.Run(t, "engine", "--check", "cat", "--json", "--timeout", "1ns")
	var doc struct{ Partial, Conforms bool }
	if err := json.Unmarshal([]byte(out), &doc); err != nil || code != command.ExitOutOfTime || !doc.Partial || doc.Conforms || !strings.Contains(errs, "--timeout") {
		t.Errorf("code %d, %v, %s\n%s", code, err, errs, out)
	}
	if code, out, _ := clitest.Run(t, "engine"); code != command.ExitDone || !strings.Contains(out, "--check") {
		t.Errorf("code %d: %s", code, out)
	}
}

// TestWatchFaults: a game without a screen reports the faults of its engine.
func TestWatchFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("flawed.sh", []byte(clitest.FlawedEngine), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := clitest.Run(t, "watch", "exec:sh flawed.sh", "--board", "4x4", "--moves", "3")
	if code != command.ExitDone || !strings.Contains(out, "exec:sh flawed.sh gave no answer ") || !strings.Contains(out, "first on turn 1: error: the engine ended: exit status 3; standard error: no idea\n") {
		t.Errorf("code %d, %s\n%s", code, errs, out)
	}
}
