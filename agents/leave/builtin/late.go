package builtin

// Late is what comes to the value of a play by how many tiles are left in the
// bag after it, in thousandths of a point: element i of i-7 of them, so that
// the first seven are plays that empty the bag and do not fill the rack. To
// leave one or two, which the opponent must draw to empty the bag, is worth
// points, and to empty it oneself costs some. README.md says how it was
// measured.
func (g Game) Late() []int32 {
	if g.Board == "super" {
		return []int32{0, -2600, -600, -2400, -4800, -7900, -10300, -5700, 7000, 5500, 3100, -300, -2400, -1400, -1800}
	}
	return []int32{0, -100, 1600, -1600, -3900, -6500, -9100, -4300, 5900, 4200, 2100, -600, -1200, -1900, -800}
}
