package effects

import "testing"

// BenchmarkRead is the speed of one worker, and what it allocates.
func BenchmarkRead(b *testing.B) {
	run := played(b, "standard", 2, 200, "greedy")
	turns := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		e, err := Read(b.Context(), run.Dir, 1)
		if err != nil {
			b.Fatal(err)
		}
		turns = e.Turns
	}
	b.ReportMetric(float64(b.N)*float64(turns)/b.Elapsed().Seconds(), "turns/s")
}
