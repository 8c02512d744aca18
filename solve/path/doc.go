// Package path contains solvers that search a path to the food: [BFS], [DFS] and [AStar] of the
// tutorial's simple version, with a body that does not move, and the paper's [Predictive], with
// a body that does.
package path
