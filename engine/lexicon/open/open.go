// Package open is the default word list, embedded: 274,080 English words that
// may be shipped and changed freely. README.md says where they come from.
package open

import _ "embed"

//go:embed open.txt.gz
var list string

// List is the gzipped list: lower case, sorted, one word a line.
func List() string { return list }
