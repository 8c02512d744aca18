package opening

// Stroll returns a position that a search would judge.
var Stroll = (*Search).stroll
