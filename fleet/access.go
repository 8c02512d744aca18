package fleet

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Access is how a NATS server is reached.
type Access struct {
	URL   string // nats://HOST:PORT, tls://HOST:PORT, or several separated by commas
	Token string // "" is none
	CA    string // file with the certificates that are trusted besides those of the system; "" is none
}

// Check wants addresses that NATS has.
func (a Access) Check() error {
	if a.URL == "" {
		return nil // in this process
	}
	for one := range strings.SplitSeq(a.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return fmt.Errorf("%s: want nats://HOST:PORT, or tls://HOST:PORT", a.Shown())
		}
	}
	return nil
}

// Shown is the address without what is secret.
func (a Access) Shown() string {
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

// Exposed wants a secret where others than this machine can come.
func (cfg Serving) Exposed() error {
	host := cmp.Or(cfg.Host, "127.0.0.1")
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	if cfg.Token == "" {
		return fmt.Errorf("host %s: others can come there, and who comes has this fleet work: want a --token, or OURO_FLEET_TOKEN, and better TLS as well", host)
	}
	return nil
}
