package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"quadword/experiments/document"
	"quadword/experiments/stats"
)

// WriteText writes the report for people: a table of the agents, best first,
// one of the seats, how strong the agents are, and how the games ended. Each mean
// stands with its standard error, each strength with its interval.
func (r *Report) WriteText(w io.Writer) error {
	games := fmt.Sprintf("%d games", r.Games)
	if r.Games != r.Planned {
		games = fmt.Sprintf("%d of %d games", r.Games, r.Planned)
		if r.SPRT != nil {
			games = fmt.Sprintf("%d of at most %d games", r.Games, r.Planned)
		}
	}
	_, err := fmt.Fprintf(w, "%s on %d deals, %s: board %s, tile set %s, lexicon %s\n", games, r.Deals, r.State, r.Board, r.TileSet, r.Lexicon)
	if err != nil || r.Games == 0 {
		return err
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	names := r.byStrength()
	heading(t, "agent")
	for _, name := range names {
		row(t, name, r.Agents[name])
	}
	fmt.Fprintln(t)
	heading(t, "seat")
	for seat, f := range r.Seats {
		row(t, fmt.Sprint(seat), f)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if err := r.Strength.writeText(w); err != nil {
		return err
	}
	if err := r.test(w); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\n%s turns a game; ended by %s; %s\n± is the standard error of a mean, by deal.\n",
		withError(*r.TurnsPerGame, r.TurnsSE, 2), r.shares(r.EndReasons), r.faultText(names))
	return err
}

// test writes what the test of the run has come to.
func (r *Report) test(w io.Writer) error {
	if r.SPRT == nil {
		return nil
	}
	_, err := fmt.Fprintf(w, "\n%s\n", r.SPRT)
	return err
}

// shares is numbers of games by name, the most first, with their shares.
func (r *Report) shares(games map[string]int64) string {
	var all []string
	for _, name := range slices.SortedFunc(maps.Keys(games), func(a, b string) int {
		return cmp.Or(cmp.Compare(games[b], games[a]), cmp.Compare(a, b))
	}) {
		n := games[name]
		all = append(all, fmt.Sprintf("%s %d (%.2f %%)", name, n, 100*float64(n)/float64(r.Games)))
	}
	return strings.Join(all, ", ")
}

// faultText tells in how many games agents failed, how, and which.
func (r *Report) faultText(agents []string) string {
	if r.FaultGames == 0 {
		return "no agent failed"
	}
	failed := map[string]int64{}
	for _, name := range agents {
		if n := r.Agents[name].FaultGames; n > 0 {
			failed[name] = n
		}
	}
	return fmt.Sprintf("agents failed in %d (%.2f %%): %s; by agent %s",
		r.FaultGames, 100**r.FaultShare, r.shares(r.Faults), r.shares(failed))
}

func heading(w io.Writer, what string) {
	fmt.Fprintf(w, "%s\tgames\twin %%\tscore\tspread\tturns\tbingos\texchanges\tpasses\t\n", what)
}

func row(w io.Writer, name string, f Figures) {
	rate, rateSE := 100*f.WinRate, f.WinRateSE
	if rateSE != nil {
		se := 100 * *rateSE
		rateSE = &se
	}
	fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", name, f.Games,
		withError(rate, rateSE, 1), withError(f.MeanScore, f.ScoreSE, 1), withError(f.MeanSpread, f.SpreadSE, 1),
		withError(f.Turns, f.TurnsSE, 2), withError(f.Bingos, f.BingosSE, 2),
		withError(f.Exchanges, f.ExchangesSE, 2), withError(f.Passes, f.PassesSE, 2))
}

// withError is a mean and, where it is known, its standard error.
func withError(mean float64, se *float64, digits int) string {
	if se == nil {
		return fmt.Sprintf("%.*f", digits, mean)
	}
	return fmt.Sprintf("%.*f ±%.*f", digits, mean, digits, *se)
}

// writeText writes one pair in words, and more as ratings.
func (s *Strength) writeText(w io.Writer) error {
	var b strings.Builder
	var doubts stats.Estimate // whose warnings are those of all that is shown
	switch {
	case len(s.Pairs) == 1:
		p := s.Pairs[0]
		doubts = p.WinRate
		fmt.Fprintf(&b, "\n%s\n", p.sentence())
		var counts []string
		for _, n := range slices.Concat(pentanomial(p), trinomial(p)) {
			counts = append(counts, fmt.Sprint(n))
		}
		if counts != nil {
			fmt.Fprintf(&b, "Deals by the points of %s, from none to all: %s\n", p.First, strings.Join(counts, " "))
		}
	case s.Unrated != "":
		fmt.Fprintf(&b, "\nRatings: %s\n", s.Unrated)
	case len(s.Ratings) > 0:
		fmt.Fprintln(&b)
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "agent\trating\tinterval\t")
		for _, r := range s.Ratings {
			value, interval, _ := strings.Cut(document.Interval(r.Elo, 0).String(), " ")
			fmt.Fprintf(t, "%s\t%s\t%s\t\n", r.Agent, value, interval)
			doubts = doubts.With(r.Elo.Warnings...)
		}
		if err := t.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(&b, "Ratings are Elo against the mean of the agents.")
	}
	if b.Len() > 0 {
		for _, warning := range doubts.Warnings {
			fmt.Fprintf(&b, "Note: %s.\n", warning)
		}
		fmt.Fprintf(&b, "[ ] is an interval of %.0f %%.\n", 100*Level)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
