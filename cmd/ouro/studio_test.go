package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"testing"
)

// startStudio runs a command that serves the studio. It returns the address that the command prints
// after these words.
func startStudio(t *testing.T, words string, args ...string) *url.URL {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ouro", args...)
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), words+" "); ok {
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			return u
		}
	}
	t.Fatalf("%q does not print %q", args, words)
	return nil
}

// ask requests an address, with this value of the header Host, and returns the status and the
// beginning of the answer.
func ask(t *testing.T, address, host string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// TestStudio: the printed address opens the requested game. A port that is taken, the host name of
// another machine, and a missing token are errors with a message.
func TestStudio(t *testing.T) {
	u := startStudio(t, "the studio is at", "studio", "solver=cell&board=8x8&seed=7", "--port", "0")
	if u.Fragment != "/watch?solver=cell&board=8x8&seed=7" {
		t.Errorf("the address is %s", u)
	}
	home := "http://" + u.Host
	if status, text := ask(t, home, ""); status != 200 || !strings.Contains(text, "<!doctype html>") {
		t.Errorf("%d %s", status, text)
	}
	if status, _ := ask(t, home, "evil.example"); status != http.StatusMisdirectedRequest {
		t.Errorf("for another name: %d", status)
	}
	if code, _, errs := ouro(t, t.TempDir(), "studio", "--port", u.Port()); code != 1 || !strings.Contains(errs, "choose another port") {
		t.Errorf("a second one at its port: exit code %d: %s", code, errs)
	}

	for _, args := range [][]string{{"solver=cell&solver=bfs"}, {"/watch?solver=cell&solver=bfs"}, {"/compare?solver=cell&solver=bfs"}, {"--solver", "cell,bfs"}} {
		u := startStudio(t, "the studio is at", append([]string{"studio", "--port", "0"}, args...)...)
		if u.Fragment != "/compare?solver=cell&solver=bfs" {
			t.Errorf("for %q the address is %s", args, u)
		}
	}

	u = startStudio(t, "the studio is at", "studio", "--host", "0.0.0.0", "--port", "0")
	home = "http://127.0.0.1:" + u.Port() + "/"
	if token := u.Query().Get("token"); len(token) < 26 {
		t.Errorf("the address is %s", u)
	}
	if status, text := ask(t, home, ""); status != http.StatusForbidden || !strings.Contains(text, "token") {
		t.Errorf("without the token: %d %s", status, text)
	}
	if status, _ := ask(t, home+"?"+u.RawQuery, ""); status != http.StatusSeeOther {
		t.Errorf("with the token: %d", status)
	}

	u = startStudio(t, "watch the games at", "serve", "bfs", "--port", "0", "--studio")
	if u.Fragment != "/server" {
		t.Errorf("the address is %s", u)
	}
	if status, _ := ask(t, "http://"+u.Host+"/", ""); status != 200 {
		t.Errorf("what the server plays: %d", status)
	}
}

// TestServeOnEveryInterface: a server that listens on every interface prints an address that can be
// opened.
func TestServeOnEveryInterface(t *testing.T) {
	u := startStudio(t, "bfs is at", "serve", "bfs", "--host", "0.0.0.0", "--port", "0")
	ip := net.ParseIP(u.Hostname())
	if ip == nil || ip.IsUnspecified() {
		t.Errorf("the address is %s", u)
	}
	if status, _ := ask(t, u.String(), ""); status != 200 {
		t.Errorf("the answer at %s has the status %d", u, status)
	}
}

// TestWeb opens the pages that commands serve with --web.
func TestWeb(t *testing.T) {
	dir := t.TempDir()
	record := dir + "/one game.ouro"
	mustOuro(t, dir, "game", "greedy", "hungry", "--plain", "--record", record)
	for args, want := range map[string]string{
		"watch cell --board 8x8 --web":                  "/watch?board=8x8&solver=cell&seed=1",
		"watch cell bfs --board 8x8 --game 3 --web":     "/compare?board=8x8&solver=cell&solver=bfs&seed=1&game=3",
		"maze --level nook --web":                       "/watch?rules=maze&level=nook",
		"game me=greedy hungry --seed 9 --web":          "/watch?rules=standard&board=11x11&snake=me=greedy&snake=hungry&seed=9",
		"game greedy hungry --nodes 50 --speed 2 --web": "nodes=50&speed=2",
	} {
		if u := startStudio(t, "the studio is at", strings.Fields(args)...); !strings.HasPrefix(u.Fragment, want) && !strings.HasSuffix(u.Fragment, want) {
			t.Errorf("ouro %s shows %s, want %s", args, u.Fragment, want)
		}
	}
	u := startStudio(t, "the studio is at", "replay", record, "--web")
	if u.Fragment != "/replay?file=one+game.ouro" {
		t.Errorf("it shows %s", u.Fragment)
	}
	if status, text := ask(t, "http://"+u.Host+"/file/one%20game.ouro", ""); status != 200 || !strings.HasPrefix(text, "ouro record") {
		t.Errorf("the file is %d %s", status, text)
	}
}
