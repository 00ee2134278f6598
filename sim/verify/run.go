package verify

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"strings"
	"sync/atomic"

	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/sim/dataset"
)

const (
	gamesTable, movesTable, candidatesTable = "games", "moves", "candidates"
	tileSetFile                             = "tileset.parquet"
)

// Options says how to check a run.
type Options struct {
	// Lexicon opens the word list that a run was played with, given its name
	// and the alphabet of the run. That it is the right one is checked.
	Lexicon func(name string, alphabet *tile.Alphabet) (*lexicon.Lexicon, error)
	Workers int // parts checked at the same time, 1 or more
	// ReplayAgents is how many games the agents decide again once all rows are
	// found to be right. They are spread evenly over the run.
	ReplayAgents int
	Progress     *Progress // counts while Run is at work; may be nil
	// Stop tells, of a run with a sequential test, how many parts from the first
	// on it has without a gap, and whether the test ends the run with them. The
	// rows it goes by were found right. Of other runs it is not asked.
	Stop func(*dataset.Reader) (parts int64, over bool, err error)
}

// Progress counts what has been checked. It may be read at any time.
type Progress struct{ Parts, Games, Moves, Replayed atomic.Int64 }

// Report is what came of checking a run. It does not depend on the number of
// workers.
type Report struct {
	State    dataset.State `json:"state"`
	RunParts int           `json:"run_parts"` // of the complete run, or the most while its test is undecided
	// Parts, games, moves and candidates that were checked and found right, and
	// games that the agents decided again as they had before. A run that is not
	// complete is checked as far as its manifest goes.
	Parts      int   `json:"parts"`
	Games      int64 `json:"games"`
	Moves      int64 `json:"moves"`
	Candidates int64 `json:"candidates,omitempty"` // rows of their table, if there is one
	// Annotations are rows of theirs that are of the turns where they stand.
	Annotations int64 `json:"annotations,omitempty"`
	Replayed    int   `json:"replayed"`

	Fault *Fault `json:"fault,omitempty"` // the first one, nil if all is right
}

// run is what the checks of a run share. Its reader does not compare files
// with their sums, so that what is wrong in a file can be named by game and
// turn; that comes after.
type run struct {
	*dataset.Reader
	root     *os.Root // of the run: no link leads out of it
	spec     *dataset.Spec
	rules    *rules
	schedule *schedule
	words    trie
	progress *Progress
}

// Run checks the run in a folder. What is wrong with the run is in the
// report; the error is about what kept it from being checked: a folder that
// holds no run, a word list that cannot be opened, a context that is done.
//
// The fault reported is that of the lowest game and, in it, of the lowest
// turn. Within a game the turns, each before its candidates, come before the
// row of the game, and that before what the moves tell in hindsight, since what
// is wrong in one shows in the next. A part whose rows are right but whose file
// is not what the manifest says comes after its games, and annotations after all
// parts.
func Run(ctx context.Context, dir string, opts Options) (Report, error) {
	if opts.Workers < 1 {
		return Report{}, fmt.Errorf("%d workers: it takes one or more", opts.Workers)
	}
	if opts.Lexicon == nil {
		return Report{}, errors.New("no word list to check with")
	}
	reader, err := dataset.Open(dir)
	if err != nil {
		return Report{}, err
	}
	if opts.Stop == nil && reader.Manifest.Spec.SPRT != nil {
		return Report{}, errors.New("no sequential test to check with")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Report{}, err
	}
	defer root.Close()
	r := &run{Reader: reader, root: root, spec: &reader.Manifest.Spec, progress: cmp.Or(opts.Progress, &Progress{})}
	report := Report{State: reader.Manifest.State}
	if report.Fault = r.prepare(); report.Fault != nil {
		return report, nil
	}
	report.RunParts = r.runParts()
	lex, fault, err := r.readWords(opts.Lexicon)
	if err != nil {
		return report, err
	}
	if report.Fault = or(fault, r.checkTileSet(), r.checkFiles()); report.Fault != nil {
		return report, nil
	}
	if err := r.checkParts(ctx, opts.Workers, &report); err != nil || report.Fault != nil {
		return report, err
	}
	if report.Fault, err = r.checkStop(opts.Stop); err != nil || report.Fault != nil {
		return report, err
	}
	if report.Fault, err = r.checkAnnotations(ctx, &report); err != nil || report.Fault != nil {
		return report, err
	}
	report.Replayed, report.Fault, err = r.replay(ctx, lex, opts.Workers, opts.ReplayAgents)
	return report, err
}

// prepare reads what the manifest says and sees whether its parts can be
// those of the run.
func (r *run) prepare() (f *Fault) {
	if r.rules, f = readRules(r.spec); f != nil {
		return f
	}
	if r.schedule, f = readSchedule(r.spec); f != nil {
		return f
	}
	if f = r.checkTest(); f != nil {
		return f
	}
	parts := r.Manifest.Parts
	for _, p := range parts {
		if p.Number >= r.schedule.parts() {
			return inManifest("parts", fmt.Sprintf("%d parts", r.schedule.parts()), fmt.Sprintf("a part of number %d", p.Number), "")
		}
		from, to := r.schedule.partGames(p.Number)
		if p.Games != to-from {
			return inManifest("parts."+p.Name+".games", fmt.Sprint(to-from), fmt.Sprint(p.Games), "")
		}
	}
	if r.Manifest.State == dataset.Complete && len(parts) < r.runParts() {
		return inManifest("parts", fmt.Sprintf("%d parts", r.runParts()), fmt.Sprintf("%d", len(parts)), "the run is said to be complete")
	}
	return nil
}

// readWords opens the word list and makes sure that it is the one of the run.
func (r *run) readWords(open func(string, *tile.Alphabet) (*lexicon.Lexicon, error)) (*lexicon.Lexicon, *Fault, error) {
	want := r.spec.Lexicon
	lex, err := open(want.Name, r.rules.alphabet)
	if err != nil {
		return nil, nil, err
	}
	if lex.Alphabet().String() != r.rules.alphabet.String() {
		return nil, nil, fmt.Errorf("lexicon %s has the alphabet %s, the run %s", lex.Name(), lex.Alphabet(), r.rules.alphabet)
	}
	words, n, sum := newTrie(lex)
	if r.words = words; n != want.Words || sum != want.SHA256 {
		const list = "%s of %d words with sha256 %s"
		return lex, inManifest("spec.lexicon", fmt.Sprintf(list, lex.Name(), n, sum), fmt.Sprintf(list, want.Name, want.Words, want.SHA256),
			"the run was played with another word list than the one at hand"), nil
	}
	return lex, nil, nil
}

// checkTileSet compares the table of the tile set with the manifest.
func (r *run) checkTileSet() *Fault {
	rows, err := r.TileSet()
	if err != nil {
		return unreadable(tileSetFile, err)
	}
	columns := columnsOf[dataset.TileRow]()
	for i := range rows {
		if f := differ(columns, &r.spec.TileSet.Tiles[i], &rows[i]); f != nil {
			f.Part, f.Why = tileSetFile, fmt.Sprintf("row %d, %s; the manifest is right if the games are", i, r.spec.TileSet.Tiles[i].Letter)
			return f
		}
	}
	return nil
}

// checkFiles looks for files in the folders of the parts that the manifest
// does not list. A run that is not complete may have left the part that it
// was about to list; what begins with a dot was never whole.
func (r *run) checkFiles() *Fault {
	listed := map[string]bool{}
	for _, p := range r.Manifest.Parts {
		listed[p.Name+".parquet"] = true
	}
	tables := []string{gamesTable, movesTable}
	if r.spec.Candidates > 0 {
		tables = append(tables, candidatesTable)
	}
	for _, table := range tables {
		if info, err := r.root.Stat(table); err == nil && !info.IsDir() { // a pipe may never begin
			return unreadable(table, fmt.Errorf("it is no folder: it is %s", info.Mode()))
		}
		entries, err := fs.ReadDir(r.root.FS(), table)
		if err != nil {
			return unreadable(table, err)
		}
		for _, e := range entries {
			if name := e.Name(); !listed[name] && !strings.HasPrefix(name, ".") && !r.pending(name) {
				return &Fault{Part: path.Join(table, name), Game: -1, Turn: -1, Why: "a file that is no part of the run: the manifest does not list it"}
			}
		}
	}
	return nil
}

// pending tells whether a file may be that of a part which is yet to be listed.
func (r *run) pending(name string) bool {
	var number int
	fmt.Sscanf(name, "part-%d", &number)
	return r.Manifest.State != dataset.Complete && number < r.schedule.parts() && name == fmt.Sprintf("part-%05d.parquet", number)
}

// checkParts checks the parts, several at a time, up to the first in which
// there is a fault.
func (r *run) checkParts(ctx context.Context, workers int, report *Report) error {
	parts := r.Manifest.Parts
	results := make([]partResult, len(parts))
	first, err := findFirst(ctx, workers, len(parts), func() func(int, func() bool) bool {
		c := newChecker(r)
		return func(i int, wanted func() bool) bool {
			results[i] = c.part(parts[i], wanted)
			return results[i].fault != nil
		}
	})
	if err != nil {
		return err
	}
	report.Parts = first
	for _, result := range results[:min(first+1, len(parts))] {
		report.Games += result.games
		report.Moves += result.moves
		report.Candidates += result.candidates
		report.Fault = result.fault
	}
	return nil
}

// partResult is what came of one part.
type partResult struct {
	games, moves, candidates int64 // found right
	fault                    *Fault
}

// part checks a part: its games, and that its files are those that the
// manifest lists. It gives up when it is no longer wanted.
func (c *checker) part(p dataset.Part, wanted func() bool) (result partResult) {
	f := c.partGames(p, wanted, &result)
	for _, file := range []struct{ table, column, sum string }{
		{gamesTable, "games_sha256", p.GamesSHA256}, {movesTable, "moves_sha256", p.MovesSHA256},
		{candidatesTable, "candidates_sha256", p.CandidatesSHA256},
	} {
		if file.table == candidatesTable && c.spec.Candidates == 0 {
			continue
		}
		if !wanted() {
			return partResult{}
		}
		name := path.Join(file.table, p.Name+".parquet")
		if f != nil && f.Part == file.table {
			f.Part = name
		}
		switch sum, err := sumOf(c.root, name); {
		case f != nil && f.Part != name: // it is about another file
		case err != nil:
			f = or(f, unreadable(name, err))
		case sum != file.sum && f == nil:
			f = &Fault{Part: name, Game: -1, Turn: -1, Column: file.column, Want: file.sum, Got: sum,
				Why: "its rows are right, but it is not the file that the manifest lists"}
		case sum != file.sum:
			f.Why = strings.TrimPrefix(f.Why+"; and this is not the file that the manifest lists", "; and ")
		}
	}
	c.progress.Parts.Add(1)
	result.fault = f
	return result
}

// partGames checks the games of a part. The part of a fault is the name of
// its table only.
func (c *checker) partGames(p dataset.Part, wanted func() bool, result *partResult) *Fault {
	id, _ := c.schedule.partGames(p.Number)
	next, stop := iter.Pull2(dataset.PartRows[dataset.MoveRow](c.Reader, dataset.MovesTable, p))
	defer stop()
	moves := &moveRows{next: next}
	if err := moves.advance(); err != nil {
		return unreadable(movesTable, err).in(movesTable, id, -1)
	}
	candidates := &candidateRows{}
	if c.spec.Candidates > 0 {
		next, stop := iter.Pull2(dataset.PartRows[dataset.CandidateRow](c.Reader, dataset.CandidatesTable, p))
		defer stop()
		candidates.next = next
		if err := candidates.advance(); err != nil {
			return unreadable(candidatesTable, err).in(candidatesTable, id, -1)
		}
	}
	for row, err := range dataset.PartRows[dataset.GameRow](c.Reader, dataset.GamesTable, p) {
		if err != nil {
			return unreadable(gamesTable, err).in(gamesTable, id, -1)
		}
		if !wanted() {
			return nil
		}
		f, err := c.check(id, row, moves, candidates)
		if f == nil && err != nil {
			f = unreadable(movesTable, err).in(movesTable, id, c.game.turns)
		}
		if f != nil {
			return f
		}
		c.progress.Games.Add(1)
		c.progress.Moves.Add(int64(c.game.turns))
		result.games++
		result.moves += int64(c.game.turns)
		result.candidates = candidates.read
		id++
	}
	if moves.row != nil {
		return fault("game_id", "no more rows", fmt.Sprint(moves.row.GameID), "the games of the part are over").in(movesTable, -1, -1)
	}
	if candidates.row != nil {
		return strayCandidate(candidates.row, "the games of the part are over").in(candidatesTable, -1, -1)
	}
	return nil
}

// partRows is a table of a part, a row at a time.
type partRows[Row any] struct {
	next func() (*Row, error, bool)
	row  *Row  // nil behind the last one
	read int64 // rows before it
}

type moveRows = partRows[dataset.MoveRow]

func (p *partRows[Row]) advance() (err error) {
	if p.row != nil {
		p.read++
	}
	p.row, err, _ = p.next()
	return err
}

// unreadable is the fault of a file that cannot be read.
func unreadable(file string, err error) *Fault {
	why := err.Error()
	if errors.Is(err, fs.ErrNotExist) {
		why = "the file is missing"
	}
	return &Fault{Part: file, Game: -1, Turn: -1, Why: why}
}

func sumOf(root *os.Root, name string) (string, error) {
	if info, err := root.Stat(name); err == nil && !info.Mode().IsRegular() { // a pipe may never begin
		return "", fmt.Errorf("it is no file: it is %s", info.Mode())
	}
	f, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
