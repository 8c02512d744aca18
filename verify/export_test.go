package verify

import "ouro/saved"

// UncheckedOf lists what is not checked of files of this kind.
func UncheckedOf(kind saved.Kind) []Unchecked { return unchecked[kind] }
