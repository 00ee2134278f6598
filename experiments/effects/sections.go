package effects

import (
	"fmt"

	"quadword/experiments/document"
)

// Sections are the figures for a document, by subject and with plots. Of a run
// without games there are none.
func (e *Effects) Sections() []document.Section {
	if e.Games == 0 {
		return nil
	}
	all := []document.Section{
		e.squaresSection(), e.premiumsSection(), e.turnsSection(), e.bagSection(), e.distributionsSection(), e.openingSection(),
	}
	if e.Calibration != nil {
		all = append(all, e.Calibration.section())
	}
	return all
}

// Brief is what a document that has many runs may tell of each: how often squares
// are used, as a plot, and how many times words count, as a table. Of a run
// without games it says so.
func (e *Effects) Brief() document.Section {
	s := document.Section{Name: "effects", Heading: "What happened on the board"}
	if e.Games == 0 {
		s.Text = []string{"There are no games yet."}
		return s
	}
	s.Text = []string{e.counted()}
	s.Tables = e.multipliersTable()
	if e.Folded != nil {
		s.Plots = []document.Plot{e.usedPlot("squares-used-folded", foldedCaption, e.Folded)}
	} else {
		s.Plots = []document.Plot{e.usedPlot("squares-used", "", e.Squares)}
	}
	return s
}

// counted says what all figures are of.
func (e *Effects) counted() string {
	return fmt.Sprintf("%d plays in %d turns of %d games on %d deals were counted.", e.Plays, e.Turns, e.Games, e.Deals)
}

// mean is a figure with its standard error.
func (f Figure) mean(decimals int) document.Cell { return document.Estimate(f.Estimate(), decimals) }

// share is a figure that is a share, in percent.
func (f Figure) share(decimals int) document.Cell { return f.mean(decimals).InPercent() }
