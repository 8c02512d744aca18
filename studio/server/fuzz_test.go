package server

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

// FuzzRequest: the response to any request has one of a few statuses. The server sends
// files only if the request names this machine and has the same origin. If the server has a
// token, the request must have it, too.
func FuzzRequest(f *testing.F) {
	for _, text := range []string{
		"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"GET /session HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
		"GET /?token=abc HTTP/1.1\r\nHost: [::1]:8080\r\nCookie: ouro-studio-8080=secret\r\n\r\n",
		"GET /file/../secret HTTP/1.1\r\nHost: 127.0.0.1\r\nRange: bytes=0-5\r\n\r\n",
		"HEAD /v/0/main.js HTTP/1.0\r\nHost: localhost:1\r\nAccept-Encoding: gzip;q=x\r\nIf-None-Match: *\r\n\r\n",
		"POST http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\r\n",
	} {
		f.Add([]byte(text))
	}
	open := New(Config{Session: s0})
	closed := New(Config{Session: s0, Token: "abcdefghijklmnopqrstuvwxyz"})
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(text)))
		if err != nil {
			return
		}
		r.RemoteAddr = "127.0.0.1:1"
		for _, s := range []*Server{open, closed} {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			switch w.Code {
			case 200, 303, 304, 403, 404, 405, 421, 426, 501:
			case 400: // an invalid WebSocket handshake
				if r.URL.Path != "/session" {
					t.Errorf("%q: %d", text, w.Code)
				}
			default:
				t.Errorf("%q: %d %s", text, w.Code, w.Body)
			}
			page := strings.Contains(w.Body.String(), "<!doctype")
			switch {
			case page && s == closed && !strings.Contains(string(text), s.cfg.Token):
				t.Errorf("%q: the page without the token", text)
			case page && s == open && !isOurs(r.Host):
				t.Errorf("%q: the page for another name", text)
			case page && r.Header.Get("Origin") != "":
				if u, err := url.Parse(r.Header.Get("Origin")); err != nil || !strings.EqualFold(u.Host, r.Host) {
					t.Errorf("%q: the page for another origin", text)
				}
			}
			if w.Header().Get("Content-Security-Policy") != policy {
				t.Errorf("%q: no policy", text)
			}
		}
	})
}

// isOurs reports whether a host names this machine. It is a second implementation of the
// server's check.
func isOurs(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	if strings.ToLower(name) == "localhost" {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && (address.IsLoopback() || address.Is4In6() && address.Unmap().IsLoopback())
}
