//go:build !long

package main

// kills is how often a run is killed.
const kills = 10
