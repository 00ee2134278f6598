package stats

// Student is the estimate of a mean, or of a ratio of sums, whose standard error
// between n deals was computed elsewhere. Its interval is Student's with n - 1
// degrees of freedom; with one deal, se does not matter.
func Student(value, se float64, n int, level float64) Estimate {
	return student(value, se, float64(n-1), n, level)
}
