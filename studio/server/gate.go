package server

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"ouro/internal/printable"
	"ouro/studio/web"
)

// guard sets what every answer says to the browser: nothing but the server's own
// files runs on the page, nobody else's page may hold it or take what is here, and
// the address, which may have the token, is told to nobody.
func guard(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
}

const policy = web.Policy + "; frame-ancestors 'none'"

// refusal is an answer in one line.
type refusal struct {
	status int
	text   string
}

func refuse(status int, format string, args ...any) *refusal {
	return &refusal{status, fmt.Sprintf(format, args...)}
}

func (no *refusal) write(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, no.text, no.status)
}

// maxQuote is how much of a request's text is repeated in an answer.
const maxQuote = 64

func quote(text string) string { return strconv.Quote(printable.Short(text, maxQuote)) }

// admit says why a request is not answered, or nil. A request that brings the token
// in its address is answered here, by the address without it; then it is nil too
// late, and so a refusal without text.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) *refusal {
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		return refuse(http.StatusMethodNotAllowed, "%s is not for anything here (use GET or HEAD)", quote(r.Method))
	case !s.known(r.Host):
		return refuse(http.StatusMisdirectedRequest, "this studio goes by localhost and 127.0.0.1, not by %s", quote(r.Host))
	case !sameOrigin(r):
		return refuse(http.StatusForbidden, "another page may not use this studio: open its address in the browser")
	case r.URL.Path == "/healthz":
		return nil
	}
	return s.checkToken(w, r)
}

// known tells whether a request is for this server by one of its names. Another name
// is of somebody who has it point here, so that a page of his is of the same origin
// as ours. Where there is a token such a page does not have it.
func (s *Server) known(host string) bool {
	if s.cfg.Token != "" {
		return true
	}
	name := host
	if before, _, err := net.SplitHostPort(host); err == nil {
		name = before
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if address, err := netip.ParseAddr(name); err == nil {
		return address.Unmap().IsLoopback()
	}
	return strings.EqualFold(name, "localhost") || s.cfg.Host != "" && strings.EqualFold(name, s.cfg.Host)
}

// sameOrigin tells whether a request comes from the page itself, or from somebody
// who opens it. What says nothing of where it comes from is no browser.
func sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "cross-site", "same-site": // a link to the page may be followed
		if r.Header.Get("Sec-Fetch-Mode") != "navigate" {
			return false
		}
	}
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	u, err := url.Parse(origins[0])
	return err == nil && len(origins) == 1 && (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, r.Host)
}

// NewToken is a text that nobody guesses.
func NewToken() string { return rand.Text() }

// TokenKey is where the address has the token, once: it goes into a cookie then.
const TokenKey = "token"

func (s *Server) checkToken(w http.ResponseWriter, r *http.Request) *refusal {
	if s.cfg.Token == "" {
		return nil
	}
	if said := r.URL.Query().Get(TokenKey); said != "" && r.URL.Path == "/" {
		if !s.isToken(said) {
			return refuse(http.StatusForbidden, "this is not the token of this studio: open the link that it printed when it was started")
		}
		// Lax and not Strict, since the link may be in somebody's mail. What is not the
		// opening of a page needs the same origin besides.
		http.SetCookie(w, &http.Cookie{Name: cookieName(r.Host), Value: said, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		w.Header().Set("Location", "/")
		return refuse(http.StatusSeeOther, "the page is at /")
	}
	if c, err := r.Cookie(cookieName(r.Host)); err == nil && s.isToken(c.Value) {
		return nil
	}
	return refuse(http.StatusForbidden, "this studio wants its token: open the link that it printed when it was started")
}

func (s *Server) isToken(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), []byte(s.cfg.Token)) == 1
}

// cookieName has the port: the studios of a machine have one store of cookies.
func cookieName(host string) string {
	if _, port, err := net.SplitHostPort(host); err == nil {
		if _, err := strconv.ParseUint(port, 10, 16); err == nil {
			return "ouro-studio-" + port
		}
	}
	return "ouro-studio"
}
