package cli

import (
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// lessAnnotation marks flags that help texts print under a separate heading.
const lessAnnotation = "less"

// lessCommon moves these flags of a command below the others.
func lessCommon(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		if err := cmd.Flags().SetAnnotation(name, lessAnnotation, []string{""}); err != nil {
			panic(err) // the command has no such flag
		}
	}
}

// addUsages adds flagUsages to cobra's templates, which are global.
var addUsages = sync.OnceFunc(func() { cobra.AddTemplateFunc("flagUsages", flagUsages) })

// usageTemplate changes cobra's template to use flagUsages.
func usageTemplate(standard string) string {
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
	text := common.FlagUsagesWrapped(helpWidth)
	if more := less.FlagUsagesWrapped(helpWidth); more != "" {
		text += "\nLess common:\n" + more
	}
	return text
}
