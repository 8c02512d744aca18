//go:build race

package env_test

const racing = true
