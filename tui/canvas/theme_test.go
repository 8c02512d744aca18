package canvas

import "testing"

// TestSkinsAreSeen: whatever colour a remote snake chooses, its skin contrasts with the floor, and its
// letter contrasts with the skin.
func TestSkinsAreSeen(t *testing.T) {
	for _, dark := range []bool{true, false} {
		p := NewTheme(dark, false)
		for _, text := range []string{"#000000", "#ffffff", "#1A1D23", "#F1F2EE", "#888888", "#E69F00", "red", "#12345", "#12345g"} {
			skin := p.Visible(Parse(text))
			if d := skin.light() - p.Floor.light(); d < 0.15 && d > -0.15 {
				t.Errorf("dark %v: %s becomes %06x, too similar to the floor, %06x", dark, text, skin&0xffffff, p.Floor&0xffffff)
			}
			if d := skin.light() - p.On(skin).light(); d < 0.3 && d > -0.3 {
				t.Errorf("dark %v: %s becomes %06x, too similar to its letter, %06x", dark, text, skin&0xffffff, p.On(skin)&0xffffff)
			}
		}
	}
	if Parse("#12aBcD") != RGB(0x12ABCD) {
		t.Errorf("Parse of #12aBcD is %06x", Parse("#12aBcD"))
	}
}
