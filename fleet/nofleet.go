//go:build nofleet

package fleet

import (
	"context"
	"errors"
)

// errAbsent is what everything is without NATS.
var errAbsent = errors.New("this program was built without the fleet (tag nofleet); one that was built without that tag has it")

// Serve is not there.
func Serve(context.Context, Serving) error { return errAbsent }

// Work is not there.
func Work(context.Context, Working) error { return errAbsent }

// Client is nobody.
type Client struct{}

// Connect finds nothing.
func Connect(context.Context, Access, func(string, ...any)) (*Client, error) { return nil, errAbsent }

// Play plays nothing.
func (*Client) Play(context.Context, Job, func(int, []byte) error) error { return errAbsent }

// Status knows nothing.
func (*Client) Status(context.Context) (Status, error) { return Status{}, errAbsent }

// Stop stops nothing.
func (*Client) Stop(context.Context, string) error { return errAbsent }

// Cancel ends nothing.
func (*Client) Cancel(context.Context, string) (string, error) { return "", errAbsent }

// Close closes nothing.
func (*Client) Close() {}
