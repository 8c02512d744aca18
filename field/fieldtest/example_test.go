package fieldtest_test

import (
	"testing"

	"ouro/field/fieldtest"
)

func ExamplePosition() {
	var t *testing.T // the parameter of the test function
	s := fieldtest.Position(t,
		"  * ",
		">>@ ",
		"^<  ")
	if legal := s.Legal(0); legal.Len() != 3 {
		t.Errorf("%d legal moves", legal.Len())
	}
}
