package cli

// NewRoot returns the whole command line, for tests.
var NewRoot = newRoot

// Shells are the shells with completion.
func Shells() (names []string) {
	for _, s := range shells {
		names = append(names, s.name)
	}
	return names
}
