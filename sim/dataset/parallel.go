package dataset

import (
	"context"
	"errors"
)

// EachPart does read for each part of the run, at most so many at the same time
// (at least one), and hands what each returned to take, in the order of the
// parts and from the caller's goroutine: what comes out does not depend on the
// number of workers. No more results than workers are held. The first error in
// that order, of read or take, ends it, as does ctx, whose cause is then the
// error; reads that have begun are waited for, and their ctx is done.
func EachPart[T any](ctx context.Context, r *Reader, workers int, read func(context.Context, Part) (T, error), take func(T) error) error {
	type result struct {
		value T
		err   error
	}
	reading, stop := context.WithCancelCause(ctx)
	// Whoever wants to read waits for a place in the queue; the one result that
	// is being waited for has left it.
	queue := make(chan chan result, max(workers, 1)-1)
	go func() {
		defer close(queue)
		for _, p := range r.Manifest.Parts {
			one := make(chan result, 1)
			select {
			case queue <- one:
			case <-reading.Done():
				return
			}
			go func() {
				v, err := read(reading, p)
				one <- result{v, err}
			}()
		}
	}()
	var failed error
	for one := range queue {
		switch got := <-one; {
		case failed != nil: // only waited for
		case ctx.Err() != nil:
			failed = context.Cause(ctx)
		case got.err != nil:
			failed = got.err
		default:
			failed = take(got.value)
		}
		if failed != nil {
			stop(errStopped)
		}
	}
	stop(errStopped)
	if failed == nil && ctx.Err() != nil {
		failed = context.Cause(ctx)
	}
	return failed
}

// errStopped is why a part is not read to its end: another one failed.
var errStopped = errors.New("another part could not be read")
