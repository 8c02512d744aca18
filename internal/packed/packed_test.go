package packed_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"ouro/internal/packed"
)

// TestReader: plain and compressed texts can be read. A truncated compressed text gives an error.
func TestReader(t *testing.T) {
	for _, text := range []string{"", "p", "plain", "\x1f"} {
		r, err := packed.NewReader(strings.NewReader(text), 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	const text = "lines\nof words\n"
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for n := 2; n <= b.Len(); n++ {
		r, err := packed.NewReader(bytes.NewReader(b.Bytes()[:n]), 64)
		var got []byte
		if err == nil {
			got, err = io.ReadAll(r)
		}
		if whole := n == b.Len(); whole && (err != nil || string(got) != text) || !whole && !errors.Is(err, packed.ErrCut) {
			t.Errorf("%d of %d bytes: %q, %v", n, b.Len(), got, err)
		}
	}
	if _, err := packed.NewReader(strings.NewReader("\x1f\x8bno gzip at all"), 64); err == nil {
		t.Error("a text that only begins like a gzip file is accepted")
	}
}
