package opening

// Stroll is a position that a search would judge.
var Stroll = (*Search).stroll
