package winprob

// point is states at one spread, or in a run of them: how many, how many of
// them were won, and the sum of their spreads, all weighted. The weights are
// whole numbers, so the sums are exact.
type point struct{ states, won, spreads int64 }

func (p *point) mean() float64   { return float64(p.won) / float64(p.states) }
func (p *point) centre() float64 { return float64(p.spreads) / float64(p.states) }

// isotonic is the curve that rises, or is level, and is nearest to the points,
// in order of spread, by weighted least squares: pool adjacent violators (Ayer
// et al. 1955). It gives the blocks, within which all points have one mean; the
// means rise strictly from block to block. Every point has states.
func isotonic(points []point) (blocks []point) {
	for _, b := range points {
		for len(blocks) > 0 {
			last := &blocks[len(blocks)-1]
			if last.mean() < b.mean() {
				break
			}
			b = point{last.states + b.states, last.won + b.won, last.spreads + b.spreads}
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// centred draws a curve through blocks, for the spreads from..to: each block's
// mean stands at its centre, and between centres the curve is a straight line
// (centred isotonic regression, Oron & Flournoy 2017). Steps are an artefact of
// isotonic regression; without them the curve is nearer to any smooth one.
func centred(blocks []point, from, to int) []float64 {
	curve := make([]float64, 0, to-from+1)
	next := 0 // the first block whose centre is beyond the spread
	for s := from; s <= to; s++ {
		x := float64(s)
		for next < len(blocks) && blocks[next].centre() <= x {
			next++
		}
		switch next {
		case 0:
			curve = append(curve, blocks[0].mean())
		case len(blocks):
			curve = append(curve, blocks[next-1].mean())
		default:
			a, b := &blocks[next-1], &blocks[next]
			share := (x - a.centre()) / (b.centre() - a.centre())
			curve = append(curve, a.mean()+float64(share*(b.mean()-a.mean())))
		}
	}
	return curve
}

// smoothed is a curve of which each value is a mean of those up to a width away,
// which weigh less the further they are. Beyond its ends the curve is level. A
// curve that rises stays one, whatever the rounding of the sums.
func smoothed(curve []float64, width int) []float64 {
	smooth := make([]float64, len(curve))
	for i := range curve {
		sum, total := 0.0, 0.0
		for d := -width; d <= width; d++ {
			weight := float64(width + 1 - max(d, -d))
			sum += float64(weight * curve[min(max(i+d, 0), len(curve)-1)])
			total += weight
		}
		smooth[i] = max(sum/total, smooth[max(i-1, 0)])
	}
	return smooth
}
