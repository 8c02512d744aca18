package flags

import (
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro/cli/command"
)

// Moved are hidden flags of earlier versions whose work another command does now.
type Moved struct {
	cmd   *cobra.Command
	names []string
}

// Add adds flags with a value.
func (m *Moved) Add(cmd *cobra.Command, names ...string) {
	m.cmd = cmd
	for _, name := range names {
		cmd.Flags().String(name, "", "")
		cmd.Flags().Lookup(name).Hidden = true
	}
	m.names = append(m.names, names...)
}

// AddSwitches adds flags without a value.
func (m *Moved) AddSwitches(cmd *cobra.Command, names ...string) {
	m.cmd = cmd
	for _, name := range names {
		cmd.Flags().Bool(name, false, "")
		cmd.Flags().Lookup(name).Hidden = true
	}
	m.names = append(m.names, names...)
}

// Check rejects the flags and names the command to use instead.
func (m *Moved) Check(line func() string) error {
	for _, name := range m.names {
		if m.cmd.Flags().Changed(name) {
			return command.Usagef("--%s: %s plays one game; to play many: %s", name, m.cmd.CommandPath(), line())
		}
	}
	return nil
}

// addUsages adds flagUsages to cobra's templates, which are global.
var addUsages = sync.OnceFunc(func() { cobra.AddTemplateFunc("flagUsages", flagUsages) })

// UsageTemplate changes cobra's template to use flagUsages.
func UsageTemplate(standard string) string {
	addUsages()
	return strings.NewReplacer(
		".LocalFlags.FlagUsages ", "flagUsages .LocalFlags ",
		`(or .IsAvailableCommand (eq .Name "help"))`, ".IsAvailableCommand",
	).Replace(standard)
}

// flagUsages returns the help of flags, the less common ones last.
func flagUsages(all *pflag.FlagSet) string {
	common, less := pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	all.VisitAll(func(f *pflag.Flag) {
		if _, is := f.Annotations[lessAnnotation]; is {
			less.AddFlag(f)
		} else {
			common.AddFlag(f)
		}
	})
	text := common.FlagUsagesWrapped(command.HelpWidth)
	if more := less.FlagUsagesWrapped(command.HelpWidth); more != "" {
		text += "\nLess common:\n" + more
	}
	return text
}
