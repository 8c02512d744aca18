package hunter

import "testing"

func TestStandardLevels(t *testing.T) {
	levels := Levels()
	if len(levels) < 6 {
		t.Fatalf("%d levels", len(levels))
	}
	if FormatLevels(levels) != standardText {
		t.Error("the standard levels are not written as FormatLevels writes them")
	}
}
