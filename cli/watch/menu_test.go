package watch

import (
	"path/filepath"
	"testing"
)

// TestMenuConfigFile: the menu stores its choices in the user's configuration folder. With --no-config,
// or if the system has no such folder, it stores nothing.
func TestMenuConfigFile(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", folder)
	t.Setenv("HOME", folder)
	t.Setenv("AppData", folder)
	var o Menu
	if got := o.settings(); filepath.Base(got) != "settings.json" || filepath.Base(filepath.Dir(got)) != "ouro" {
		t.Errorf("the settings are in %q", got)
	}
	o.noConfig = true
	if got := o.settings(); got != "" {
		t.Errorf("with --no-config the settings are in %q", got)
	}
	o.noConfig = false
	for _, name := range []string{"XDG_CONFIG_HOME", "HOME", "AppData"} {
		t.Setenv(name, "")
	}
	if got := o.settings(); got != "" {
		t.Errorf("without a configuration folder the settings are in %q", got)
	}
}
