package experiments

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"quadword/engine/lexicon"
)

// someWords is how an agent asks for a part of the game's words: the number is
// how many percent of them it knows.
var someWords = regexp.MustCompile(`lexicon=share-(\d{1,3})\b`)

const wordsFolder = "words"

// WordList is a part of a lexicon that an experiment makes.
type WordList struct {
	File    string // inside the folder of the experiment
	Percent int

	of   *lexicon.Lexicon
	seed uint64
}

// wordLists makes out which parts of the words the agents of a cell ask for, and
// puts the names of the files in their place.
func (s *Spec) wordLists(known []*WordList, c *Cell, words *lexicon.Lexicon) ([]*WordList, error) {
	for _, asker := range c.askers() {
		var failed error
		text := *asker
		*asker = someWords.ReplaceAllStringFunc(text, func(match string) string {
			percent, _ := strconv.Atoi(someWords.FindStringSubmatch(match)[1])
			if percent < 1 || percent > 100 {
				failed = fmt.Errorf("agent %q: %d %% of the words, expected 1 to 100", text, percent)
				return match
			}
			at := slices.IndexFunc(known, func(l *WordList) bool { return l.of == words && l.Percent == percent })
			if at < 0 {
				file := path.Join(wordsFolder, fmt.Sprintf("%s-%d.txt", words.Name(), percent))
				if slices.ContainsFunc(known, func(l *WordList) bool { return l.File == file }) {
					failed = fmt.Errorf("agent %q: there are two lexicons called %s", text, words.Name())
					return match
				}
				at = len(known)
				known = append(known, &WordList{file, percent, words, s.Seed})
			}
			return "lexicon=" + known[at].File
		})
		if failed != nil {
			return nil, failed
		}
	}
	return known, nil
}

// write writes the words of a list, one to a line. Whether a word is in a list
// hangs on the seed and the word alone, so a list is part of every larger one.
func (l *WordList) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	alphabet := l.of.Alphabet()
	for word := range l.of.Words() {
		text := alphabet.Text(word)
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", l.seed, text))
		if binary.LittleEndian.Uint64(sum[:])%100 < uint64(l.Percent) {
			out.WriteString(text)
			out.WriteByte('\n')
		}
	}
	return out.Flush()
}

// isIn tells whether a file holds the list and nothing else.
func (l *WordList) isIn(file string) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	want, have := sha256.New(), sha256.New()
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	if _, err := io.Copy(have, f); err != nil {
		return false
	}
	l.write(want) // a hash takes everything
	return bytes.Equal(want.Sum(nil), have.Sum(nil))
}

// writeWords makes the word lists, unless they are there.
func (d *Design) writeWords(dir string) error {
	for _, l := range d.Words {
		file := filepath.Join(dir, filepath.FromSlash(l.File))
		if l.isIn(file) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := writeWhole(file, l.write); err != nil {
			return err
		}
	}
	return nil
}
