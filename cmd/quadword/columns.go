package main

import (
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"quadword/sim/dataset"
)

func (a *app) columnsCommand() *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "columns [TABLE]",
		Short: "list the columns of a dataset with type, unit and meaning",
		Example: `  quadword columns games
  quadword columns --json`,
		Args: takes(0, 1),
		RunE: func(_ *cobra.Command, args []string) error { return a.columns(args, json) },
	}
	cmd.Flags().BoolVar(&json, "json", false, "print JSON")
	return cmd
}

func (a *app) columns(tables []string, json bool) error {
	columns := dataset.Columns()
	if len(tables) > 0 {
		var known []string
		for _, c := range columns {
			known = append(known, string(c.Table))
		}
		if err := oneOf("table", tables[0], slices.Compact(known)); err != nil {
			return err
		}
		columns = slices.DeleteFunc(columns, func(c dataset.Column) bool { return string(c.Table) != tables[0] })
	}
	if json {
		return a.printJSON(columns)
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for i, c := range columns {
		if i == 0 || c.Table != columns[i-1].Table {
			if i > 0 {
				fmt.Fprintln(t)
			}
			fmt.Fprintf(t, "%s\ttype\tunit\tmeaning\n", c.Table)
		}
		null := ""
		if c.Nullable {
			null = "?"
		}
		fmt.Fprintf(t, "  %s\t%s%s\t%s\t%s\n", c.Name, c.Type, null, c.Unit, c.Meaning)
	}
	return t.Flush()
}
