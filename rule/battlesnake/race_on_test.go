//go:build race

package battlesnake_test

const racing = true
