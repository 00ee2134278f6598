package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// rootCommand is the command `quadword` with all its subcommands.
func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "quadword",
		Short:         "self-play research for Scrabble and Super Scrabble",
		Example:       "  quadword sim --board super --agent greedy --agent random --games 200 --out results/first",
		Version:       version,
		SilenceErrors: true, // status reports them
		SilenceUsage:  true,
	}
	group(root,
		a.simCommand(),
		a.reportCommand(),
		a.compareCommand(),
		a.experimentCommand(),
		a.verifyCommand(),
		a.annotateCommand(),
		a.trainCommand(),
		a.movesCommand(),
		a.lexiconCommand(),
		a.leavesCommand(),
		a.winprobCommand(),
		a.agentsCommand(),
		a.columnsCommand(),
		a.benchCommand(),
	)
	root.SetVersionTemplate("quadword {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetHelpCommand(helpCommand(root))
	return root
}

// helpCommand is cobra's own, but for an unknown command, which is an error.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "show what a command does and its flags",
		Example: "  quadword help sim",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err == nil && len(rest) > 0 {
				err = cmd.ValidateArgs(rest)
			}
			if err != nil {
				return err
			}
			return cmd.Help()
		},
	}
}

// group makes cmd a command that only has subcommands: alone it shows its
// help, and an unknown one is an error that lists those there are.
func group(cmd *cobra.Command, subcommands ...*cobra.Command) {
	cmd.AddCommand(subcommands...)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var names []string
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				names = append(names, c.Name())
			}
		}
		return usagef("unknown command %q for %s: expected one of %s", args[0], cmd.CommandPath(), strings.Join(names, ", "))
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
}

// flagError makes an error of the flags one of usage; of an unknown flag it
// lists those there are.
func flagError(cmd *cobra.Command, err error) error {
	if bad, ok := err.(*pflag.InvalidValueError); ok && (errors.Is(err, strconv.ErrRange) || errors.Is(err, strconv.ErrSyntax)) {
		kind := "a whole number"
		switch bad.GetFlag().Value.Type() {
		case "uint64":
			kind = "a whole number, 0 or more and below 2^64"
		case "bool":
			kind = "true or false"
		}
		return usagef("--%s %s: expected %s", bad.GetFlag().Name, bad.GetValue(), kind)
	}
	if _, unknown := err.(*pflag.NotExistError); !unknown {
		return usageError{err}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	return usagef("%w for %s: expected one of %s", err, cmd.CommandPath(), strings.Join(names, ", "))
}

// takes checks the number of arguments of a command; its Use says what they
// are.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usagef("%d arguments: expected %s", len(args), cmd.UseLine())
		}
		return nil
	}
}

// printJSON prints a value as indented JSON.
func (a *app) printJSON(v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s\n", text)
	return err
}

// choice is a flag whose value is one of a few names.
type choice[T fmt.Stringer] struct {
	value *T
	parse func(string) (T, error)
}

func (c choice[T]) String() string { return (*c.value).String() }
func (c choice[T]) Type() string   { return "name" }
func (c choice[T]) Set(s string) (err error) {
	*c.value, err = c.parse(s)
	return err
}

// oneOf checks that a name is among the known ones.
func oneOf(what, name string, known []string) error {
	if slices.Contains(known, name) {
		return nil
	}
	return usagef("unknown %s %q: expected one of %s", what, name, strings.Join(known, ", "))
}

// writeTable writes rows of columns: the first is aligned to the left, the
// others to the right. The first row is the heading.
func writeTable(w io.Writer, rows [][]string) error {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := fmt.Sprintf("%-*s", widths[0], row[0])
		for i, cell := range row[1:] {
			line += fmt.Sprintf("  %*s", widths[i+1], cell)
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	return nil
}
