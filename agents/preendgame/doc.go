// Package preendgame finds moves before the endgame.
package preendgame
