package analysis

import (
	"context"
	"sync"

	"quadword/sim/dataset"
)

// eachPart reads the parts of a run, so many at a time, and adds what was read
// in the order of the parts. So add needs no lock, and no more parts are in
// memory than there are workers.
func eachPart[T any](ctx context.Context, r *Run, workers int, read func(dataset.Part) (T, error), add func(T) error) error {
	parts := r.Manifest.Parts
	for len(parts) > 0 {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n := min(max(1, workers), len(parts))
		results, errs := make([]T, n), make([]error, n)
		var all sync.WaitGroup
		for i, p := range parts[:n] {
			all.Go(func() { results[i], errs[i] = read(p) })
		}
		all.Wait()
		for i := range n {
			if errs[i] == nil {
				errs[i] = add(results[i])
			}
			if errs[i] != nil {
				return r.wrap(errs[i])
			}
		}
		parts = parts[n:]
	}
	return nil
}

// rows reads a table of a part, until ctx is done.
func rows[T any](ctx context.Context, r *Run, t dataset.Table, p dataset.Part, each func(*T) error) error {
	n := 0
	for row, err := range dataset.PartRows[T](r.Reader, t, p) {
		if err == nil {
			err = each(row)
		}
		if err != nil {
			return err
		}
		if n++; n%1000 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}
