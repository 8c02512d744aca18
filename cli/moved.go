package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// movedFlags are flags that a command had in an earlier version, and what does their
// work now.
type movedFlags struct {
	cmd   *cobra.Command
	names []string
}

// add adds the flags without showing them.
func (m *movedFlags) add(cmd *cobra.Command, names ...string) {
	m.cmd, m.names = cmd, names
	for _, name := range names {
		cmd.Flags().String(name, "", "")
		cmd.Flags().Lookup(name).NoOptDefVal = "true" // whatever it took
		cmd.Flags().Lookup(name).Hidden = true
	}
}

// check refuses them, naming the line that does their work.
func (m *movedFlags) check(line func() string) error {
	for _, name := range m.names {
		if m.cmd.Flags().Changed(name) {
			return usageError{fmt.Errorf("--%s: %s plays one game; many games are played by: %s", name, m.cmd.CommandPath(), line())}
		}
	}
	return nil
}
