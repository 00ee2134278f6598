package plots

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"
)

// shade is a colour by its role. It has two values, for light and dark paper.
type shade struct {
	role    string
	opacity float64 // 0 stands for 1
}

// RGBA makes shade a color.Color, which gonum/plot hands through to the canvas.
func (s shade) RGBA() (r, g, b, a uint32) { return color.Black.RGBA() }

// faded is the shade with some of the paper shining through.
func (s shade) faded(opacity float64) shade { return shade{s.role, opacity} }

var (
	paper = shade{role: "paper"}
	ink   = shade{role: "ink"}
	soft  = shade{role: "soft"} // words that matter less
	rule  = shade{role: "rule"} // grid
)

// colours are those of all roles on light and on dark paper. Words have a
// contrast of 4.5 and more against the paper, lines of 3 (WCAG 2.2, 1.4.3 and
// 1.4.11), which a test computes.
var colours = map[string][2]string{
	"paper": {"#ffffff", "#15171a"},
	"ink":   {"#1c1e21", "#e6e8ea"},
	"soft":  {"#5a6068", "#a3abb4"},
	"rule":  {"#d5d9de", "#3a4047"},
	// Series. The hues are those of Okabe and Ito (Color Universal Design, 2008),
	// darker on white and lighter on black.
	"s0": {"#0b62a4", "#6fb1ec"},
	"s1": {"#c4500a", "#f4955b"},
	"s2": {"#00795a", "#4fc9a0"},
	"s3": {"#8a3f96", "#d39be0"},
	"s4": {"#7a6200", "#d9be55"},
	"s5": {"#555b62", "#b6bcc4"},
}

// series is the colour of the i-th of several things.
func series(i int) shade { return shade{role: "s" + strconv.Itoa(i%seriesColours)} }

const seriesColours = 6

// ramp is a sequence of colours from little to much, each a step in lightness
// alone enough to tell it from the next but one: from pale yellow over green to
// dark blue on white, and from dark blue to pale yellow on black, so that much
// stands out from the paper in both.
var ramp = [steps][2]string{
	{"#fcfbe3", "#1b2a4a"},
	{"#eef6c4", "#1d3c66"},
	{"#d8eeb4", "#1c5080"},
	{"#b9e2b0", "#1a6592"},
	{"#93d3b2", "#1b7a9d"},
	{"#6bc2b7", "#2890a2"},
	{"#46aebb", "#43a5a3"},
	{"#3395b9", "#68b8a2"},
	{"#2c7ab0", "#90caa3"},
	{"#2a5fa2", "#b7daa8"},
	{"#28458c", "#dae9b4"},
	{"#22306e", "#f8f6cc"},
}

const steps = 12

// step is the colour of a step, and on that what words are written in.
func step(i int) (ground, words shade) {
	n := strconv.Itoa(i)
	return shade{role: "h" + n}, shade{role: "t" + n}
}

// colour is the colour of a role on light (0) and dark (1) paper.
func colour(role string) [2]string {
	if c, ok := colours[role]; ok {
		return c
	}
	i, err := strconv.Atoi(role[1:])
	if err != nil || i < 0 || i >= steps {
		panic("plots: no colour " + role)
	}
	if role[0] == 'h' {
		return ramp[i]
	}
	var words [2]string
	for theme, ground := range ramp[i] {
		words[theme] = "#101418"
		if contrast(ground, "#ffffff") > contrast(ground, words[theme]) {
			words[theme] = "#ffffff"
		}
	}
	return words
}

// style is the CSS of the roles that a drawing fills and strokes.
func style(fills, strokes []string) string {
	classes := []struct {
		prefix, property string
		roles            []string
	}{{"qf-", "fill", distinct(fills)}, {"qs-", "stroke", distinct(strokes)}}
	var b strings.Builder
	for theme := range 2 {
		if theme == 1 {
			b.WriteString("@media (prefers-color-scheme:dark){")
		}
		for _, class := range classes {
			for _, role := range class.roles {
				fmt.Fprintf(&b, ".%s%s{%s:%s}", class.prefix, role, class.property, colour(role)[theme])
			}
		}
	}
	b.WriteString("}")
	return b.String()
}

func distinct(all []string) []string { return slices.Compact(slices.Sorted(slices.Values(all))) }
