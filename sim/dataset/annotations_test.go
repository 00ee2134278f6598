package dataset

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// byEquity is what annotations are asked for in these tests.
func byEquity() AnnotationsSpec {
	return AnnotationsSpec{
		Version: "v1",
		By:      Agent{"equity", "equity", map[string]string{"leaves": "builtin"}, []TableFile{{"super", "cc"}}},
		Lexicon: Lexicon{"open", 274080, "aa"},
	}
}

// makeAnnotations makes rows that look like those of some moves.
func makeAnnotations(moves []MoveRow) []AnnotationRow {
	var rows []AnnotationRow
	for i := range moves {
		m := &moves[i]
		r := AnnotationRow{
			GameID: m.GameID, DealID: m.DealID, Turn: m.Turn, Seat: m.Seat,
			Plays: 10 * m.Score, BingoPlays: m.Score / 40, BestScore: Some(m.Score), BestEquity: Some(1100 * m.Score),
			Anchors: 3 + m.Turn, HookSquares: 2 + m.Turn, OpenTW: m.Turn % 5, OpenQW: m.Turn % 3,
		}
		if m.Turn%4 > 0 {
			r.ChosenEquity, r.EquityLoss, r.ChosenRank = Some(1000*m.Score), Some(100*m.Score), Some(1+m.Turn)
			r.DrawLuck = Some(m.Score*100 - 3000)
		}
		rows = append(rows, r)
	}
	return rows
}

const annotatedGames = 3 // of a part in these tests

// annotatedRun is a run of three parts, all of them annotated.
func annotatedRun(t *testing.T) (dir string, want []AnnotationRow) {
	t.Helper()
	r := testRun(t)
	for n := range 3 {
		writePart(t, r, n, annotatedGames)
	}
	if err := r.Finish(Interrupted); err != nil {
		t.Fatal(err)
	}
	annotateAll(t, r.Dir(), byEquity(), false)
	for i := range 3 * annotatedGames {
		_, moves := makeGame(int64(i), 5+i%annotatedGames)
		want = append(want, makeAnnotations(moves)...)
	}
	return r.Dir(), want
}

// annotateAll annotates what is left of a run and gives the notes and the
// numbers of the parts that it made.
func annotateAll(t *testing.T, dir string, spec AnnotationsSpec, force bool) (notes []string, made []int) {
	t.Helper()
	a, err := Annotate(t.Context(), dir, spec, force)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, p := range a.Left() {
		if err := annotatePart(a, p); err != nil {
			t.Fatal(err)
		}
		made = append(made, p.Number)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return a.Notes(), made
}

func annotatePart(a *Annotator, p Part) error {
	w, err := a.Part(p)
	if err != nil {
		return err
	}
	defer w.Abort()
	for i := range annotatedGames {
		_, moves := makeGame(int64(p.Number*annotatedGames+i), 5+i)
		if err := w.Game(makeAnnotations(moves)); err != nil {
			return err
		}
	}
	return w.Close()
}

func readAnnotations(dir string) (rows []AnnotationRow, err error) {
	r, err := Open(dir)
	if err != nil {
		return nil, err
	}
	r.Sums = true
	for row, err := range Rows[AnnotationRow](r, AnnotationsTable) {
		if err != nil {
			return rows, err
		}
		rows = append(rows, *row)
	}
	return rows, nil
}

// The rows are read as they were written, and the run is as it was before.
func TestAnnotations(t *testing.T) {
	dir, want := annotatedRun(t)
	got, err := readAnnotations(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrote, read:\n%s", diff)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Manifest.Parts {
		if err := errors.Join(r.CheckPart(p), r.CheckAnnotations(p)); err != nil {
			t.Error(err)
		}
	}
	run := testRun(t)
	for n := range 3 {
		writePart(t, run, n, annotatedGames)
	}
	if err := run.Finish(Interrupted); err != nil {
		t.Fatal(err)
	}
	with, without := files(t, dir), files(t, run.Dir())
	for name := range with {
		if strings.HasPrefix(name, annotationsDir) {
			delete(with, name)
		}
	}
	if diff := cmp.Diff(sums(without), sums(with)); diff != "" {
		t.Errorf("a run without annotations, and with them:\n%s", diff)
	}
	if _, err := readAnnotations(run.Dir()); !isNotAnnotated(err) || !strings.Contains(err.Error(), "quadword annotate") {
		t.Errorf("a run without: %v", err)
	}
}

func isNotAnnotated(err error) bool {
	_, is := errors.AsType[*NotAnnotatedError](err)
	return is
}

// What a killed process left is made good, and nothing else is made again: the
// files are then those of annotations that nothing disturbed.
func TestAnnotateAgain(t *testing.T) {
	type hurt = func(t *testing.T, dir string)
	write := func(name, text string) hurt {
		return func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(names ...string) hurt {
		return func(t *testing.T, dir string) {
			for _, name := range names {
				if err := os.Remove(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	flip := func(name string) hurt {
		return func(t *testing.T, dir string) {
			name := filepath.Join(dir, name)
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text[len(text)/3] ^= 4
			if err := os.WriteFile(name, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		hurt  hurt
		made  []int
		notes string
	}{
		"nothing":        {func(*testing.T, string) {}, nil, ""},
		"part missing":   {remove("annotations/part-00001.parquet"), []int{1}, "part-00001 is annotated again"},
		"part damaged":   {flip("annotations/part-00002.parquet"), []int{2}, "part-00002 is annotated again"},
		"part cut short": {write("annotations/part-00000.parquet", "PAR1"), []int{0}, "part-00000 is annotated again"},
		"temporary part": {write("annotations/"+tempPrefix+"part-00001.parquet", "half"), nil, ""},
		"temporary list": {write("annotations/"+tempPrefix+manifestName, "half"), nil, ""},
		"stray part":     {write("annotations/part-00007.parquet", "mine"), nil, ""},
		"no manifest":    {remove("annotations/" + manifestName), []int{0, 1, 2}, ""},
		"lock":           {write(lockName, "process 1 on a host"), nil, "was left by process 1 on a host, which is gone: taken over"},
		"all of it": {remove("annotations/"+manifestName, "annotations/part-00000.parquet", "annotations/part-00001.parquet",
			"annotations/part-00002.parquet", "annotations"), []int{0, 1, 2}, ""},
		"not listed": {func(t *testing.T, dir string) {
			editAnnotations(t, dir, func(a *Annotations) { a.Parts = a.Parts[1:] })
		}, []int{0}, ""},
		"of another part": {func(t *testing.T, dir string) {
			editAnnotations(t, dir, func(a *Annotations) { a.Parts[1].MovesSHA256 = strings.Repeat("0", 64) })
		}, []int{1}, "part-00001 is annotated again: run"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, _ := annotatedRun(t)
			want := files(t, dir)
			c.hurt(t, dir)
			notes, made := annotateAll(t, dir, byEquity(), false)
			if diff := cmp.Diff(c.made, made); diff != "" {
				t.Errorf("parts made:\n%s", diff)
			}
			if all := strings.Join(notes, "\n"); !strings.Contains(all, c.notes) || c.notes == "" && all != "" {
				t.Errorf("notes %q, want %q", all, c.notes)
			}
			if diff := cmp.Diff(sums(want), sums(files(t, dir))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func editAnnotations(t *testing.T, dir string, edit func(*Annotations)) {
	t.Helper()
	a, err := ReadAnnotations(dir)
	if err != nil {
		t.Fatal(err)
	}
	edit(a)
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, annotationsManifest), text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// Annotations that were made otherwise are refused, untouched, or with force
// made anew.
func TestAnnotatedOtherwise(t *testing.T) {
	for want, change := range map[string]func(*AnnotationsSpec){
		"by was equity, and is greedy now": func(s *AnnotationsSpec) { s.By = Agent{"greedy", "greedy", map[string]string{}, nil} },
		"the tables of equity was":         func(s *AnnotationsSpec) { s.By.Tables = []TableFile{{"super", "dd"}} },
		"the program's version was v1":     func(s *AnnotationsSpec) { s.Version = "v2" },
		"the lexicon was {open 274080 aa}": func(s *AnnotationsSpec) { s.Lexicon.SHA256 = "bb" },
		"the parameters of equity":         func(s *AnnotationsSpec) { s.By.Parameters = map[string]string{} },
		"not a manifest of annotations":    nil,
	} {
		dir, _ := annotatedRun(t)
		spec := byEquity()
		if change != nil {
			change(&spec)
		} else if err := os.WriteFile(filepath.Join(dir, annotationsManifest), []byte("{"), 0o666); err != nil {
			t.Fatal(err)
		}
		before := files(t, dir)
		_, err := Annotate(t.Context(), dir, spec, false)
		if _, otherwise := errors.AsType[*AnnotatedError](err); !otherwise || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--force") {
			t.Errorf("error %v, want one with %s", err, want)
		}
		if diff := cmp.Diff(sums(before), sums(files(t, dir))); diff != "" {
			t.Errorf("refused, but\n%s", diff)
		}
		notes, made := annotateAll(t, dir, spec, true)
		if len(made) != 3 || len(notes) != 1 || !strings.Contains(notes[0], want) {
			t.Errorf("%s: parts %v, notes %q", want, made, notes)
		}
		if a, err := ReadAnnotations(dir); err != nil || len(a.Parts) != 3 || a.By.Spec != spec.By.Spec {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// One process writes to a folder at a time, and a part is written once.
func TestAnnotateOnce(t *testing.T) {
	dir, _ := annotatedRun(t)
	if err := os.Remove(filepath.Join(dir, "annotations/part-00001.parquet")); err != nil {
		t.Fatal(err)
	}
	a, err := Annotate(t.Context(), dir, byEquity(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := Annotate(t.Context(), dir, byEquity(), false); err == nil || !strings.Contains(err.Error(), "is being written by process") {
		t.Errorf("two at a time: %v", err)
	}
	left := a.Left()
	if len(left) != 1 || left[0].Number != 1 {
		t.Fatalf("left are %+v", left)
	}
	w, err := a.Part(left[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Part(left[0]); err == nil {
		t.Error("a part is written twice")
	}
	if _, err := a.Part(a.Run().Manifest.Parts[0]); err == nil {
		t.Error("a part that is there is written again")
	}
	// Rows that are too few make no part.
	if err := w.Game(make([]AnnotationRow, 4)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "4 annotations of 18 moves") {
		t.Error(err)
	}
	if len(a.Annotations().Parts) != 2 {
		t.Errorf("%+v", a.Annotations())
	}
	if err := annotatePart(a, left[0]); err != nil {
		t.Error(err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if _, err := a.Part(left[0]); err == nil {
		t.Error("a part is written after the end")
	}
	if _, err := os.Stat(filepath.Join(dir, lockName)); err == nil {
		t.Error("the lock is left")
	}
}

// Damage, rows of other turns, and annotations of another part are errors of
// reading.
func TestAnnotationsDamage(t *testing.T) {
	dir, _ := annotatedRun(t)
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "annotations/part-00001.parquet")
	if err := os.WriteFile(name, []byte("no Parquet"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := readAnnotations(dir); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("error %v, want one with %s", err, name)
	}
	if err := r.CheckAnnotations(r.Manifest.Parts[1]); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("error %v, want one with %s", err, name)
	}
	changed := r.Manifest.Parts[0]
	changed.MovesSHA256 = "00"
	if err := r.CheckAnnotations(changed); !isNotAnnotated(err) {
		t.Errorf("of another part: %v", err)
	}

	// Every row a turn late, in a file that is listed as it is.
	a, err := Annotate(t.Context(), dir, byEquity(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	w, err := a.Part(a.Left()[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range annotatedGames {
		_, moves := makeGame(int64(annotatedGames+i), 5+i)
		rows := makeAnnotations(moves)
		for j := range rows {
			rows[j].Turn++
		}
		if err := w.Game(rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), a.Close()); err != nil {
		t.Fatal(err)
	}
	if r, err = Open(dir); err != nil {
		t.Fatal(err)
	}
	if err := r.CheckAnnotations(r.Manifest.Parts[1]); err == nil || !strings.Contains(err.Error(), "that of turn 0 of game 3") {
		t.Error(err)
	}
}

// A folder that holds no run, and one that cannot be written to, say so.
func TestAnnotateNothing(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	if _, err := Annotate(t.Context(), none, byEquity(), false); err == nil || !strings.Contains(err.Error(), "holds no run") {
		t.Error(err)
	}
	empty := t.TempDir()
	if _, err := Annotate(t.Context(), empty, byEquity(), false); err == nil || !strings.Contains(err.Error(), "holds no run") {
		t.Error(err)
	}
	if left, err := os.ReadDir(empty); err != nil || len(left) > 0 {
		t.Errorf("%v was left, %v", left, err)
	}
	dir, _ := annotatedRun(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Annotate(ctx, dir, byEquity(), false); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// No link has anything outside of the run read, overwritten or removed.
func TestAnnotationsLinks(t *testing.T) {
	for _, link := range []string{annotationsDir, annotationsManifest, "annotations/part-00000.parquet", "annotations/" + tempPrefix + "part-00001.parquet"} {
		dir, _ := annotatedRun(t)
		outside := t.TempDir()
		if err := os.CopyFS(outside, os.DirFS(filepath.Join(dir, annotationsDir))); err != nil {
			t.Fatal(err)
		}
		to := outside
		if link != annotationsDir {
			to = filepath.Join(outside, strings.TrimPrefix(filepath.Base(link), tempPrefix))
			if err := os.Remove(filepath.Join(dir, "annotations/part-00001.parquet")); err != nil {
				t.Fatal(err)
			}
		}
		relink(t, filepath.Join(dir, link), to)
		before := files(t, outside)
		a, err := Annotate(t.Context(), dir, byEquity(), true)
		if err == nil {
			for _, p := range a.Left() {
				err = errors.Join(err, annotatePart(a, p))
			}
			err = errors.Join(err, a.Close())
		}
		if fails := link == annotationsDir; fails != (err != nil) {
			t.Errorf("%s: %v", link, err)
		}
		if diff := cmp.Diff(sums(before), sums(files(t, outside))); diff != "" {
			t.Errorf("%s: outside of the run, before and after:\n%s", link, diff)
		}
	}
}

// As TestGoldenBytes, for the annotations.
func TestGoldenAnnotations(t *testing.T) {
	var rows []AnnotationRow
	for i := range 100 {
		_, moves := makeGame(int64(i), 20+i%40)
		rows = append(rows, makeAnnotations(moves)...)
	}
	const want = "ff462b1ca33c0b20994ce9a523a4c700713c3454b12129fe32b4823a7165663e"
	if got := sumRows(t, AnnotationsTable, rows); got != want {
		t.Errorf("sha256 %s, want %s", got, want)
	}
}

func FuzzAnnotations(f *testing.F) {
	a := Annotations{AnnotationsVersion, byEquity(), []AnnotatedPart{{0, partName(0), 5, "aa", "bb", "cc"}}}
	text, err := json.Marshal(a)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Add([]byte(strings.Replace(string(text), partName(0), "../"+partName(0), 1)))
	f.Add([]byte(strings.Replace(string(text), `"annotations_version":1`, `"annotations_version":2`, 1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := parseAnnotations(text)
		if err != nil {
			return
		}
		for _, p := range a.Parts {
			if p.Name != partName(p.Number) || p.Rows < 0 {
				t.Fatalf("%+v", p)
			}
		}
		again, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		back, err := parseAnnotations(again)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a, back); diff != "" {
			t.Fatal(diff)
		}
	})
}
