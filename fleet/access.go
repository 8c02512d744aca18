package fleet

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Access says how to reach a NATS server.
type Access struct {
	URL   string // nats://HOST:PORT, tls://HOST:PORT, or several separated by commas
	Token string // "" for none
	CA    string // file with certificates to trust in addition to the system's; may be ""
}

// leastToken is the least length of a token. Shorter tokens would be easy to guess.
const leastToken = 16

// CheckToken returns an error for a token that is too short. "" means no token and is valid.
func CheckToken(token string) error {
	if n := len(token); n > 0 && n < leastToken {
		return fmt.Errorf("a token of %d characters can be guessed: want at least %d; \"openssl rand -hex 16\" makes one", n, leastToken)
	}
	return nil
}

// Check returns an error for a token that is too short, or an address that NATS does not support.
func (a Access) Check() error {
	if err := CheckToken(a.Token); err != nil {
		return err
	}
	if a.URL == "" {
		return nil // the server is in this process
	}
	for one := range strings.SplitSeq(a.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return fmt.Errorf("%s: want nats://HOST:PORT, or tls://HOST:PORT", a.Redacted())
		}
	}
	return nil
}

// Redacted returns the address without secrets.
func (a Access) Redacted() string {
	var all []string
	for one := range strings.SplitSeq(a.URL, ",") {
		if u, err := url.Parse(one); err == nil {
			one = u.Redacted()
			if u.User != nil && u.User.Username() != "" {
				u.User = url.User("xxxxx")
				one = u.String()
			}
		}
		all = append(all, one)
	}
	return strings.Join(all, ",")
}

// Exposed returns an error if the server's token is too short, or if other machines can reach
// the server without a token.
func (cfg CoordinatorConfig) Exposed() error {
	if err := CheckToken(cfg.Token); err != nil {
		return err
	}
	host := cmp.Or(cfg.Host, "127.0.0.1")
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	if cfg.Token == "" {
		return fmt.Errorf("host %s: other machines can connect there and give work to this fleet: want a --token or OURO_FLEET_TOKEN, and preferably TLS as well", host)
	}
	return nil
}
