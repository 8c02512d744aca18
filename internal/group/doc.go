// Package group runs programs and can end them together with the processes that they start:
// each leads a process group, on systems that have these.
package group
