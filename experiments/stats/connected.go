package stats

// links say who has done at least as well as whom: [a][b] if a was placed no
// worse than b in some result.
type links [][]bool

func connections(k int, results []Result) links {
	l := make(links, k)
	for a := range l {
		l[a] = make([]bool, k)
	}
	for _, r := range results {
		for i, a := range r.Agents {
			for j, b := range r.Agents {
				if r.Places[i] <= r.Places[j] {
					l[a][b] = true
				}
			}
		}
	}
	return l
}

// reached are the agents that a path of links leads to from agent 0.
func (l links) reached(link func(a, b int) bool) []bool {
	reached := make([]bool, len(l))
	reached[0] = true
	for todo := []int{0}; len(todo) > 0; {
		a := todo[0]
		todo = todo[1:]
		for b := range l {
			if !reached[b] && link(a, b) {
				reached[b] = true
				todo = append(todo, b)
			}
		}
	}
	return reached
}

// apart is an agent that nothing links to agent 0, or -1.
func (l links) apart() int {
	for b, yes := range l.reached(func(a, b int) bool { return l[a][b] || l[b][a] }) {
		if !yes {
			return b
		}
	}
	return -1
}

// strong says that paths lead from every agent to every other, which is when
// the likeliest ratings are finite (Ford 1957, Hunter 2004).
func (l links) strong() bool {
	for _, link := range []func(a, b int) bool{
		func(a, b int) bool { return l[a][b] },
		func(a, b int) bool { return l[b][a] },
	} {
		for _, yes := range l.reached(link) {
			if !yes {
				return false
			}
		}
	}
	return true
}
