package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
)

// version is what a manifest says of the program that played. It changes with
// anything that changes the bytes of a dataset.
const version = "0.1.0"

// The exit statuses.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130 // as shells report a process that died of SIGINT
)

func main() {
	started := time.Now()
	limitMemory()

	// A closed stdout (`| head`) is an error of the write, which run takes for
	// what it is, and not a signal that kills in the middle of a part.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), stops()...)
	context.AfterFunc(ctx, stop) // a second Ctrl-C kills at once

	os.Exit(run(ctx, started, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// stops are the signals that end a command in order. Those that whoever
// started it has it ignore, as nohup does, it ignores.
func stops() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}

// limitMemory keeps a run well under 200 MB however long it is. What lives
// long (the word graph, the buffers of the workers) holds few pointers and what
// games leave behind is short-lived, so the collector may run more often than
// by default: it takes the peak of 8 writing workers from 145 to 125 MB, and
// the time of 500 games does not change beyond its noise. GOGC, where it is
// set, stands.
func limitMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50)
	}
}

// app is what the commands have of the world outside.
type app struct {
	stdin   io.Reader
	out     *bufio.Writer // stdout
	stderr  io.Writer
	started time.Time // of the process
}

// run is the whole program but for the process around it. When ctx is done the
// command stops as soon as it can, and the status says that it was interrupted.
func run(ctx context.Context, started time.Time, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin, bufio.NewWriter(output{stdout}), stderr, started}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(a.out) // --help and --version are data
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if flushed := a.out.Flush(); err == nil || errors.Is(err, errSaid) && !readerGone(flushed) {
		err = cmp.Or(flushed, err)
	}
	return status(ctx, err, stderr)
}

// output is stdout, and outputError what it fails with.
type (
	output      struct{ io.Writer }
	outputError struct{ error }
)

func (o output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if err != nil {
		err = outputError{err}
	}
	return n, err
}

func (e outputError) Unwrap() error { return e.error }

// readerGone tells whether an error is that nobody reads stdout any more. A
// pipe to anyone else that breaks is a failure.
func readerGone(err error) bool {
	out, ok := errors.AsType[outputError](err)
	return ok && errors.Is(out, syscall.EPIPE)
}

// status is the exit status of an error, which it reports if there is more to
// say than the status does.
func status(ctx context.Context, err error, stderr io.Writer) int {
	var usage usageError
	switch {
	case err == nil || readerGone(err):
		return exitDone
	case errors.Is(err, errSaid):
		return exitFailed
	}
	// One line, also of errors that were joined.
	fmt.Fprintf(stderr, "quadword: %s\n", strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; "))
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.As(err, &usage):
		return exitUsage
	}
	return exitFailed
}

// errSaid fails a command whose output says already what is wrong.
var errSaid = errors.New("failed")

// usageError is an error in what was asked for.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// asUsage makes an error one of usage, and leaves nil alone.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// warn tells of something that is no error.
func (a *app) warn(format string, args ...any) {
	fmt.Fprintf(a.stderr, "quadword: warning: "+format+"\n", args...)
}
