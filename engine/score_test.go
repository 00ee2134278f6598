package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
)

// Plays scored by hand. Premiums of the super board used here: row 1 has 4W at
// A and U, 3W at H and N, 2L at D, K and R; row 3 has 2W at C and 4L at F.
func TestScoreByHand(t *testing.T) {
	for _, c := range []struct {
		name, board, rows, rack, move string
		want                          engine.Scoring
	}{{
		// C3 A1 B3 L1x2 E1 = 10, x4. The E lay there.
		"4W", "super", "1:4E16", "CABL", "1A CABL.",
		engine.Scoring{Total: 40, Main: 40, Premium: 40 - 9, WordMultiplier: 4},
	}, {
		// S1 Q10 U1 E1x2 E1 Z10 E1 D2 = 28, x12, and then the bonus.
		"4W and 3W, seven tiles", "super", "1:4E16", "SQUEZED", "1A SQUE.ZED",
		engine.Scoring{Total: 336 + 50, Main: 336, Bingo: 50, Premium: 336 - 27, WordMultiplier: 12},
	}, {
		// ELECTRO 9, ENCEPHALO 16, GRAPH 11: 36, x16.
		"two 4W, 21 letters", "super", "1:1LECTROENCEPHALOGRAP1", "EH", "1A E...................H",
		engine.Scoring{Total: 576, Main: 576, Premium: 576 - 36, WordMultiplier: 16},
	}, {
		// The same word through both 4W and both 3W: 36, x144.
		"the whole row", "super", "1:1LECTRO1NCEPH1LOGRAP1", "EEAH", "1A E......E.....A......H",
		engine.Scoring{Total: 5184, Main: 5184, Premium: 5184 - 36, WordMultiplier: 144},
	}, {
		// C3 O1 A1 X8x4 E1 S1 = 39, x2.
		"4L with 2W", "super", "3:6ES13", "COAX", "3C COAX..",
		engine.Scoring{Total: 78, Main: 78, Premium: 78 - 15, WordMultiplier: 2},
	}, {
		// The C is a blank on the 2W: 0+1+1+32+1+1 = 36, and the 2W still counts.
		"blank on 2W", "super", "3:6ES13", "?OAX", "3C cOAX..",
		engine.Scoring{Total: 72, Main: 72, Premium: 72 - 12, WordMultiplier: 2},
	}, {
		// The X is a blank on the 4L, worth 4x0: 3+1+1+0+1+1 = 7, x2.
		"blank on 4L", "super", "3:6ES13", "COA?", "3C COAx..",
		engine.Scoring{Total: 14, Main: 14, Premium: 7, WordMultiplier: 2},
	}, {
		// T1x2 R1 A1 I1 N1 E1 D2 = 9, x2 = 18; the bonus is not doubled.
		"bonus after everything else", "standard", "", "TRAINED", "8D TRAINED",
		engine.Scoring{Total: 68, Main: 18, Bingo: 50, Premium: 10, WordMultiplier: 2},
	}, {
		// CATS 3+1+1+1: the 2W at 8H is covered already, J8 is plain.
		"covered premium", "standard", "8:6CAT6", "S", "8G ...S",
		engine.Scoring{Total: 6, Main: 6, WordMultiplier: 1},
	}, {
		// XI with X8x2 on 9G is 17; AX 1+16 = 17 counts the 2L again; TI 2.
		"cross words, one on a 2L", "standard", "8:6AT7", "XI", "9G XI",
		engine.Scoring{Total: 36, Main: 17, Cross: 19, Premium: 16, WordMultiplier: 1},
	}, {
		// HE (4+1)x2 and HA (4+1)x2 down, H on the 2W at 2B.
		"cross word on a 2W", "standard", "3:1A13", "HE", "2B HE",
		engine.Scoring{Total: 20, Main: 10, Cross: 10, Premium: 10, WordMultiplier: 2},
	}, {
		// The same with a blank A on the board: Ha is (4+0)x2.
		"cross word through a blank", "standard", "3:1a13", "HE", "2B HE",
		engine.Scoring{Total: 18, Main: 10, Cross: 8, Premium: 9, WordMultiplier: 2},
	}, {
		// And with a blank H on the 2W: (0+1)x2 both ways.
		"blank on a 2W, two words", "standard", "3:1A13", "?E", "2B hE",
		engine.Scoring{Total: 4, Main: 2, Cross: 2, Premium: 2, WordMultiplier: 2},
	}, {
		// NE (1+1)x4 across and NO (1+1)x4 down from the corner.
		"4W, two words", "super", "2:O20", "NE", "1A NE",
		engine.Scoring{Total: 16, Main: 8, Cross: 8, Premium: 12, WordMultiplier: 4},
	}, {
		// CATS 6 across and SO 2 down: one tile, written across.
		"one tile, two words", "standard", "8:6CAT6 9:9O5", "S", "J8 S.",
		engine.Scoring{Total: 8, Main: 6, Cross: 2, WordMultiplier: 1},
	}, {
		// A blank beside blanks: a cross word that scores nothing is still one.
		"nothing but blanks", "super", "11:9a11", "???", "11I c.t",
		engine.Scoring{WordMultiplier: 2},
	}} {
		t.Run(c.name, func(t *testing.T) {
			r := mustRules(t, c.board)
			p := mustPosition(t, r, c.rows, c.rack+"/ 0/0 0")
			m := mustMove(t, p, c.move)
			if diff := cmp.Diff(c.want, r.Score(p.Board(), &m)); diff != "" {
				t.Error(diff)
			}
			if score := p.Play(m); score != c.want.Total || p.Score(0) != score || p.Turn(0).Score != score {
				t.Errorf("played for %d, total %d", score, p.Score(0))
			}
		})
	}
}

// A one-tile play earns the same written across and down.
func TestScoreBothWays(t *testing.T) {
	r := mustRules(t, "standard")
	p := mustPosition(t, r, "8:6CAT6 9:9O5", "S/ 0/0 0")
	across := mustMove(t, p, "8G ...S")
	down := engine.Move{Kind: engine.Play, Dir: engine.Down, Row: 7, Col: 9, Len: 2, N: 1, Tiles: across.Tiles}
	if err := p.Check(&down); err != nil {
		t.Fatal(err)
	}
	if p.Board().Canonical(down) != across {
		t.Errorf("%v is not the canonical form of %v", across, down)
	}
	want := engine.Scoring{Total: 8, Main: 2, Cross: 6, WordMultiplier: 1}
	if diff := cmp.Diff(want, r.Score(p.Board(), &down)); diff != "" {
		t.Error(diff)
	}
}

// The bonus is for a whole rack, whatever its size and the bonus.
func TestBonusFollowsTheRules(t *testing.T) {
	r := mustRules(t, "standard", func(r *engine.Rules) { r.RackSize, r.BingoBonus = 5, 35 })
	p := mustPosition(t, r, "", "TRAIN/ 0/0 0")
	for move, want := range map[string]int32{"8H TRAIN": 35, "8H TRAI": 0} {
		m := mustMove(t, p, move)
		if got := r.Score(p.Board(), &m).Bingo; got != want {
			t.Errorf("%s: bonus %d, want %d", move, got, want)
		}
	}
}

// Words are the words that are scored: the main word, then the cross words.
func TestWords(t *testing.T) {
	r := mustRules(t, "standard")
	p := mustPosition(t, r, "7:7h7 8:6CAT6 9:7M7", "XIE?/ 0/0 0")
	for move, want := range map[string][]string{
		"10G XI":   {"XI", "hAMI"},
		"9G X.e":   {"XMe", "CX", "Te"},
		"H7 ...I":  {"hAMI"},
		"J8 EX":    {"EX", "CATE"},
		"8G ...eX": {"CATeX"},
	} {
		m := mustMove(t, p, move)
		var got []string
		for w := range p.Board().Words(&m) {
			got = append(got, r.TileSet.Alphabet.Text(w))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", move, diff)
		}
	}
}
