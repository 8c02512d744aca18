//go:build !unix

package exact

import "os"

// mapFile reads a file.
func mapFile(name string) (file []byte, release func() error, err error) {
	file, err = os.ReadFile(name)
	return file, func() error { return nil }, err
}
