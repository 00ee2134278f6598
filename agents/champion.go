package agents

import "strconv"

// newChampion is montecarlo in the setting that was found to be strongest for
// what it may spend, see package rollout and the README of this folder. Searches
// before and in the endgame, of positions that take a fraction of a sample's time
// each, grow with the samples.
func newChampion(game Game, values Values) (Prepared, error) {
	settings := Values{}
	for _, p := range monteCarloParams() {
		settings[p.Name] = p.Default
	}
	n := number(values["iterations"])
	settings["iterations"] = values["iterations"]
	settings["inference"] = "on"
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
