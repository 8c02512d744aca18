package fleet

import (
	"os"
	"testing"
)

// TestPublicAddress: publicAddress replaces an unspecified IP by the host name, and nothing else.
func TestPublicAddress(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		"nats://127.0.0.1:4222":  "nats://127.0.0.1:4222",
		"nats://10.0.0.7:4222":   "nats://10.0.0.7:4222",
		"tls://fleet.example:42": "tls://fleet.example:42",
		"nats://0.0.0.0:4222":    "nats://" + host + ":4222",
		"nats://[::]:4222":       "nats://" + host + ":4222",
	} {
		if got := publicAddress(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
