package cli

import (
	"fmt"
	"io"
	"strings"

	"ouro"
	"ouro/roster"
)

// demonstrate chooses the snakes if none is named, and prints the choice.
func (o *gameOptions) demonstrate(talk io.Writer, game ouro.GameSpec) error {
	specs, err := roster.DefaultSnakes(game)
	if err != nil {
		return wrongUsage(err)
	}
	for _, spec := range specs {
		o.snakes = append(o.snakes, spec.String())
	}
	who := o.snakes[0] + " plays alone"
	if others := o.snakes[1:]; len(others) > 0 {
		who = o.snakes[0] + " plays " + strings.Join(others, ", ")
	}
	_, err = fmt.Fprintf(talk, "no snake is named, so %s; to choose:\n  ouro game --snake hydra --snake me=http://127.0.0.1:8000\n", who)
	return err
}
