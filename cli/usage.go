package cli

import (
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// lessAnnotation marks flags that help texts show under a heading of their own.
const lessAnnotation = "less"

// lessCommon has these flags of a command shown below the others.
func lessCommon(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		if err := cmd.Flags().SetAnnotation(name, lessAnnotation, []string{""}); err != nil {
			panic(err) // the command has no such flag
		}
	}
}

// addUsages gives templates of help texts the flags of both kinds, once for all programs.
var addUsages = sync.OnceFunc(func() { cobra.AddTemplateFunc("flagUsages", flagUsages) })

// usageTemplate is cobra's with the less common flags below the others.
func usageTemplate(standard string) string {
	addUsages()
	return strings.NewReplacer(
		".LocalFlags.FlagUsages ", "flagUsages .LocalFlags ",
		`(or .IsAvailableCommand (eq .Name "help"))`, ".IsAvailableCommand",
	).Replace(standard)
}

// flagUsages are the lines about flags.
func flagUsages(all *pflag.FlagSet) string {
	common, less := pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	all.VisitAll(func(f *pflag.Flag) {
		if _, is := f.Annotations[lessAnnotation]; is {
			less.AddFlag(f)
		} else {
			common.AddFlag(f)
		}
	})
	text := common.FlagUsagesWrapped(helpWidth)
	if more := less.FlagUsagesWrapped(helpWidth); more != "" {
		text += "\nLess common:\n" + more
	}
	return text
}
