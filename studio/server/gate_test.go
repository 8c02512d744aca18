package server

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGate: allowed requests are answered, and all others get an error.
func TestGate(t *testing.T) {
	s := open(t, Config{Host: "mybox"})
	for _, c := range []struct {
		what, method, path string
		header             map[string]string
		status             int
		says               string
	}{
		{"the page", "GET", "/", nil, 200, "<!doctype html>"},
		{"the page's head", "HEAD", "/", nil, 200, ""},
		{"by address", "GET", "/", map[string]string{"Host": "127.0.0.1:8080"}, 200, "<!doctype html>"},
		{"by another loopback", "GET", "/", map[string]string{"Host": "[::1]:8080"}, 200, "<!doctype html>"},
		{"in capitals", "GET", "/", map[string]string{"Host": "LocalHost"}, 200, "<!doctype html>"},
		{"by the name it was given", "GET", "/", map[string]string{"Host": "mybox:80"}, 200, "<!doctype html>"},
		{"health", "GET", "/healthz", nil, 200, "ok\n"},
		{"by a link on another page", "GET", "/", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 200, "<!doctype html>"},

		{"a rebound name", "GET", "/", map[string]string{"Host": "evil.example"}, 421, "unknown host \"evil.example\""},
		{"a rebound name with a port", "GET", "/session", map[string]string{"Host": "evil.example:8080"}, 421, "localhost"},
		{"a name that begins as ours", "GET", "/", map[string]string{"Host": "localhost.evil.example"}, 421, "localhost"},
		{"a name that begins as an address", "GET", "/", map[string]string{"Host": "127.0.0.1.evil.example"}, 421, "localhost"},
		{"an address of another machine", "GET", "/", map[string]string{"Host": "192.168.0.7"}, 421, "localhost"},
		{"every address", "GET", "/", map[string]string{"Host": "0.0.0.0:8080"}, 421, "localhost"},
		{"health by a rebound name", "GET", "/healthz", map[string]string{"Host": "evil.example"}, 421, "localhost"},
		{"a foreign page", "GET", "/session", map[string]string{"Origin": "http://evil.example"}, 403, "another origin"},
		{"a foreign page on this machine", "GET", "/session", map[string]string{"Origin": "http://localhost:3000"}, 403, "another origin"},
		{"a page without an origin", "GET", "/session", map[string]string{"Origin": "null"}, 403, "another origin"},
		{"a file", "GET", "/session", map[string]string{"Origin": "file://"}, 403, "another origin"},
		{"a foreign script", "GET", "/", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403, "another origin"},
		{"a neighbour's script", "GET", "/", map[string]string{"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"}, 403, "another origin"},
		{"a form", "POST", "/", nil, 405, "use GET"},
		{"a change", "PUT", "/session", nil, 405, "use GET"},
		{"a question", "OPTIONS", "/", map[string]string{"Origin": "http://evil.example"}, 405, "use GET"},
		{"no WebSocket", "GET", "/session", nil, 426, "WebSocket"},
		{"nothing", "GET", "/nothing", nil, 404, "its start page is /"},
		{"an old version", "GET", "/v/0123456789abcdef/main.js", nil, 404, "load the page again"},
		{"a path out of it", "GET", "/v/../../etc/passwd", nil, 404, ""},
		{"a hidden path out of it", "GET", "/..%2f..%2fetc%2fpasswd", nil, 404, ""},
		{"a folder", "GET", s.files.folder, nil, 404, ""},
		{"Go code", "GET", s.files.folder + "web.go", nil, 404, ""},
		{"a file that nobody offered", "GET", "/file/x", nil, 404, ""},
		{"a file of the machine", "GET", "/file/..%2f..%2fetc%2fpasswd", nil, 404, ""},
	} {
		resp, body := s.get(c.method, c.path, c.header)
		if resp.StatusCode != c.status || !strings.Contains(strings.ToLower(body), strings.ToLower(c.says)) {
			t.Errorf("%s: %d %.100q, want %d %q", c.what, resp.StatusCode, body, c.status, c.says)
		}
		for key, want := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Access-Control-Allow-Origin": "",
		} {
			if got := resp.Header.Get(key); got != want {
				t.Errorf("%s: %s is %q, want %q", c.what, key, got, want)
			}
		}
	}
	for _, origin := range []string{"http://evil.example", "https://localhost.evil.example", "null", "http://localhost:1"} {
		if g, status := s.dial(http.Header{"Origin": {origin}}); g != nil || status != http.StatusForbidden {
			t.Errorf("a session for %s: %d", origin, status)
		}
	}
	if g, status := s.dial(http.Header{"Origin": {"http://localhost"}}); g == nil {
		t.Errorf("the page itself is refused with %d", status)
	}
}

// TestFrames: only pages of the given origins may show the studio in a frame, by default none.
func TestFrames(t *testing.T) {
	s := open(t, Config{Frames: []string{"https://example.org", "http://127.0.0.1:9000"}})
	resp, _ := s.get("GET", "/", nil)
	if got := resp.Header.Get("Content-Security-Policy"); !strings.HasSuffix(got, "; frame-ancestors https://example.org http://127.0.0.1:9000") {
		t.Errorf("the policy is %s", got)
	}
	if got := resp.Header.Get("X-Frame-Options"); got != "" {
		t.Errorf("X-Frame-Options is %s", got)
	}
	for text, ok := range map[string]bool{
		"https://example.org": true, "http://localhost:8000": true, "": false, "*": false, "example.org": false, "https://example.org/": false,
		"https://example.org; script-src *": false, "https://*": false, "https://a b": false, "ftp://example.org": false, "https://u@example.org": false, "'self'": false,
	} {
		if err := CheckOrigin(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestPolicy: the policy allows neither inline scripts nor files from another origin.
func TestPolicy(t *testing.T) {
	for part := range strings.SplitSeq(policy, ";") {
		if strings.Contains(part, "unsafe-inline") || strings.Contains(part, "'unsafe-eval'") || strings.Contains(part, "*") || strings.Contains(part, "http") {
			t.Errorf("the policy allows %s", part)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none';") {
		t.Error("the policy allows what it does not name")
	}
}

// TestToken: a studio with a token answers only requests with the token.
func TestToken(t *testing.T) {
	const token = "abcdefghijklmnopqrstuvwxyz"
	s := open(t, Config{Token: token})
	host := map[string]string{"Host": "192.168.0.7:8080"}
	with := func(cookie string) map[string]string {
		return map[string]string{"Host": host["Host"], "Cookie": cookie}
	}
	for _, c := range []struct {
		what, path string
		header     map[string]string
		status     int
	}{
		{"health", "/healthz", host, 200},
		{"without", "/", host, 403},
		{"a file of the page without", s.files.folder + "main.js", host, 403},
		{"a session without", "/session", host, 403},
		{"wrong", "/?token=abcdefghijklmnopqrstuvwxyy", host, 403},
		{"too short", "/?token=a", host, 403},
		{"too long", "/?token=" + token + "a", host, 403},
		{"elsewhere", "/session?token=" + token, host, 403},
		{"a wrong cookie", "/", with("ouro-studio-8080=abc"), 403},
		{"the cookie of another port", "/", with("ouro-studio-8081=" + token), 403},
		{"right", "/?token=" + token, host, 303},
		{"the cookie", "/", with("ouro-studio-8080=" + token), 200},
		{"the cookie and a file", s.files.folder + "main.js", with("ouro-studio-8080=" + token), 200},
		{"the cookie and a session", "/session", with("ouro-studio-8080=" + token), 426},
	} {
		resp, body := s.get("GET", c.path, c.header)
		if resp.StatusCode != c.status {
			t.Errorf("%s: %d %.100q, want %d", c.what, resp.StatusCode, body, c.status)
		}
		if strings.Contains(body, token) {
			t.Errorf("%s: the answer has the token", c.what)
		}
		cookie := resp.Header.Get("Set-Cookie")
		if c.status != 303 {
			if cookie != "" {
				t.Errorf("%s: sets %s", c.what, cookie)
			}
			continue
		}
		if want := "ouro-studio-8080=" + token + "; Path=/; HttpOnly; SameSite=Lax"; cookie != want || resp.Header.Get("Location") != "/" {
			t.Errorf("%s: %q to %q, want %q", c.what, cookie, resp.Header.Get("Location"), want)
		}
	}
	resp, _ := s.get("GET", "/session", map[string]string{"Host": "evil.example", "Origin": "http://evil.example"})
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("a rebound name without the token: %d", resp.StatusCode)
	}
	if one, two := NewToken(), NewToken(); one == two || len(one) < 26 {
		t.Errorf("tokens %s and %s", one, two)
	}
}

// TestTokenRequired: a public address needs a token.
func TestTokenRequired(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := New(Config{Session: s0}).Serve(t.Context(), l); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("a public address without a token is served: %v", err)
	}
}

// TestFile: only the configured file is served.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a game & more.ouro")
	for _, n := range []string{name, filepath.Join(dir, "secret")} {
		if err := os.WriteFile(n, []byte("ouro record"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, Config{Files: Only(name)})
	resp, body := s.get("GET", "/file/a%20game%20&%20more.ouro", nil)
	if resp.StatusCode != http.StatusOK || body != "ouro record" || resp.Header.Get("Content-Type") != "application/octet-stream" || resp.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%d %q %v", resp.StatusCode, body, resp.Header)
	}
	for _, path := range []string{"/file/secret", "/file/", "/file", "/file/..", "/file/../file/secret", "/file/a%20game%20&%20more.ouro/"} {
		if resp, _ := s.get("GET", path, nil); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if resp, body := s.get("GET", "/file/a%20game%20&%20more.ouro", nil); resp.StatusCode != http.StatusNotFound || strings.Contains(body, dir) {
		t.Errorf("a removed file: %d %s", resp.StatusCode, body)
	}
}
