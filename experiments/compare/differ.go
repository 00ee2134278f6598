package compare

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// shownOfList is how many differences in one list are told one by one: another
// board has one in each row, another tile set one in each letter.
const shownOfList = 3

// ofAgent finds a field of an agent, ofList the list that a field is in.
var (
	ofAgent = regexp.MustCompile(`^spec\.agents\[\d+\]\.`)
	ofList  = regexp.MustCompile(`^([^\[]*)\[\d+\]`)
)

// brief is differences in few lines: of an agent its spec says all but what is in
// its tables, and of a long list that it differs.
func brief(all []Difference) (lines []Difference) {
	list := func(d Difference) string {
		if m := ofList.FindStringSubmatch(d.Field); m != nil && !ofAgent.MatchString(d.Field) {
			return m[1]
		}
		return ""
	}
	counts, said := map[string]int{}, map[string]bool{}
	for _, d := range all {
		counts[list(d)]++
	}
	for _, d := range all {
		name := list(d)
		prefix := ofAgent.FindString(d.Field)
		other := slices.ContainsFunc(all, func(o Difference) bool { return prefix != "" && o.Field == prefix+"spec" })
		switch {
		case other && (d.Field == prefix+"name" || strings.HasPrefix(d.Field, prefix+"parameters")):
		case name == "" || counts[name] <= shownOfList:
			lines = append(lines, d)
		case !said[name]:
			said[name] = true
			lines = append(lines, Difference{name, fmt.Sprintf("%d differences", counts[name]), ""})
		}
	}
	return lines
}
