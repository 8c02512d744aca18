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

// add adds flags that took a value without showing them.
func (m *movedFlags) add(cmd *cobra.Command, names ...string) {
	m.cmd = cmd
	for _, name := range names {
		cmd.Flags().String(name, "", "")
		cmd.Flags().Lookup(name).Hidden = true
	}
	m.names = append(m.names, names...)
}

// addSwitches adds flags that took none.
func (m *movedFlags) addSwitches(cmd *cobra.Command, names ...string) {
	m.cmd = cmd
	for _, name := range names {
		cmd.Flags().Bool(name, false, "")
		cmd.Flags().Lookup(name).Hidden = true
	}
	m.names = append(m.names, names...)
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
