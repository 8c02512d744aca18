package standings

import "time"

// NewEagerFile returns a File that is read again as soon as restFactor allows.
func NewEagerFile(name, flag string) *File { return newFile(name, flag, time.Millisecond) }
