package studiotest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"ouro/studio/studiotest"
)

// TestUntilAnotherDocument: Until continues in the document that the page opens while Until waits.
func TestUntilAnotherDocument(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		const page = `<!doctype html><title>%s</title><link rel="icon" href="data:,"><script>%s</script>`
		if r.URL.Path == "/first" {
			fmt.Fprintf(w, page, "first", `setTimeout(() => { location.href = "/second"; }, 300)`)
			return
		}
		fmt.Fprintf(w, page, "second", "")
	}))
	defer server.Close()
	studiotest.Open(t, server.URL+"/first", studiotest.Desktop).Until(`document.title === "second"`)
}
