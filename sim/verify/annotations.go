package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"quadword/sim/dataset"
)

const annotationsTable = "annotations"

// checkAnnotations checks the annotations of a run, if it has any: that the
// files are those that their manifest lists, that they were made from the parts
// that the run has, and that each row is of the turn where it stands. What the
// rows say is not looked at: it follows from the words and the evaluation of an
// agent, and `quadword annotate --force` makes it again.
func (r *run) checkAnnotations(ctx context.Context, report *Report) (*Fault, error) {
	made, err := r.Annotations()
	if _, none := errors.AsType[*dataset.NotAnnotatedError](err); none {
		return r.strayAnnotations(&dataset.Annotations{}), nil
	}
	manifest := path.Join(annotationsTable, manifestName)
	if err != nil {
		return unreadable(manifest, err), nil
	}
	if made.Lexicon != r.spec.Lexicon {
		return &Fault{Part: manifest, Game: -1, Turn: -1, Column: "lexicon", Want: fmt.Sprint(r.spec.Lexicon), Got: fmt.Sprint(made.Lexicon),
			Why: "they were made with another word list than the run"}, nil
	}
	for i := range made.Parts {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		a := &made.Parts[i]
		p, f := r.annotatedPart(a)
		if f != nil {
			return f, nil
		}
		if err := r.CheckAnnotations(p); err != nil {
			return unreadable(path.Join(annotationsTable, a.Name+".parquet"), err), nil
		}
		report.Annotations += a.Rows
	}
	return r.strayAnnotations(made), nil
}

// annotatedPart is the part of the run from which annotations were made.
func (r *run) annotatedPart(a *dataset.AnnotatedPart) (dataset.Part, *Fault) {
	for _, p := range r.Manifest.Parts {
		if a.Of(&p) {
			return p, nil
		}
	}
	return dataset.Part{}, &Fault{Part: path.Join(annotationsTable, manifestName), Game: -1, Turn: -1, Column: "parts." + a.Name,
		Why: "they were not made from a part that the run has: quadword annotate makes them again"}
}

// strayAnnotations looks for files of annotations that their manifest does not
// list. One that is about to be listed, as after a kill, is none.
func (r *run) strayAnnotations(made *dataset.Annotations) *Fault {
	if info, err := r.root.Stat(annotationsTable); err == nil && !info.IsDir() { // a pipe may never begin
		return unreadable(annotationsTable, fmt.Errorf("it is no folder: it is %s", info.Mode()))
	}
	entries, err := fs.ReadDir(r.root.FS(), annotationsTable)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return unreadable(annotationsTable, err)
	}
	expected := map[string]bool{manifestName: true}
	for _, p := range r.Manifest.Parts { // annotated, or about to be
		expected[p.Name+".parquet"] = true
	}
	for _, e := range entries {
		if name := e.Name(); !expected[name] && !strings.HasPrefix(name, ".") {
			return &Fault{Part: path.Join(annotationsTable, name), Game: -1, Turn: -1, Why: "a file that is no part of the annotations: their manifest does not list it"}
		}
	}
	return nil
}
