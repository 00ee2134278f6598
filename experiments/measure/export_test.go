package measure

// Played is for tests that import packages which import this one.
var Played = played
