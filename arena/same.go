package arena

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Difference names what keeps the games of one tournament from being games of the
// other: "" if they are of the same. Both are those of a Setting. The number of
// games and how many are played at once make none.
func (t *Tournament) Difference(o *Tournament) string {
	var all []string
	say := func(name, a, b string) {
		if a != b {
			all = append(all, fmt.Sprintf("%s: %s and %s", name, orNone(a), orNone(b)))
		}
	}
	for _, k := range keys {
		if !k.apart {
			say(k.name, k.text(t), k.text(o))
		}
	}
	for i := range max(len(t.Snakes), len(o.Snakes)) {
		say(fmt.Sprintf("snake %d", i+1), snakeAt(t.Snakes, i), snakeAt(o.Snakes, i))
	}
	return strings.Join(all, "; ")
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return shown(text)
}

func snakeAt(all []Snake, i int) string {
	if i >= len(all) {
		return ""
	}
	if s := all[i]; s.Name != s.Snake {
		return s.Name + "=" + s.Snake
	}
	return all[i].Snake
}

// Digest is the same for tournaments without a Difference, and in practice for no
// others. The tournament is that of a Setting.
func (t *Tournament) Digest() string {
	var b strings.Builder
	for _, k := range keys {
		if text := k.text(t); !k.apart && text != "" { // keys that are to come change nothing
			fmt.Fprintf(&b, "%s=%s\n", k.name, text)
		}
	}
	for _, s := range t.Snakes {
		fmt.Fprintf(&b, "%q %q\n", s.Name, s.Snake)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])
}
