package opening

// Stroll returns a position for a search to judge.
var Stroll = (*Search).randomStart
