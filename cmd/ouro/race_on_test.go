//go:build race

package main

// raceFactor is how much more memory a program takes under the race detector.
const raceFactor = 10
