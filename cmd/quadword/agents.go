package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"quadword/agents"
)

func agentNames() []string {
	var names []string
	for _, k := range agents.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// agentInfo is an agent as `agents --json` prints it.
type agentInfo struct {
	Name       string      `json:"name"`
	Summary    string      `json:"summary"`
	Parameters []paramInfo `json:"parameters"`
}

type paramInfo struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Meaning string `json:"meaning"`
}

func (a *app) agentsCommand() *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "agents",
		Short: "list the agents with their parameters",
		Example: `  quadword agents
  quadword agents --json`,
		Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error { return a.agents(json) },
	}
	cmd.Flags().BoolVar(&json, "json", false, "print JSON")
	return cmd
}

func (a *app) agents(json bool) error {
	var infos []agentInfo
	for _, k := range agents.Kinds() {
		info := agentInfo{k.Name, k.Summary, []paramInfo{}}
		for _, p := range k.Params {
			info.Parameters = append(info.Parameters, paramInfo{p.Name, p.Default, p.Meaning})
		}
		infos = append(infos, info)
	}
	if json {
		return a.printJSON(infos)
	}
	for _, info := range infos {
		fmt.Fprintf(a.out, "%-12s %s\n", info.Name, info.Summary)
		for _, p := range info.Parameters {
			fmt.Fprintf(a.out, "    %-20s %s\n", p.Name+"="+p.Default, p.Meaning)
		}
	}
	return nil
}
