package session

// File is the data of a message with a file for the user.
type File struct {
	Name   string `json:"name"`
	MIME   string `json:"mime"`
	Base64 []byte `json:"base64"`
}
