//go:build nofleet

package fleet

import (
	"context"
	"errors"
)

// errAbsent is the error of all functions without NATS.
var errAbsent = errors.New("this program was built without the fleet (tag nofleet); one that was built without that tag has it")

// Serve returns an error.
func Serve(context.Context, CoordinatorConfig) error { return errAbsent }

// Work returns an error.
func Work(context.Context, WorkerConfig) error { return errAbsent }

// Client is empty.
type Client struct{}

// Connect returns an error.
func Connect(context.Context, Access, func(string, ...any)) (*Client, error) { return nil, errAbsent }

// Play returns an error.
func (*Client) Play(context.Context, Job, func(int, []byte) error) error { return errAbsent }

// Status returns an error.
func (*Client) Status(context.Context) (Status, error) { return Status{}, errAbsent }

// Stop returns an error.
func (*Client) Stop(context.Context, string) error { return errAbsent }

// Cancel returns an error.
func (*Client) Cancel(context.Context, string) (string, error) { return "", errAbsent }

// Close does nothing.
func (*Client) Close() {}
