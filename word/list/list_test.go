package list_test

import (
	"fmt"

	"ouro/word/list"
)

func ExampleEnglish() {
	fmt.Println(list.English().Len(), list.English().Has("ouroboros"), list.English().Has("snake"))
	// Output: 172823 false true
}
