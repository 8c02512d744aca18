//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// stuckEngine creates an engine in dir and returns its spec. Up to this turn of a game the engine
// plays like greedy; then it creates the file stuck in dir and waits for ever, so the game stops at a
// known turn on any machine. While that file exists, other processes of the engine do not wait.
func stuckEngine(t *testing.T, dir string, turn int) string {
	t.Helper()
	script := fmt.Sprintf(`while IFS= read -r line; do
	printf '%%s\n' "$line"
	case $line in *'"type":"turn","id":%d,'*) if [ ! -e stuck ]; then touch stuck; cat >/dev/null; fi ;; esac
done | ouro engine greedy
`, turn)
	if err := os.WriteFile(filepath.Join(dir, "snake.sh"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return "exec:sh snake.sh"
}

// untilStuck returns when the engine of [stuckEngine] waits.
func (c *child) untilStuck(t *testing.T) {
	t.Helper()
	eventually(t, "the engine comes to its turn", func() bool {
		_, err := os.Stat(filepath.Join(c.Dir, "stuck"))
		return err == nil
	})
}
