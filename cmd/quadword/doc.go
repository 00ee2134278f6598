// Command quadword is the command line of the project: flags in, a call into
// a package, text or JSON out. Nothing is computed here that a package below
// could compute.
//
// Each subcommand is one file, a method of app that makes its cobra command.
// Data goes to stdout, progress and warnings to stderr. The exit status is 0
// when done, 1 when it failed, 2 when what was asked for makes no sense (and
// nothing was begun), 130 when interrupted.
package main
