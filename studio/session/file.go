package session

// File is the data of a message that brings a file for the user to keep.
type File struct {
	Name   string `json:"name"`
	MIME   string `json:"mime"`
	Base64 []byte `json:"base64"`
}
