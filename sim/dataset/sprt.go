package dataset

// SPRT is a sequential test of whether the first agent is Elo0 or Elo1 stronger
// than the second. It looks after each part, in the order of the parts, and ends
// the run with the part at which it comes to a decision.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"` // the probability of deciding for Elo1 where Elo0 is true
	Beta  float64 `json:"beta"`  // the probability of deciding for Elo0 where Elo1 is true
	Model string  `json:"model"` // the scale of both: logistic or normalized
}

// RunParts is the number of parts of the complete run, or the most that it may
// come to have while its test is undecided. A run that a test ended says so by
// being complete: its parts are those up to the last that is listed.
func (m *Manifest) RunParts() int64 {
	if n := len(m.Parts); n > 0 && m.State == Complete && m.Spec.SPRT != nil {
		return int64(m.Parts[n-1].Number) + 1
	}
	return m.Spec.Parts()
}

// RunGames is the number of games of the complete run, or the most that it may
// come to have.
func (m *Manifest) RunGames() int64 {
	all := m.Spec.Games * int64(len(m.Spec.Lineups))
	if n := m.RunParts(); n < m.Spec.Parts() {
		all = n * m.Spec.PartGames
	}
	return all
}
