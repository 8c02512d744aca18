package fleet

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Access describes how to reach a NATS server.
type Access struct {
	URL   string // nats://HOST:PORT, tls://HOST:PORT, or several separated by commas
	Token string // "" for none
	CA    string // file with certificates to trust beside those of the system; may be ""
}

// leastToken is the minimum length of a token in characters. A shorter token could be guessed.
const leastToken = 16

// CheckToken returns an error for a token that is too short. "" means no token, and is valid.
func CheckToken(token string) error {
	if n := len(token); n > 0 && n < leastToken {
		return fmt.Errorf("a token of %d characters can be guessed: want at least %d; \"openssl rand -hex 16\" makes one", n, leastToken)
	}
	return nil
}

// Check returns an error for an invalid token, or for an address that NATS does not support.
func (a Access) Check() error {
	if err := CheckToken(a.Token); err != nil {
		return err
	}
	if a.URL == "" {
		return nil // "" is the server in this process
	}
	for one := range strings.SplitSeq(a.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return fmt.Errorf("%s: want nats://HOST:PORT, or tls://HOST:PORT", a.Redacted())
		}
	}
	return nil
}

// Redacted returns the address without its secrets.
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

// CheckExposure returns an error for a token that is too short, and for a server without a token that
// other machines can reach.
func (cfg CoordinatorConfig) CheckExposure() error {
	if err := CheckToken(cfg.Token); err != nil {
		return err
	}
	host := cmp.Or(cfg.Host, "127.0.0.1")
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	if cfg.Token == "" {
		return fmt.Errorf("host %s: other machines can connect and submit work to this fleet: set --token or OURO_FLEET_TOKEN, and preferably TLS too", host)
	}
	return nil
}
