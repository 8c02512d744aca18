package cli

import (
	"github.com/spf13/cobra"
)

// movedFlags are hidden flags of earlier versions whose work another command does now.
type movedFlags struct {
	cmd   *cobra.Command
	names []string
}

// add adds flags with a value.
func (m *movedFlags) add(cmd *cobra.Command, names ...string) {
	m.cmd = cmd
	for _, name := range names {
		cmd.Flags().String(name, "", "")
		cmd.Flags().Lookup(name).Hidden = true
	}
	m.names = append(m.names, names...)
}

// addSwitches adds flags without a value.
func (m *movedFlags) addSwitches(cmd *cobra.Command, names ...string) {
	m.cmd = cmd
	for _, name := range names {
		cmd.Flags().Bool(name, false, "")
		cmd.Flags().Lookup(name).Hidden = true
	}
	m.names = append(m.names, names...)
}

// check rejects the flags and names the command to use instead.
func (m *movedFlags) check(line func() string) error {
	for _, name := range m.names {
		if m.cmd.Flags().Changed(name) {
			return usagef("--%s: %s plays one game; to play many: %s", name, m.cmd.CommandPath(), line())
		}
	}
	return nil
}
