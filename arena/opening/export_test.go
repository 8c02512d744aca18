package opening

// RandomStart returns a position for a search to judge.
var RandomStart = (*Search).randomStart
