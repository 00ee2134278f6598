package effects

// phases are all of them.
func (t *tally) phases() [][]phase {
	return [][]phase{t.byTurn, t.byBag, t.turnGroups, t.bagGroups}
}

// histograms are all of them.
func (t *tally) histograms() []*histogram {
	return []*histogram{&t.score, &t.spread, &t.length, &t.leadChanges, &t.comeback, &t.bingos, &t.vowelsHeld, &t.turnover, &t.wordLength}
}

// closeDeal ends the deal at hand.
func (t *tally) closeDeal() {
	if t.dealGames == 0 {
		return
	}
	t.deals++
	t.closeSquares()
	for kind := range t.dealKinds {
		t.kindPoints[kind].see(t.dealKinds[kind], t.dealGames)
		t.kindShare[kind].see(t.dealKinds[kind], t.dealPoints)
		for _, m := range []*mean{&t.kindUsed[kind], &t.kindPoints[kind], &t.kindShare[kind]} {
			m.close()
		}
	}
	for i := range t.multipliers {
		m := &t.multipliers[i]
		m.perGame.see(m.dealPlays, t.dealGames)
		m.share.see(m.dealPlays, t.dealPlays)
		m.dealPlays = 0
		m.perGame.close()
		m.share.close()
		m.points.close()
	}
	for _, all := range t.phases() {
		for i := range all {
			all[i].close()
		}
	}
	for _, h := range t.histograms() {
		h.mean.close()
	}
	t.opening.win.close()
	t.opening.spread.close()
	t.calibration.close()
	t.dealGames, t.dealPlays, t.dealPoints, t.dealKinds = 0, 0, 0, [kinds]int64{}
}

// closeSquares ends the deal at hand for each square, and each kind of them.
func (t *tally) closeSquares() {
	for at, used := range t.dealUsed {
		t.used[at].Add(used, t.dealGames)
		t.points[at].Add(t.dealEarned[at], t.dealGames)
		if kind := t.kinds[at]; kind >= 0 {
			t.kindUsed[kind].see(used, t.dealGames)
		}
		if t.folds != nil {
			t.dealFolded[t.folds[at]] += used
			t.dealFoldedSum[t.folds[at]] += t.dealEarned[at]
		}
	}
	dim := t.board.dim
	for at, fold := range t.folds {
		if at != fold {
			continue
		}
		n := 2 * t.dealGames
		if at/dim == at%dim {
			n = t.dealGames
		}
		t.foldedUsed[at].Add(t.dealFolded[at], n)
		t.foldedPoints[at].Add(t.dealFoldedSum[at], n)
	}
	for _, of := range [][]int64{t.dealUsed, t.dealEarned, t.dealFolded, t.dealFoldedSum} {
		clear(of)
	}
}

// merge adds the games of a tally of other deals under the same rules, whose
// last deal is closed.
func (t *tally) merge(o *tally) {
	t.games += o.games
	t.deals += o.deals
	t.turns += o.turns
	t.plays += o.plays
	for at := range t.used {
		t.used[at].Merge(o.used[at])
		t.points[at].Merge(o.points[at])
		t.foldedUsed[at].Merge(o.foldedUsed[at])
		t.foldedPoints[at].Merge(o.foldedPoints[at])
	}
	for kind := range kinds {
		t.kindUsed[kind].sums.Merge(o.kindUsed[kind].sums)
		t.kindPoints[kind].sums.Merge(o.kindPoints[kind].sums)
		t.kindShare[kind].sums.Merge(o.kindShare[kind].sums)
	}
	for i := range t.multipliers {
		m, of := &t.multipliers[i], &o.multipliers[i]
		m.perGame.sums.Merge(of.perGame.sums)
		m.share.sums.Merge(of.share.sums)
		m.points.sums.Merge(of.points.sums)
	}
	others := o.phases()
	for i, all := range t.phases() {
		for j := range all {
			all[j].merge(&others[i][j])
		}
	}
	of := o.histograms()
	for i, h := range t.histograms() {
		h.merge(of[i])
	}
	t.opening.win.sums.Merge(o.opening.win.sums)
	t.opening.spread.sums.Merge(o.opening.spread.sums)
	t.calibration.merge(&o.calibration)
}
