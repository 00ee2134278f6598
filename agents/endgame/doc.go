// Package endgame solves the game once the bag is empty.
package endgame
