// Package agents decides: an Agent looks at what one seat may know and
// chooses a move.
//
// A new agent is one file here, with a constructor that matches Kind.Prepare,
// and one line in registry.go; the conformance test in agenttest then runs
// over it by itself. Algorithms and tables that several agents share have
// folders of their own below this one, which never import this package.
package agents
