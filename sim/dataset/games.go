package dataset

import (
	"fmt"
	"iter"
	"slices"
	"unsafe"
)

// Game is a game with its moves.
type Game struct {
	GameRow
	Moves []MoveRow
}

// Games reads whole games, part by part, each with its moves in order. The
// game, its moves and their lists are good until the next one; the strings
// stay.
func (r *Reader) Games() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for _, p := range r.Manifest.Parts {
			for game, err := range r.PartGames(p) {
				if !yield(game, err) || err != nil {
					return
				}
			}
		}
	}
}

// PartGames reads the whole games of one part, as Games does.
func (r *Reader) PartGames(p Part) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		all := &Game{}
		for g, err := range PartGamesOf[GameRow, MoveRow](r, p) {
			if err != nil {
				yield(nil, err)
				return
			}
			all.GameRow, all.Moves = g.Row, g.Moves
			if !yield(all, nil) {
				return
			}
		}
	}
}

// GameOf is a game with its moves, of which only some columns were read: G is
// like GameRow, M like MoveRow.
type GameOf[G, M any] struct {
	Row   G
	Moves []M
}

// PartGamesOf reads the games of one part, each with its moves, as PartGames
// does, but only the columns that the structs G and M have, as Rows does. G has
// at least game_id and turns, M game_id and turn, by which the tables are held
// together. If some columns of M are named, these alone are read besides and
// its other fields stay zero; so what is read may be decided when the program
// runs.
func PartGamesOf[G, M any](r *Reader, p Part, moves ...string) iter.Seq2[*GameOf[G, M], error] {
	return func(yield func(*GameOf[G, M], error) bool) {
		if err := readGames(r, p, moves, func(g *GameOf[G, M]) bool { return yield(g, nil) }); err != nil {
			yield(nil, err)
		}
	}
}

func readGames[G, M any](r *Reader, p Part, only []string, yield func(*GameOf[G, M]) bool) error {
	if len(only) > 0 {
		only = append(slices.Clone(only), "game_id", "turn")
	}
	games, err := openPart[G](r, GamesTable, p, r.Sums)
	if err != nil {
		return err
	}
	defer games.close()
	moves, err := openPart[M](r, MovesTable, p, r.Sums, only...)
	if err != nil {
		return err
	}
	defer moves.close()
	gameID, turns, err := keys[G](games.shape, "turns")
	if err != nil {
		return err
	}
	moveID, turn, err := keys[M](moves.shape, "turn")
	if err != nil {
		return err
	}

	g := &GameOf[G, M]{}
	game := unsafe.Slice(&g.Row, 1)
	var all []M
	for games.left > 0 {
		if err := games.read(game); err != nil {
			return err
		}
		id, n := gameID(&g.Row), turns(&g.Row)
		if n < 0 || int64(n) > moves.left {
			return fmt.Errorf("%s: game %d has %d turns, but %d moves are left", moves.name, id, n, moves.left)
		}
		for len(all) < int(n) {
			all = append(all, *new(M))
		}
		g.Moves = all[:n]
		if err := moves.read(g.Moves); err != nil {
			return err
		}
		for i := range g.Moves {
			if m := &g.Moves[i]; moveID(m) != id || turn(m) != int32(i) {
				return fmt.Errorf("%s: turn %d of game %d stands where turn %d of game %d should", moves.name, turn(m), moveID(m), i, id)
			}
		}
		if !yield(g) {
			return nil
		}
	}
	if moves.left > 0 {
		return fmt.Errorf("%s: %d moves belong to no game", moves.name, moves.left)
	}
	return nil
}

// keys reads the columns of a row that say where it belongs: its game, and a
// number of or in that game.
func keys[T any](s *shape, number string) (game func(*T) int64, in func(*T) int32, err error) {
	id, ok := s.column("game_id")
	n, also := s.column(number)
	if !ok || !also || id.typ != Int64 || n.typ != Int32 || id.nullable || n.nullable {
		return nil, nil, fmt.Errorf("%T has no columns game_id, an int64, and %s, an int32, by which moves are told to belong to a game", *new(T), number)
	}
	return func(row *T) int64 { return *(*int64)(unsafe.Add(unsafe.Pointer(row), id.offset)) },
		func(row *T) int32 { return *(*int32)(unsafe.Add(unsafe.Pointer(row), n.offset)) }, nil
}
