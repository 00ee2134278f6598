package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs the commands of README.md, in order and in one folder: the
// lines that begin with `$ go run ./cmd/quadword` or `$ quadword` in blocks of
// sh. Where a plain block follows a block of one command, it is what the
// command prints; a line of three dots stands for any lines.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	cacheDir(t)
	dir := t.TempDir()
	for _, c := range readmeCommands(string(text)) {
		cmd := exec.Command("sh", "-c", c.line)
		cmd.Dir = dir
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v\n%s", c.line, err, stderr.String())
		}
		if c.prints != "" && !likeness(c.prints).Match(out) {
			t.Errorf("%s prints\n%s\nand not, as README.md says,\n%s", c.line, out, c.prints)
		}
	}
}

// readmeCommand is a command and, where it is said, what it prints.
type readmeCommand struct{ line, prints string }

func readmeCommands(text string) (commands []readmeCommand) {
	single := false // the last block was one of a single command
	// Every second piece is a block, which begins with its language.
	for i, piece := range strings.Split("\n"+text, "\n```") {
		language, block, _ := strings.Cut(piece, "\n")
		switch {
		case i%2 == 0:
			single = single && strings.TrimSpace(piece) == ""
		case language == "sh":
			before := len(commands)
			for line := range strings.Lines(block) {
				line = strings.Replace(strings.TrimSpace(line), "go run ./cmd/quadword", "quadword", 1)
				if command, ok := strings.CutPrefix(line, "$ quadword"); ok {
					commands = append(commands, readmeCommand{line: "quadword" + command})
				}
			}
			single = len(commands) == before+1
		case language == "" && single:
			commands[len(commands)-1].prints = block + "\n"
			single = false
		}
	}
	return commands
}

// likeness matches a text in which a line of three dots stands for any lines.
func likeness(text string) *regexp.Regexp {
	return regexp.MustCompile(`^` + strings.ReplaceAll(regexp.QuoteMeta(text), "\\.\\.\\.\n", "(?s:.*\n)?") + `$`)
}

func TestReadmeCommands(t *testing.T) {
	got := readmeCommands("# A\n\n```sh\n$ go run ./cmd/quadword agents\n```\n\n```\na\n...\n```\n\n```sh\ngo test ./...\n$ quadword columns\n$ quadword bench\n```\n\n```\nno output\n```\n")
	want := []readmeCommand{{"quadword agents", "a\n...\n"}, {"quadword columns", ""}, {"quadword bench", ""}}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
	for text, like := range map[string]bool{"a\n": true, "a\nb\nc\n": true, "b\n": false, "a\nb": false} {
		if likeness(want[0].prints).MatchString(text) != like {
			t.Errorf("%q", text)
		}
	}
}
