package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro/arena"
	"ouro/cli/command"
	"ouro/cli/results"
	"ouro/picture/paint"
	"ouro/roster"
	"ouro/rule/battlesnake"
)

var shells = []struct{ name, install string }{
	{"bash", "source <(ouro completion bash)                     now, or in ~/.bashrc"},
	{"zsh", "source <(ouro completion zsh); compdef _ouro ouro   now, or in ~/.zshrc"},
	{"fish", "ouro completion fish >~/.config/fish/completions/ouro.fish"},
	{"powershell", "ouro completion powershell | Out-String | Invoke-Expression"},
}

// bashFunctions defines two functions of the package bash-completion, for systems without that
// package. _get_comp_words_by_ref splits the line only at spaces, while bash also splits it at =
// and :. _filedir completes file names.
const bashFunctions = `if ! declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
_get_comp_words_by_ref()
{
    local line=${COMP_LINE:0:COMP_POINT}
    read -ra words <<<"$line"
    if [[ $line == *[[:space:]] ]]; then words+=(""); fi
    cword=$((${#words[@]} - 1))
    cur=${words[cword]}
    prev=${words[cword > 0 ? cword - 1 : 0]}
}
fi
if ! declare -F _filedir >/dev/null 2>&1; then
_filedir()
{
    local name
    if [[ ${1-} != -d ]]; then compopt -o filenames 2>/dev/null; fi
    while IFS= read -r name; do
        if [[ -d $name || ${1-} != -d && $name == *.@(${1-*}) ]]; then COMPREPLY+=("$name"); fi
    done < <(compgen -f -- "$cur")
}
fi
`

func newCompletion(stdio command.IO) *cobra.Command {
	var names []string
	long := "Completion prints a script with which a shell completes commands, flags, solvers with their options (astar:heu<TAB>), rules, maps, levels and files.\n"
	for _, s := range shells {
		names = append(names, s.name)
		long += "\n  " + s.install
	}
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     "Print a script for completion in a shell",
		Long:      long,
		Args:      command.ExactArgs(1, "SHELL, one of "+strings.Join(names, ", ")),
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				var script strings.Builder
				if err := root.GenBashCompletionV2(&script, true); err != nil {
					return err
				}
				_, err := io.WriteString(stdio.Out, bashFunctions+script.String())
				return err
			case "zsh":
				return root.GenZshCompletion(stdio.Out)
			case "fish":
				return root.GenFishCompletion(stdio.Out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(stdio.Out)
			}
			return command.Usagef("completion %q: unknown shell (known: %s)", args[0], strings.Join(names, ", "))
		},
	}
}

// addCompletions adds completion of flags and arguments to the root and all commands below it.
func addCompletions(root *cobra.Command) {
	addCompletionsBelow(root, map[string]cobra.CompletionFunc{
		"solver": completeSolvers, "snake": completeSolvers, "against": completeSolvers, "hint": completeSolvers, "rules": completeRules,
		"map": completeWords(mapWords()...), "level": completeLevels, "regrow": completeWords("none", "floor", "original"),
		"log": completeWords("debug", "info", "warn", "error"), "plot": completeFiles("svg", "png"),
		"games-csv": completeFiles("csv"), "pairs-csv": completeFiles("csv"), "meals": completeFiles("csv"), "output": completeFiles("jsonl"), "record": completeFiles("ouro"),
		"config": completeFiles("toml"), "png": completeFiles("png"), "gif": completeFiles("gif"), "svg": completeFiles("svg"), "cast": completeFiles("cast"),
		"theme": completeWords(paint.Themes()...), "format": completeWords(formatWords()...), "openings": completeOpenings,
		"param": completeParams,
		"store": completeFiles("db"), "kind": completeWords(results.Kinds...), "build": results.CompleteBuilds,
	})
}

// addCompletionsBelow adds completion to a command and all commands below it. completions maps the
// name of a flag to its completion.
func addCompletionsBelow(cmd *cobra.Command, completions map[string]cobra.CompletionFunc) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		completion := completions[f.Name]
		switch kind, _ := pflag.UnquoteUsage(f); {
		case completion != nil:
		case kind == "FILE":
			return // any file is valid
		case kind == "DIRECTORY":
			completion = completeFolders
		default:
			completion = cobra.NoFileCompletions
		}
		if err := cmd.RegisterFlagCompletionFunc(f.Name, completion); err != nil {
			panic(err) // VisitAll has just found the flag
		}
	})
	switch cmd.Name() {
	case "watch", "maze", "bench", "hunter", "game", "serve", "run", "tune", "engine":
		cmd.ValidArgsFunction = completeSolvers
	case "replay", "verify", "export":
		cmd.ValidArgsFunction = completeFiles("ouro", "jsonl", "gz")
	case "list":
		cmd.ValidArgsFunction = completeWords(slices.Concat(listParts, nameWords(solverWords()), nameWords(ruleWords()), mapWords())...)
	case "report":
		cmd.ValidArgsFunction = completeFolders
	case "openings":
		cmd.ValidArgsFunction = completeOpenings
	case "ouro", "studio", "play", "perft", "exact", "atlas", "version", "doctor":
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	if above := cmd.Parent(); above != nil && (above.Name() == "results" || above.Name() == "ouro" && cmd.Name() == "report") {
		cmd.ValidArgsFunction = results.Complete(cmd.Name())
	}
	for _, sub := range cmd.Commands() {
		addCompletionsBelow(sub, completions)
	}
}

// completionWord is a possible completion. It may have options.
type completionWord struct {
	name, idea string
	options    []roster.Option
}

func solverWords() (all []completionWord) {
	for _, e := range append(roster.Solvers(), roster.Exec()) {
		all = append(all, completionWord{e.Name, e.Idea, e.Options})
	}
	return all
}

func ruleWords() (all []completionWord) {
	for _, e := range roster.Rules() {
		all = append(all, completionWord{e.Name, e.Idea, e.Options})
	}
	return all
}

func nameWords(words []completionWord) (names []string) {
	for _, w := range words {
		names = append(names, cobra.CompletionWithDesc(w.name, w.idea))
	}
	return names
}

func mapWords() (names []string) {
	for _, m := range battlesnake.Maps() {
		names = append(names, cobra.CompletionWithDesc(m.Name, m.Idea))
	}
	return names
}

func completeWords(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

func completeFiles(extensions ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(extensions, cobra.ShellCompDirectiveFilterFileExt)
}

func completeFolders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func formatWords() (names []string) {
	for _, f := range arena.Formats() {
		names = append(names, cobra.CompletionWithDesc(f.Name, f.Idea))
	}
	return names
}

// completeLevels completes the names of built-in levels, and files.
func completeLevels(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, l := range roster.Levels() {
		names = append(names, cobra.CompletionWithDesc(l.Name, fmt.Sprintf("%s, %s: %s", l.Rules, l.Level.Grid, l.Idea)))
	}
	return names, cobra.ShellCompDirectiveDefault
}

// completeOpenings completes the words balanced and rules, and files.
func completeOpenings(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{
		cobra.CompletionWithDesc("balanced", "positions found by search, in which no seat is favoured"),
		cobra.CompletionWithDesc("rules", "the start of the rules"),
	}, cobra.ShellCompDirectiveDefault
}

func completeSolvers(_ *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
	name := ""
	if i := strings.IndexByte(text, '='); i >= 0 && !strings.ContainsAny(text[:i], ":,") { // NAME=SOLVER
		name, text = text[:i+1], text[i+1:]
	}
	completions, directive := completeSpec(text, solverWords())
	for i := range completions {
		completions[i] = name + completions[i]
	}
	return completions, directive
}

// completeParams completes the options of the solver in args.
func completeParams(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var all []cobra.Completion
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, ":")
		name = name[strings.IndexByte(name, '=')+1:] // NAME=SOLVER
		if e, err := roster.FindSolver(name); err == nil {
			for _, o := range e.Options {
				all = append(all, cobra.CompletionWithDesc(o.Key+"=", o.Doc))
			}
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func completeRules(_ *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return completeSpec(text, ruleWords())
}

// completeSpec completes the last spec in a list: its name, or the key or value of its last
// option.
func completeSpec(text string, words []completionWord) ([]cobra.Completion, cobra.ShellCompDirective) {
	comma := strings.LastIndexByte(text, ',') + 1
	colon := strings.LastIndexByte(text, ':') + 1
	start := max(comma, colon) // start of the name, key or value
	var all []cobra.Completion
	if colon > 0 { // there may be an option
		begin := strings.LastIndexByte(text[:colon], ',') + 1
		i := slices.IndexFunc(words, func(w completionWord) bool { return w.name == text[begin:colon-1] })
		if i >= 0 {
			for _, o := range words[i].options {
				all = append(all, optionWords(text[:start], text[start:], o)...)
			}
		}
	}
	if start > colon || colon == 0 {
		for _, w := range words {
			all = append(all, cobra.CompletionWithDesc(text[:start]+w.name, w.idea))
		}
	}
	all = slices.DeleteFunc(all, func(c string) bool { return !strings.HasPrefix(c, text) })
	directive := cobra.ShellCompDirectiveNoFileComp
	if slices.ContainsFunc(all, func(c string) bool { value, _, _ := strings.Cut(c, "\t"); return strings.HasSuffix(value, "=") }) {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	return all, directive
}

// optionWords returns the key of an option or, if text begins with the key and =, the option's
// values.
func optionWords(before, text string, o roster.Option) []cobra.Completion {
	if !strings.HasPrefix(text, o.Key+"=") {
		return []cobra.Completion{cobra.CompletionWithDesc(before+o.Key+"=", o.Doc)}
	}
	values := []string{o.Default}
	switch {
	case o.Key == "map":
		values = mapWords()
	case o.Default == "true" || o.Default == "false":
		values = []string{"true", "false"}
	}
	for i := range values {
		values[i] = before + o.Key + "=" + values[i]
	}
	return values
}
