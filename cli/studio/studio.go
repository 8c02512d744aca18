// Package studio has the command that serves the studio, and functions with which other
// commands show games in the studio.
package studio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/internal/buildinfo"
	"ouro/internal/shell"
	"ouro/roster"
	"ouro/studio"
	"ouro/studio/link"
	"ouro/studio/server"
	"ouro/studio/session"
	"ouro/studio/site"
	"ouro/studio/standings"
)

type options struct {
	host   string
	port   uint16
	open   bool
	store  experiment.StoreFlag
	arena  string // a flag of earlier versions
	export string
	exact  flags.Bytes
	frames []string

	solvers []string
}

func New(stdio command.IO) *cobra.Command {
	o := options{exact: studio.ExactMemory}
	cmd := &cobra.Command{
		Use:   "studio [LINK]",
		Short: "Open Ouro in the browser",
		Long: `Studio serves a page on which you watch, compare, play and analyse games of every kind,
and see what the solvers think. The addresses of Watch, Compare, Position and Arena
contain all that these pages show, so a LINK shows the same on every machine. A LINK is an
address, the part of it after #, or only the fields of that part.

The page Arena shows the stored tournaments of ouro arena run, also while they run.

--solver names the solvers to show. A local program plays only if --solver names it, as
exec:COMMAND: no link and no page can start another program.

The studio listens on this machine only. With --host other machines can connect; they need
the link that the command prints, which contains a token. Ctrl-C ends the studio. Open
pages report that, and continue when the studio runs again.

Exact values on the page Position use at most 600 MB of memory. That suffices for boards of
30 cells, and for long snakes on boards of 36. With --exact-memory 4GB they are available
for every position of 36 cells.

--export writes the studio to a folder instead, with the engine for browsers: files for
any static web server, under any path, that need no network. The folder also has
ouro-board.js, which shows games on pages of yours.`,
		Example: `  ouro studio --open
  ouro studio 'solver=cell&board=20x20&seed=7'         this game
  ouro studio '/compare?solver=cell&solver=shortcut'   two side by side
  ouro studio --solver 'exec:python3 snake.py'         your own program
  ouro studio --host 0.0.0.0 --port 9000               for other machines
  ouro studio --store results.db                       with its tournaments
  ouro studio --export site`,
		Args: command.AtMost(1, "the LINK"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	fs := cmd.Flags()
	fs.StringVar(&o.host, "host", "127.0.0.1", "`HOST` to listen on; 0.0.0.0 is every interface")
	fs.Uint16Var(&o.port, "port", 8080, "`PORT` to listen on; 0 takes a free one")
	flags.Solver(cmd, &o.solvers, "shown if no LINK is given; local programs play only if named here")
	fs.BoolVar(&o.open, "open", false, "open the studio in the browser")
	fs.StringVar(&o.arena, "arena", "", "a `DIRECTORY` of tournaments that an earlier version wrote; it is no longer read")
	_ = fs.MarkHidden("arena")
	o.store.Command, o.store.Always = cmd, true
	flags.Store(cmd, &o.store.File, true, "; its tournaments are shown, also while they run; \"none\" shows none")
	fs.StringVar(&o.export, "export", "", "write the studio into this `FOLDER`, as files for any web server")
	fs.Var(&o.exact, "exact-memory", "let exact values use up to this `SIZE` of memory, e.g. 500MB or 8GB")
	fs.StringSliceVar(&o.frames, "frames", nil, "let pages of these `ORIGINS` show the studio in a frame, e.g. https://example.org (default none)")
	flags.Exclude(cmd, "export", "host", "port", "open", "store", "exact-memory", "solver", "frames")
	return cmd
}

func (o *options) run(ctx context.Context, stdio command.IO, args []string) error {
	for _, origin := range o.frames {
		if err := server.CheckOrigin(origin); err != nil {
			return command.Usagef("--frames: %w", err)
		}
	}
	if o.export != "" {
		if len(args) > 0 {
			return command.Usagef("%s: cannot be combined with --export, which writes the whole studio", command.Excerpt(args[0]))
		}
		return o.write(ctx, stdio.Err)
	}
	var l link.Link
	if len(o.solvers) > 0 {
		specs, err := flags.ParseSolvers(o.solvers)
		if err != nil {
			return err
		}
		for _, spec := range specs {
			l.Fields = append(l.Fields, link.Field{Key: "solver", Value: spec.String()})
		}
		args = append(args, l.String()) // only args[0] is opened
	}
	if len(args) > 0 {
		var err error
		if l, err = parseLink(args[0]); err != nil {
			return command.Usage(err)
		}
	}
	if o.arena != "" {
		return command.Usagef("--arena: tournaments are now in the results file, and the studio shows those of --store FILE; ouro results import %s reads the directory of an earlier version", shell.Word(o.arena))
	}
	if dir := filepath.Dir(o.store.File); o.store.File != "" && o.store.File != experiment.NoStore {
		if _, err := os.Stat(dir); err != nil { // the file may be created later
			return fmt.Errorf("--store %s: %w", o.store.File, err)
		}
	}
	return o.serve(ctx, stdio.Err, fragment(l), nil, "")
}

// parseLink parses one of three texts: an address of the studio, the part of such an address after
// "#", or only the fields of a game, such as solver=cell&seed=3.
func parseLink(text string) (link.Link, error) {
	if _, fragment, ok := strings.Cut(text, "#"); ok {
		text = fragment
	}
	name, _, _ := strings.Cut(text, "?")
	if slices.Contains(link.Pages, name) {
		text = "/" + text
	}
	l, err := link.Parse(text)
	switch {
	case err != nil && slices.Contains([]string{".ouro", ".jsonl", ".gz"}, filepath.Ext(text)):
		return l, fmt.Errorf("%q is not a link of the studio; ouro replay %s --web shows a recorded game in the browser", text, shell.Word(text))
	case err != nil && !strings.Contains(text, "="):
		return l, fmt.Errorf("%q is not a link of the studio; want for example solver=cell, compare or %s", text, "'/watch?solver=cell&seed=3'")
	case err != nil:
		return l, fmt.Errorf("link %w", err)
	}
	if !slices.Contains([]string{"", "watch", "compare", "play"}, l.Page) {
		return l, nil // other pages have their own fields
	}
	game, err := l.Resolve()
	if err == nil && (l.Page == "" || l.Page == "watch") {
		l.Page = game.Page()
	}
	return l, err
}

// fragment returns a link as the fragment of an address, or "" for the first page.
func fragment(l link.Link) string {
	if l.Page == "" {
		return ""
	}
	return "#" + l.String()
}

// serve runs the studio and prints its address with this fragment. If remote is not empty, serve
// prints it as advice for showing the same on another machine.
func (o *options) serve(ctx context.Context, stderr io.Writer, fragment string, files server.Files, remote string) error {
	l, err := command.Listen(ctx, net.JoinHostPort(o.host, strconv.Itoa(int(o.port))), fmt.Sprintf("--port %d", o.port))
	if err != nil {
		return err
	}
	cfg := server.Config{Session: session.Config{Build: buildinfo.Read().String(), Kinds: studio.Kinds(int64(o.exact))}, Host: o.host, Files: files, Frames: o.frames}
	if name := o.store.Name(); name != "" {
		file := standings.NewFile(name, o.storeFlag())
		cfg.Session.Kinds["arena"] = file.Kind()
		if cfg.Files == nil {
			cfg.Files = file.Open
		}
	}
	address := Address(&cfg, l.Addr()) + fragment
	fmt.Fprintf(stderr, "the studio is at %s\n", address)
	if remote != "" {
		fmt.Fprintf(stderr, "for other machines: %s\n", remote)
	}
	fmt.Fprintln(stderr, command.HowToEnd)
	if o.open {
		if err := browse(ctx, address); err != nil {
			fmt.Fprintf(stderr, "no browser could be opened (%v): open the address yourself\n", err)
		}
	}
	return server.New(cfg).Serve(ctx, l)
}

// storeFlag returns the flag that makes other commands use the same results file, or "" if they
// use that file by default.
func (o *options) storeFlag() string {
	if o.store.Command == nil || !o.store.Command.Flags().Changed("store") {
		return ""
	}
	return "--store " + shell.Word(o.store.File)
}

// Address returns the address of a studio at addr. If other machines can connect, it adds a new
// token to the address and to cfg.
func Address(cfg *server.Config, addr net.Addr) string {
	address := "http://" + command.ExternalAddress(addr) + "/"
	if !server.IsLocal(addr) {
		cfg.Token = server.NewToken()
		address += "?" + server.TokenKey + "=" + cfg.Token
	}
	return address
}

func (o *options) write(ctx context.Context, stderr io.Writer) error {
	if err := site.Check(o.export); err != nil { // checked before the engine is built
		return command.Usagef("--export %w", err)
	}
	engine, err := site.FindEngine(ctx, stderr)
	if errors.Is(err, site.ErrNoEngine) {
		return fmt.Errorf("--export: %w; in a clone of the repository, ouro studio --export needs nothing else", err)
	}
	if err != nil {
		return err
	}
	if err := site.Write(ctx, o.export, buildinfo.Read().String(), engine); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stderr, "the studio is in %s: serve it with any web server, such as python3 -m http.server --directory %s\n", o.export, o.export)
	return err
}

// browseTime is how long browse waits for the program that opens a browser. A program that runs
// longer is probably the browser itself, and has not failed.
const browseTime = 2 * time.Second

// browse opens an address in the user's browser.
func browse(ctx context.Context, address string) error {
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"} // a shell would interpret &
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return errors.New("there is no display")
		}
	}
	c := exec.CommandContext(context.WithoutCancel(ctx), command[0], append(command[1:], address)...) // the browser outlives ouro
	if err := c.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	timer := time.NewTimer(browseTime)
	defer timer.Stop()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("%s: %w", command[0], err)
		}
	case <-timer.C:
	case <-ctx.Done():
	}
	return nil
}

// Flag adds the flag --web.
func Flag(cmd *cobra.Command, web *bool) {
	cmd.Flags().BoolVar(web, "web", false, "show the game in the browser (see ouro studio)")
}

// ShowFile shows the game of a file in the studio, on a free local port.
func ShowFile(ctx context.Context, stdio command.IO, path string) error {
	fields := url.Values{"file": {filepath.Base(path)}}
	return show(ctx, stdio, "#/replay?"+fields.Encode(), server.Only(path), shell.Line("ouro", "share", path)+" writes the game as a page to send")
}

// show runs the studio on a free local port.
func show(ctx context.Context, stdio command.IO, fragment string, files server.Files, remote string) error {
	o := options{host: "127.0.0.1", open: true, exact: studio.ExactMemory}
	return o.serve(ctx, stdio.Err, fragment, files, remote)
}

// ShowCommand shows the game of a command line in the studio.
func ShowCommand(ctx context.Context, stdio command.IO, c roster.CommandLine, speed float64) error {
	game, err := link.OfCommand(c)
	if err != nil {
		return command.Usagef("--web: %w", err)
	}
	game.Speed = speed
	part := fragment(game.Link(game.Page()))
	return show(ctx, stdio, part, nil, remoteAdvice(c, part))
}

// remoteAdvice returns commands that show the game of a command line on another machine: a studio
// that other machines can reach and, for a single game, a page to send. fragment is the game's part
// of the studio's address.
func remoteAdvice(c roster.CommandLine, fragment string) string {
	serve := shell.Line("ouro", "studio", "--host", "0.0.0.0", strings.TrimPrefix(fragment, "#")) + " prints a link"
	if c.Command == "play" || c.Game.Snakes == 0 && len(c.Snakes) > 1 {
		return serve
	}
	send := c
	send.Command, send.Snakes, send.More = "share", nil, nil
	for _, snake := range c.Snakes {
		_, solver := roster.CutName(snake)
		send.More = append(send.More, "--solver", solver)
	}
	return send.String() + " writes the game as a page to send; " + serve
}
