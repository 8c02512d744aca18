package cli

import (
	"context"
	"errors"
	"fmt"

	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/verify"
)

// countPositions counts from the positions of a file and compares with its counts.
func (o *perftOptions) countPositions(ctx context.Context, stdio IO) (err error) {
	f, err := openFile(ctx, stdio.In, o.positions)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	depth := 0
	if o.game.given("depth") {
		depth = o.depth
	}
	docs, wrong := []sheet.Facts{}, 0
	err = verify.Perft(ctx, f, depth, func(c *verify.Counted) error {
		docs = append(docs, sheet.FactsOf("name", c.Name, "equal", c.Equal(), "perft", c.Got, "expected", c.Want))
		if !c.Equal() {
			wrong++
		}
		if !o.json {
			printCounted(stdio, c)
		}
		return nil
	})
	if err != nil && ctx.Err() != nil {
		fmt.Fprintf(stdio.Err, "ouro: stopped after %s\n", english.Count(len(docs), "position"))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.positions, err)
	}
	if o.json {
		if err := encodeJSON(stdio.Out, sheet.FactsOf("schema", schema{}, "positions", docs)); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(stdio.Out, "%s, %d differ\n", english.Count(len(docs), "position"), wrong)
	}
	if wrong > 0 {
		return errNo
	}
	return nil
}

func printCounted(stdio IO, c *verify.Counted) {
	name := quoted(c.Name)
	deepest := c.Got[len(c.Got)-1]
	switch {
	case len(c.Want) == 0:
		fmt.Fprintf(stdio.Out, "%s: nothing to compare with\n", name)
		for _, got := range c.Got {
			fmt.Fprintf(stdio.Out, "  %s\n", countsText(got))
		}
	case c.Equal():
		fmt.Fprintf(stdio.Out, "%s: equal, %s\n", name, countsText(deepest))
	default:
		fmt.Fprintf(stdio.Out, "%s: differs\n", name)
		for i, want := range c.Want {
			if !want.Equal(c.Got[i]) {
				fmt.Fprintf(stdio.Out, "  counted  %s\n  expected %s\n", countsText(c.Got[i]), countsText(want))
			}
		}
	}
}

func countsText(c verify.Counts) string {
	return fmt.Sprintf("depth %d: %d nodes, %d over, eliminated %v, eaten %d, health %d, length %d",
		c.Depth, c.Nodes, c.Over, c.Eliminated, c.Eaten, c.Health, c.Length)
}
