package hunter

import (
	_ "embed"
	"sync"
)

//go:embed levels/standard.txt
var standardText string

var standard = sync.OnceValue(func() []*Level {
	levels, err := ParseLevels(standardText)
	if err != nil {
		panic("hunter: the embedded levels: " + err.Error())
	}
	return levels
})

// Levels returns the levels of this package, from easy to hard. They are shared: do not
// change them.
func Levels() []*Level { return standard() }
