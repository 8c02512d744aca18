package verify

import "ouro/saved"

// UncheckedOf returns what is not checked in files of this kind.
func UncheckedOf(kind saved.Kind) []Unchecked { return unchecked[kind] }
