package canvas

import "testing"

// TestSkinsAreSeen: whatever colour a remote snake has, its skin contrasts with the
// floor, and its letter contrasts with the skin.
func TestSkinsAreSeen(t *testing.T) {
	for _, dark := range []bool{true, false} {
		p := NewTheme(dark, false)
		for _, text := range []string{"#000000", "#ffffff", "#1A1D23", "#F1F2EE", "#888888", "#E69F00", "red", "#12345", "#12345g"} {
			skin := p.Visible(Parse(text))
			if d := skin.light() - p.Floor.light(); d < 0.15 && d > -0.15 {
				t.Errorf("dark %v: %s is %06x on a floor of %06x", dark, text, skin&0xffffff, p.Floor&0xffffff)
			}
			if d := skin.light() - p.On(skin).light(); d < 0.3 && d > -0.3 {
				t.Errorf("dark %v: %s is %06x with a letter of %06x", dark, text, skin&0xffffff, p.On(skin)&0xffffff)
			}
		}
	}
	if Parse("#12aBcD") != RGB(0x12ABCD) {
		t.Error("a colour is read wrong")
	}
}
