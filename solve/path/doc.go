// Package path holds the solvers that look for a way to the food: [BFS], [DFS]
// and [AStar] of the tutorial's simple version, for which the body stands
// still, and the paper's [Predictive], for which it moves.
package path
