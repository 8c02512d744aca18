package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/studio"
	"ouro/studio/link"
	"ouro/studio/server"
	"ouro/studio/session"
	"ouro/studio/standings"
)

type studioOptions struct {
	host   string
	port   uint16
	open   bool
	store  storeOption
	arena  string // of earlier versions
	export string
	exact  byteSize

	solvers []string
}

func newStudio(stdio IO) *cobra.Command {
	o := studioOptions{exact: studio.ExactMemory}
	cmd := &cobra.Command{
		Use:   "studio [LINK]",
		Short: "Ouro in the browser",
		Long: `Studio serves a page on which games of every kind are watched, compared, played
and taken apart, with what the solvers think. All that is seen is in the address, so
that a LINK shows the same on every machine: what the page has behind the #, or the
fields alone.

Its page Arena shows the tournaments that ouro arena run has kept, also while they are
played.

With --solver it shows these solvers. A program of this machine plays only if it is
named there, as exec:COMMAND: no link and no page starts another one.

It listens on this machine alone. With --host others reach it, who need the link that
it prints: there is a token in it. Ctrl-C ends it; pages that are open say so, and go
on when it is there again.

Exact values of positions on Position take at most 600 MB of memory, which is enough
for boards of 30 cells, and for long snakes on those of 36. With --exact-memory 4GB
they are there for every position of 36 cells.

With --export it writes the studio into a folder instead, with the engine for
browsers: files that any server of files can serve, under any path, and that need
no network.`,
		Example: `  ouro studio --open
  ouro studio 'solver=cell&board=20x20&seed=7'         that game
  ouro studio '/compare?solver=cell&solver=shortcut'   two side by side
  ouro studio --solver 'exec:python3 snake.py'         a program of yours
  ouro studio --host 0.0.0.0 --port 9000               for others as well
  ouro studio --store results.db                       the tournaments in it
  ouro studio --export site`,
		Args: atMostOne("LINK"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.host, "host", "127.0.0.1", "`HOST` to listen on; 0.0.0.0 is every interface")
	flags.Uint16Var(&o.port, "port", 8080, "`PORT` to listen on; 0 takes a free one")
	solverFlag(cmd, &o.solvers, "they are shown where no LINK says what else, and of programs these alone may play")
	flags.BoolVar(&o.open, "open", false, "open it in the browser")
	flags.StringVar(&o.arena, "arena", "", "directory of earlier versions")
	_ = flags.MarkHidden("arena") // which is there
	o.store.cmd, o.store.always = cmd, true
	storeFlag(cmd, &o.store.file, true, "; its tournaments are shown, also while they are played, none shows none")
	flags.StringVar(&o.export, "export", "", "write the studio into this `FOLDER`, as files for any server")
	flags.Var(&o.exact, "exact-memory", "let exact values take up to this `SIZE` of memory, e.g. 500MB or 8GB")
	for _, other := range []string{"host", "port", "open", "store", "exact-memory", "solver"} {
		exclusive(cmd, "export", other)
	}
	return cmd
}

func (o *studioOptions) run(ctx context.Context, stdio IO, args []string) error {
	if o.export != "" {
		if len(args) > 0 {
			return usagef("%s: --export writes the whole studio, which opens every link", printable.Short(args[0], maxQuoted))
		}
		return o.write(ctx, stdio.Err)
	}
	var l link.Link
	if len(o.solvers) > 0 {
		specs, err := parseSolvers(o.solvers)
		if err != nil {
			return err
		}
		for _, spec := range specs {
			l.Fields = append(l.Fields, link.Field{Key: "solver", Value: spec.String()})
		}
		args = append(args, l.String()) // the first one counts
	}
	if len(args) > 0 {
		var err error
		if l, err = parseLink(args[0]); err != nil {
			return usageError{err}
		}
	}
	shown := fragment(l)
	if o.arena != "" {
		return usagef("--arena: tournaments are kept in one file with all other results, and the studio shows those of --store FILE; ouro results import %s reads the directory of an earlier version", shell.Word(o.arena))
	}
	if dir := filepath.Dir(o.store.file); o.store.file != "" && o.store.file != noStore {
		if _, err := os.Stat(dir); err != nil { // the file itself may be made later
			return fmt.Errorf("--store %s: %w", o.store.file, err)
		}
	}
	return o.serve(ctx, stdio.Err, shown, nil)
}

// parseLink reads the address of something in the studio, or what of it comes behind
// the #, or the fields of a game alone.
func parseLink(text string) (link.Link, error) {
	if _, behind, ok := strings.Cut(text, "#"); ok {
		text = behind
	}
	name, _, _ := strings.Cut(text, "?")
	if slices.Contains(link.Pages, name) {
		text = "/" + text
	}
	l, err := link.Parse(text)
	if err != nil {
		return l, fmt.Errorf("link %w", err)
	}
	if !slices.Contains([]string{"", "watch", "compare", "play"}, l.Page) {
		return l, nil // what else there is has fields of its own
	}
	asked, err := l.Resolve()
	if err == nil && (l.Page == "" || l.Page == "watch") {
		l.Page = asked.Page()
	}
	return l, err
}

// fragment is a link as it stands in an address, "" where it says nothing.
func fragment(l link.Link) string {
	if l.Page == "" {
		return ""
	}
	return "#" + l.String()
}

// serve runs the studio and says where, with this in the address.
func (o *studioOptions) serve(ctx context.Context, talk io.Writer, fragment string, files server.Files) error {
	l, err := listen(ctx, net.JoinHostPort(o.host, strconv.Itoa(int(o.port))))
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("port %d is in use: is a studio there already? --port 0 takes a free one", o.port)
	}
	if err != nil {
		return err
	}
	cfg := server.Config{Session: session.Config{Build: readBuild().String(), Kinds: studio.Kinds(int64(o.exact))}, Host: o.host, Files: files}
	if name := o.store.name(); name != "" {
		file := standings.NewFile(name, o.storeFlag())
		cfg.Session.Kinds["arena"] = file.Kind()
		if cfg.Files == nil {
			cfg.Files = file.Open
		}
	}
	address := tokened(&cfg, l.Addr()) + fragment
	fmt.Fprintf(talk, "the studio is at %s\n", address)
	if o.open {
		if err := browse(ctx, address); err != nil {
			fmt.Fprintf(talk, "no browser could be opened (%v): open the address yourself\n", err)
		}
	}
	return server.New(cfg).Serve(ctx, l)
}

// storeFlag is what a command needs so as to use the same file of results; "" if it does
// so anyway.
func (o *studioOptions) storeFlag() string {
	if o.store.cmd == nil || !o.store.cmd.Flags().Changed("store") {
		return ""
	}
	return "--store " + shell.Word(o.store.file)
}

// tokened is the address of a studio, which has a token where others reach it.
func tokened(cfg *server.Config, addr net.Addr) string {
	address := "http://" + reached(addr) + "/"
	if !server.IsLocal(addr) {
		cfg.Token = server.NewToken()
		address += "?" + server.TokenKey + "=" + cfg.Token
	}
	return address
}

// reached is an address by which this machine is reached: of every interface, one
// that has a number.
func reached(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	host := "127.0.0.1"
	all, _ := net.InterfaceAddrs() // without them it is this machine's
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			host = n.IP.String()
			break
		}
	}
	return net.JoinHostPort(host, strconv.Itoa(tcp.Port))
}
