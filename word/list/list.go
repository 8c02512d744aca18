// Package list has the embedded word list. The list is not in package word, so that only programs that
// import package list contain it.
package list

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"sync"

	"ouro/word"
)

//go:embed enable.txt.gz
var enable []byte

// English returns the word list ENABLE: 172,823 English words of 2 to 28 letters. Its authors
// have released it into the public domain; see list/NOTICE. The first call unpacks the list,
// which takes a tenth of a second.
var English = sync.OnceValue(func() *word.List {
	r, err := gzip.NewReader(bytes.NewReader(enable))
	if err != nil {
		panic(fmt.Sprintf("word/list: the embedded list: %v", err))
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(fmt.Sprintf("word/list: the embedded list: %v", err))
	}
	l, _, err := word.ParseList(string(text))
	if err != nil {
		panic(fmt.Sprintf("word/list: the embedded list: %v", err))
	}
	return l
})
