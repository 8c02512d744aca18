package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// withoutOwnStore runs the tests of a package. They keep no results unless they name a file,
// and no directory can be made where the user's own results file is.
func withoutOwnStore(m *testing.M) {
	nowhere := filepath.Join(os.DevNull, "results")
	for name, value := range map[string]string{storeVariable: noStore, "XDG_DATA_HOME": nowhere, "LocalAppData": nowhere} {
		if err := os.Setenv(name, value); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// withOwnStore redirects the default results file to a temporary folder, and returns its
// name.
func withOwnStore(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"HOME", "LocalAppData", "XDG_DATA_HOME"} {
		t.Setenv(name, home)
	}
	t.Setenv(storeVariable, "")
	file := ownStore()
	if inside, err := filepath.Rel(home, file); err != nil || !filepath.IsLocal(inside) {
		t.Fatalf("the results file is %s, which is not in %s", file, home)
	}
	return file
}

func TestMain(m *testing.M) { withoutOwnStore(m) }
