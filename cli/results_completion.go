package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ouro/internal/printable"
	"ouro/store"
)

// completeKept completes the arguments of a command of ouro results: ids of
// experiments, solvers that are kept, or files.
func completeKept(command string) cobra.CompletionFunc {
	switch command {
	case "import":
		return completeFiles("jsonl", "gz")
	case "list", "plot", "diff":
		return func(cmd *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
			all := kept(cmd)
			words := keptSolvers(all, text)
			if command == "diff" {
				words = append(words, keptIDs(all, text)...)
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		}
	}
	return func(cmd *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return keptIDs(kept(cmd), text), cobra.ShellCompDirectiveNoFileComp
	}
}

// kept are the experiments of the file that the line names so far; none where it
// cannot be read.
func kept(cmd *cobra.Command) (all []store.Experiment) {
	file, err := cmd.Flags().GetString("store")
	if err != nil {
		return nil
	}
	o := storeReader{storeOption{file: file, cmd: cmd}}
	_ = o.with(cmd.Context(), func(s *store.Store) error { // who completes is told of no error
		all, err = s.Find(cmd.Context(), store.Query{})
		return err
	})
	slices.Reverse(all) // the newest first
	return all
}

func keptIDs(all []store.Experiment, text string) (ids []cobra.Completion) {
	for i := range all {
		e := &all[i]
		id := e.Key[:min(shortID, len(e.Key))]
		if len(text) > len(id) {
			id = e.Key
		}
		if strings.HasPrefix(id, text) {
			ids = append(ids, cobra.CompletionWithDesc(id, printable.Line(fmt.Sprintf("%s, %s, %s", entrantsOf(e), e.Title, day(e.Created)))))
		}
	}
	if len(all) > 0 && strings.HasPrefix(lastWord, text) {
		ids = append(ids, cobra.CompletionWithDesc(lastWord, "the newest experiment"))
	}
	return ids
}

func keptSolvers(all []store.Experiment, text string) (specs []cobra.Completion) {
	for i := range all {
		for _, spec := range all[i].Solvers {
			if spec = printable.Line(spec); strings.HasPrefix(spec, text) && !slices.Contains(specs, spec) {
				specs = append(specs, spec)
			}
		}
	}
	return specs
}

// completeBuilds offers the builds of the file.
func completeBuilds(cmd *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var builds []cobra.Completion
	for _, e := range kept(cmd) {
		offer := cobra.CompletionWithDesc(e.Build.Short(), e.Build.String())
		if strings.HasPrefix(offer, text) && !slices.Contains(builds, offer) {
			builds = append(builds, offer)
		}
	}
	return builds, cobra.ShellCompDirectiveNoFileComp
}
