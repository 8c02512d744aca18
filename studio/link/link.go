// Package link reads and writes links of the studio: a page, and fields that say
// all that is seen there.
package link

import (
	"net/url"
)

// Link is a page with its fields.
type Link struct {
	Page   string
	Fields url.Values
}

// Parse reads the fields of a link: the text after the question mark.
func Parse(query string) (Link, error) {
	fields, err := url.ParseQuery(query)
	return Link{Fields: fields}, err
}
