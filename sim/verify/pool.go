package verify

import (
	"context"
	"sync"
	"sync/atomic"
)

// findFirst does pieces of work 0..n-1, several at a time, and gives the
// lowest that found something, n if none did. Every piece before that one has
// been done to its end, so the answer does not depend on the number of
// workers; those after it may have been left out. newWorker is called once
// for each worker. A piece may ask whether it is still wanted and give up if
// not, as it may when ctx is done, whose cause is then the error.
func findFirst(ctx context.Context, workers, n int, newWorker func() func(i int, wanted func() bool) (found bool)) (int, error) {
	var next, first atomic.Int64
	first.Store(int64(n))
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			work := newWorker()
			for {
				i := next.Add(1) - 1
				wanted := func() bool { return i < first.Load() && ctx.Err() == nil }
				if !wanted() {
					return
				}
				if work(int(i), wanted) {
					lower(&first, i)
				}
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return int(first.Load()), nil
}

// lower sets a number to v unless it is lower already.
func lower(a *atomic.Int64, v int64) {
	for old := a.Load(); v < old && !a.CompareAndSwap(old, v); {
		old = a.Load()
	}
}
