package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// lexiconFlags are the flags of the commands about word lists.
type lexiconFlags struct {
	tileSet, out string
	json         bool
}

func (f *lexiconFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.tileSet, "tile-set", "standard", "whose alphabet the words are in: standard, super, doubled or a file")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
}

func (f *lexiconFlags) alphabet() (*tile.Alphabet, error) {
	set, err := tile.LoadSet(f.tileSet)
	if err != nil {
		return nil, usageError{err}
	}
	return set.Alphabet, nil
}

func (a *app) lexiconCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "lexicon",
		Short:   "build word lists, look words up",
		Example: "  quadword lexicon check open qi za quixotry",
	}
	group(cmd, a.lexiconBuildCommand(), a.lexiconCheckCommand(), a.lexiconInfoCommand())
	return cmd
}

func (a *app) lexiconBuildCommand() *cobra.Command {
	var f lexiconFlags
	cmd := &cobra.Command{
		Use:   "build LEXICON --out FILE",
		Short: "turn a word list into a KWG, or back into text",
		Example: `  quadword lexicon build words.txt --out words.kwg
  quadword lexicon build words.kwg --out words.txt`,
		Args: takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error { return a.lexiconBuild(&f, args[0]) },
	}
	f.register(cmd)
	cmd.Flags().StringVar(&f.out, "out", "", "file to write: .kwg for a word graph, .txt for a word a line")
	return cmd
}

func (a *app) lexiconBuild(f *lexiconFlags, in string) error {
	alphabet, err := f.alphabet()
	if err != nil {
		return err
	}
	var write func(*lexicon.Lexicon, io.Writer) error
	switch ext := strings.ToLower(filepath.Ext(f.out)); ext {
	case ".kwg":
		write = (*lexicon.Lexicon).WriteKWG
	case ".txt":
		write = (*lexicon.Lexicon).WriteText
	default:
		return usagef("--out %q: expected a name that ends in .kwg or .txt", f.out)
	}
	if sameFile(in, f.out) {
		return usagef("--out %s is the list that is read: expected another file", f.out)
	}
	l, err := openLexicon(in, alphabet)
	if err != nil {
		return err
	}
	if err := writeWhole(f.out, func(w io.Writer) error { return write(l, w) }); err != nil {
		return err
	}
	if f.json {
		return a.printJSON(infoOf(l))
	}
	_, err = fmt.Fprintf(a.out, "%s: %d words\n", f.out, l.Len())
	return err
}

// sameFile tells whether two names are of one file that is there.
func sameFile(name, other string) bool {
	a, err := os.Stat(name)
	if err != nil {
		return false
	}
	b, err := os.Stat(other)
	return err == nil && os.SameFile(a, b)
}

// writeWhole writes a file that appears when it is whole.
func writeWhole(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".tmp-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // finds nothing once the file has its name
	if err := cmp.Or(write(f), f.Chmod(0o644), f.Close()); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.Rename(f.Name(), name)
}

func (a *app) lexiconCheckCommand() *cobra.Command {
	var f lexiconFlags
	cmd := &cobra.Command{
		Use:   "check LEXICON WORD...",
		Short: "tell of each word whether it is valid",
		Long:  "Check prints each word and whether the lexicon has it. The exit status is 1 if\none is not there.",
		Example: `  quadword lexicon check open qi za
  quadword lexicon check words.txt quixotry`,
		Args: func(cmd *cobra.Command, args []string) error { return takes(2, max(2, len(args)))(cmd, args) },
		RunE: func(_ *cobra.Command, args []string) error { return a.lexiconCheck(&f, args[0], args[1:]) },
	}
	f.register(cmd)
	return cmd
}

type checkedWord struct {
	Word  string `json:"word"`
	Valid bool   `json:"valid"`
}

func (a *app) lexiconCheck(f *lexiconFlags, name string, words []string) error {
	alphabet, err := f.alphabet()
	if err != nil {
		return err
	}
	l, err := openLexicon(name, alphabet)
	if err != nil {
		return err
	}
	var checked []checkedWord
	all := true
	for _, w := range words {
		letters, err := alphabet.ParseWord(nil, w)
		valid := err == nil && l.Has(letters)
		all = all && valid
		checked = append(checked, checkedWord{w, valid})
	}
	if f.json {
		err = a.printJSON(checked)
	} else {
		for _, c := range checked {
			says := "valid"
			if !c.Valid {
				says = "not valid"
			}
			fmt.Fprintln(a.out, c.Word, says)
		}
	}
	if !all && (err == nil || readerGone(err)) {
		return errSaid
	}
	return err
}

func (a *app) lexiconInfoCommand() *cobra.Command {
	var f lexiconFlags
	cmd := &cobra.Command{
		Use:   "info [LEXICON]",
		Short: "tell how many words a lexicon has, its fingerprint and size",
		Example: `  quadword lexicon info
  quadword lexicon info words.kwg --json`,
		Args: takes(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.lexiconInfo(&f, append(args, "open")[0])
		},
	}
	f.register(cmd)
	return cmd
}

// lexiconInfo is what is known of a lexicon.
type lexiconInfo struct {
	Name     string        `json:"name"`
	Words    int           `json:"words"`
	Longest  int           `json:"longest"` // letters of the longest word
	SHA256   string        `json:"sha256"`  // of the words, whatever file they came in
	Alphabet string        `json:"alphabet"`
	Nodes    int           `json:"nodes"`   // of the graph
	Bytes    int           `json:"bytes"`   // of memory
	Dropped  int           `json:"dropped"` // words of the list that were too long
	Lengths  []lengthCount `json:"lengths"`
}

type lengthCount struct {
	Letters int `json:"letters"`
	Words   int `json:"words"`
}

func infoOf(l *lexicon.Lexicon) lexiconInfo {
	var counts [lexicon.MaxWordLen + 1]int
	for word := range l.Words() {
		counts[len(word)]++
	}
	info := lexiconInfo{
		Name: l.Name(), Words: l.Len(), Longest: l.LongestWord(), SHA256: l.SHA256(), Alphabet: l.Alphabet().String(),
		Nodes: len(l.Graph().Nodes), Bytes: l.Bytes(), Dropped: l.Dropped(),
	}
	for letters, words := range counts {
		if words > 0 {
			info.Lengths = append(info.Lengths, lengthCount{letters, words})
		}
	}
	return info
}

func (a *app) lexiconInfo(f *lexiconFlags, name string) error {
	alphabet, err := f.alphabet()
	if err != nil {
		return err
	}
	l, err := openLexicon(name, alphabet)
	if err != nil {
		return err
	}
	info := infoOf(l)
	if f.json {
		return a.printJSON(info)
	}
	fmt.Fprintf(a.out, "lexicon   %s\nwords     %d, the longest of %d letters, %d dropped as too long\nsha256    %s\nalphabet  %s\ngraph     %d nodes, %.1f MB\n\n",
		info.Name, info.Words, info.Longest, info.Dropped, info.SHA256, info.Alphabet, info.Nodes, float64(info.Bytes)/1e6)
	rows := [][]string{{"letters", "words"}}
	for _, c := range info.Lengths {
		rows = append(rows, []string{fmt.Sprint(c.Letters), fmt.Sprint(c.Words)})
	}
	return writeTable(a.out, rows)
}
