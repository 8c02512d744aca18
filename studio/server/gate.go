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

// setSecurityHeaders sets the security headers of a response. With them,
//
//   - the page loads and runs only files of this server;
//   - pages of other origins cannot read from this server;
//   - only pages of the origins in frames can show the page in a frame;
//   - browsers do not send the page's address, which can contain the token, to other servers.
func setSecurityHeaders(h http.Header, frames []string) {
	if len(frames) == 0 {
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Frame-Options", "DENY")
	} else { // X-Frame-Options cannot name other origins
		h.Set("Content-Security-Policy", web.Policy+"; frame-ancestors "+strings.Join(frames, " "))
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
}

const policy = web.Policy + "; frame-ancestors 'none'"

// CheckOrigin returns an error unless text is an origin: http:// or https://, a host, and
// perhaps a port.
func CheckOrigin(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || text != u.Scheme+"://"+u.Host || strings.ContainsAny(u.Host, "*;, \t'\"") {
		return fmt.Errorf("%s is not an origin; want one such as https://example.org or http://127.0.0.1:9000", quote(text))
	}
	return nil
}

type refusal struct {
	status int
	text   string
}

func refuse(status int, format string, args ...any) *refusal {
	return &refusal{status, fmt.Sprintf(format, args...)}
}

func (f *refusal) write(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, f.text, f.status)
}

const maxQuote = 64 // most bytes of a request that a response quotes

func quote(text string) string { return strconv.Quote(printable.Short(text, maxQuote)) }

// admit returns nil if the request is allowed, otherwise the response. If the address has a valid
// token, the response sets a cookie with the token and redirects to the address without the token.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) *refusal {
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		return refuse(http.StatusMethodNotAllowed, "method %s is not allowed: use GET or HEAD", quote(r.Method))
	case !s.isKnownHost(r.Host):
		return refuse(http.StatusMisdirectedRequest, "unknown host %s: this studio answers to localhost and 127.0.0.1", quote(r.Host))
	case !sameOrigin(r):
		return refuse(http.StatusForbidden, "a page of another origin may not use this studio: open the studio's address in the browser")
	case r.URL.Path == "/healthz":
		return nil
	}
	return s.checkToken(w, r)
}

// isKnownHost reports whether the host of a request is a name of this server. The check prevents DNS
// rebinding: an attacker's page whose host name resolves to this server would have the server's
// origin. A token prevents that attack too, so a server with a token accepts any name.
func (s *Server) isKnownHost(host string) bool {
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

// sameOrigin reports whether a request comes from a page of this server, from navigation to the page,
// or from a client that is not a browser.
func sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "cross-site", "same-site": // links to the page are allowed
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

func NewToken() string { return rand.Text() }

// TokenKey is the key of the token in the query of an address. The server replaces the token in the
// address by a cookie.
const TokenKey = "token"

func (s *Server) checkToken(w http.ResponseWriter, r *http.Request) *refusal {
	if s.cfg.Token == "" {
		return nil
	}
	if token := r.URL.Query().Get(TokenKey); token != "" && r.URL.Path == "/" {
		if !s.isToken(token) {
			return refuse(http.StatusForbidden, "wrong token: open the link that the studio printed when it started")
		}
		// The mode is Lax and not Strict, because the user may open the link in a mail. sameOrigin
		// refuses all requests of other origins except navigation.
		http.SetCookie(w, &http.Cookie{Name: cookieName(r.Host), Value: token, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		w.Header().Set("Location", "/")
		return refuse(http.StatusSeeOther, "the page is at /")
	}
	if c, err := r.Cookie(cookieName(r.Host)); err == nil && s.isToken(c.Value) {
		return nil
	}
	return refuse(http.StatusForbidden, "the token is missing: open the link that the studio printed when it started")
}

func (s *Server) isToken(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), []byte(s.cfg.Token)) == 1
}

// cookieName returns a name that contains the port, because a browser shares cookies
// between all ports of a machine.
func cookieName(host string) string {
	if _, port, err := net.SplitHostPort(host); err == nil {
		if _, err := strconv.ParseUint(port, 10, 16); err == nil {
			return "ouro-studio-" + port
		}
	}
	return "ouro-studio"
}
