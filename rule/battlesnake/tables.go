package battlesnake

import (
	"math/rand"
	"sync"
)

// The generator of math/rand is the additive recurrence
//
//	x(n) = x(n-607) + x(n-273)
//
// over 64 bits. Seeding computes the 607 words before x(0), each from three consecutive
// numbers of the generator x -> 48271·x mod 2³¹-1 and a secret constant. All words together
// take longer than a turn of the game, so each is computed when it is needed, with three
// multiplications.
const (
	ringLen = 607
	ringTap = 273

	lehmerMod  = 1<<31 - 1
	lehmerMul  = 48271
	lehmerSkip = 20 // numbers skipped before those of the words

	zeroSeed = 89482311 // replaces seeds that are 0 mod 2³¹-1
)

// tables is shared by all generators. Index i belongs to x(-1-i).
type tables struct {
	factors [ringLen][3]uint64 // powers of lehmerMul, for the three numbers of a word
	secrets [ringLen]uint64
}

// sharedTables computes the factors and the secrets. The secrets follow from the first
// numbers of the standard library's generator: running its recurrence backwards gives the
// words of the seeding, in which only the secrets are unknown.
var sharedTables = sync.OnceValue(func() *tables {
	t := new(tables)
	power := uint64(1)
	for range lehmerSkip {
		power = lehmerStep(power, lehmerMul)
	}
	for i := range ringLen { // seeding starts at index ringTap
		factors := &t.factors[(i+ringTap)%ringLen]
		for j := range factors {
			power = lehmerStep(power, lehmerMul)
			factors[j] = power
		}
	}
	const seed = 1
	source := rand.New(rand.NewSource(seed))
	var x, words [ringLen]uint64
	for n := range x {
		x[n] = source.Uint64()
	}
	for n := ringLen - 1; n >= 0; n-- {
		tap := n - ringTap
		if tap >= 0 {
			words[ringLen-1-n] = x[n] - x[tap]
		} else {
			words[ringLen-1-n] = x[n] - words[-1-tap]
		}
	}
	for i := range t.secrets {
		t.secrets[i] = words[i] ^ t.word(seed, i)
	}
	return t
})

// word returns x(-1-i) after seeding with x, which is from 1 to lehmerMod-1.
func (t *tables) word(x uint64, i int) uint64 {
	f := &t.factors[i]
	return lehmerStep(x, f[0])<<40 ^ lehmerStep(x, f[1])<<20 ^ lehmerStep(x, f[2]) ^ t.secrets[i]
}

// lehmerStep returns x·f mod 2³¹-1; neither may be a multiple of it. It has no branch,
// which would be mispredicted half of the time.
func lehmerStep(x, f uint64) uint64 {
	p := x * f
	p = p&lehmerMod + p>>31 // less than 2·lehmerMod, and not lehmerMod itself
	return (p + p>>31) & lehmerMod
}

// lehmerSeed returns the start value of a seed, as math/rand computes it.
func lehmerSeed(seed int64) uint64 {
	seed %= lehmerMod
	if seed < 0 {
		seed += lehmerMod
	}
	if seed == 0 {
		seed = zeroSeed
	}
	return uint64(seed)
}
