package agents

import "strconv"

// newChampion is montecarlo in the setting that was found to be strongest for
// what it may spend: package rollout tells what was compared. The defaults are
// part of that; the searches before the endgame and in it grow with the samples,
// to which they are in about the same proportion of time at every size.
func newChampion(game Game, values Values) (Prepared, error) {
	settings := Values{}
	for _, p := range monteCarloParams() {
		settings[p.Name] = p.Default
	}
	n := number(values["iterations"])
	settings["iterations"] = values["iterations"]
	settings["preendgame"] = strconv.Itoa(200 * n)
	settings["endgame"] = strconv.Itoa(700 * n)
	settings["leaves"] = values["leaves"]
	return newMonteCarlo(game, settings)
}

// championParams are its parameters.
func championParams() []Param {
	return []Param{
		iterationsParam("samples of a candidate, on average; what is searched at the end of a game grows with them"),
		leavesParam(),
	}
}
