// Package group runs programs so that what they start can be ended with them: a process
// leads a group of its own, where the system has such groups.
package group
