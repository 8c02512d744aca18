package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ouro/internal/printable"
	"ouro/store"
)

// completeStored completes the arguments of a command of ouro results: ids of experiments,
// stored solvers, or files.
func completeStored(command string) cobra.CompletionFunc {
	switch command {
	case "import":
		return completeFiles("jsonl", "gz")
	case "list", "plot", "diff":
		return func(cmd *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
			all := storedExperiments(cmd)
			words := storedSolvers(all, text)
			if command == "diff" {
				words = append(words, storedIDs(all, text)...)
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		}
	}
	return func(cmd *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return storedIDs(storedExperiments(cmd), text), cobra.ShellCompDirectiveNoFileComp
	}
}

// storedExperiments returns the experiments of the results file that the line names, or nil if it
// cannot be read.
func storedExperiments(cmd *cobra.Command) (all []store.Experiment) {
	file, err := cmd.Flags().GetString("store")
	if err != nil {
		return nil
	}
	o := storeReader{storeOption{file: file, cmd: cmd}}
	_ = o.with(cmd.Context(), func(s *store.Store) error { // completion reports no errors
		all, err = s.Find(cmd.Context(), store.Query{})
		return err
	})
	slices.Reverse(all) // the newest first
	return all
}

func storedIDs(all []store.Experiment, text string) (ids []cobra.Completion) {
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

func storedSolvers(all []store.Experiment, text string) (specs []cobra.Completion) {
	for i := range all {
		for _, spec := range all[i].Solvers {
			if spec = printable.Line(spec); strings.HasPrefix(spec, text) && !slices.Contains(specs, spec) {
				specs = append(specs, spec)
			}
		}
	}
	return specs
}

// completeBuilds completes the builds of the results file.
func completeBuilds(cmd *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var builds []cobra.Completion
	for _, e := range storedExperiments(cmd) {
		offer := cobra.CompletionWithDesc(e.Build.Short(), e.Build.String())
		if strings.HasPrefix(offer, text) && !slices.Contains(builds, offer) {
			builds = append(builds, offer)
		}
	}
	return builds, cobra.ShellCompDirectiveNoFileComp
}
