package agents

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Spec is an agent as it is asked for, `name:key=value,key=value`, read by
// the registry.
type Spec struct {
	kind   Kind
	values Values
}

// Parse reads a spec. Unknown names and keys are errors that list the known
// ones.
func Parse(spec string) (Spec, error) { return parse(Kinds(), spec) }

// maxSpec bounds a spec, in bytes: a few parameters, one or two of them names
// of files.
const maxSpec = 16 << 10

func parse(kinds []Kind, spec string) (Spec, error) {
	switch {
	case len(spec) > maxSpec:
		return Spec{}, fmt.Errorf("agent %.40q...: %d bytes, and the most is %d", spec, len(spec), maxSpec)
	case !utf8.ValidString(spec):
		// A manifest could not say what was played.
		return Spec{}, fmt.Errorf("agent %q is not UTF-8 text", spec)
	}
	name, rest, hasParams := strings.Cut(strings.TrimSpace(spec), ":")
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Spec{}, fmt.Errorf("unknown agent %q: expected one of %s", name, list(kinds, func(k Kind) string { return k.Name }))
	}
	s := Spec{kinds[i], Values{}}
	for _, p := range s.kind.Params {
		s.values[p.Name] = p.Default
	}
	if !hasParams {
		return s, nil
	}
	given := map[string]bool{}
	for _, pair := range strings.Split(rest, ",") {
		key, value, ok := strings.Cut(pair, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		i := slices.IndexFunc(s.kind.Params, func(p Param) bool { return p.Name == key })
		switch {
		case i < 0 && len(s.kind.Params) == 0:
			return Spec{}, fmt.Errorf("agent %s: unknown key %q: it has no parameters", name, key)
		case i < 0:
			return Spec{}, fmt.Errorf("agent %s: unknown key %q: expected one of %s", name, key,
				list(s.kind.Params, func(p Param) string { return p.Name }))
		case !ok:
			return Spec{}, fmt.Errorf("agent %s: %q has no value: expected %s=VALUE", name, pair, key)
		case given[key]:
			return Spec{}, fmt.Errorf("agent %s: key %s is given twice", name, key)
		}
		if check := s.kind.Params[i].Check; check != nil {
			if err := check(value); err != nil {
				return Spec{}, fmt.Errorf("agent %s: %s=%s: %w", name, key, value, err)
			}
		}
		given[key] = true
		s.values[key] = value
	}
	return s, nil
}

func list[T any](items []T, name func(T) string) string {
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = name(item)
	}
	return strings.Join(names, ", ")
}

// String is the spec in canonical form: the parameters that differ from their
// defaults, in the order of the registry. Equal agents have equal strings.
func (s Spec) String() string {
	var set []string
	for _, p := range s.kind.Params {
		if v := s.values[p.Name]; v != p.Default {
			set = append(set, p.Name+"="+v)
		}
	}
	if len(set) == 0 {
		return s.kind.Name
	}
	return s.kind.Name + ":" + strings.Join(set, ",")
}

// Name is the name of the agent without parameters.
func (s Spec) Name() string { return s.kind.Name }

// LooksAhead tells whether a decision takes a thousand times as long as one of
// an agent that only looks at the position.
func (s Spec) LooksAhead() bool { return s.kind.LooksAhead }

// Static tells whether the agent values moves by a static evaluation, which
// Prepare then gives.
func (s Spec) Static() bool { return s.kind.Static }

// Values are all parameters, the defaults filled in.
func (s Spec) Values() Values { return maps.Clone(s.values) }

// Prepare readies the agent for a run.
func (s Spec) Prepare(game Game) (Prepared, error) {
	p, err := s.kind.Prepare(game, s.Values())
	if err != nil {
		return Prepared{}, fmt.Errorf("agent %s: %w", s, err)
	}
	return p, nil
}
