//go:build ignore

// Storetest plays a bench of many games with a file of results, killed with kill -9 five
// times at random numbers of games and resumed, and says whether its table is that of
// an uninterrupted one, byte for byte, and whether every game is there once. Besides it
// tells what keeping costs: time, size, and how long it takes to take up what is known.
//
// usage: go run scripts/storetest/main.go [-games 20000] [-bench "cell --board 10x10"]
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ouro/store"
)

const kills = 5

func main() {
	games := flag.Int("games", 20_000, "games of each solver")
	what := flag.String("bench", "cell --board 10x10", "what bench plays")
	seed := flag.Uint64("seed", rand.Uint64(), "of the moments")
	flag.Parse()
	dir, err := os.MkdirTemp("", "storetest")
	if err == nil {
		err = run(dir, *games, *what, *seed)
	}
	if rm := os.RemoveAll(dir); err == nil {
		err = rm
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "storetest:", err)
		os.Exit(1)
	}
}

func run(dir string, games int, what string, seed uint64) error {
	ouro := filepath.Join(dir, "ouro")
	if out, err := exec.Command("go", "build", "-o", ouro, "./cmd/ouro").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	args := append(append([]string{"bench"}, strings.Fields(what)...), "--no-times", "--games", strconv.Itoa(games))
	fmt.Printf("ouro %s, seed of the moments %d\n", strings.Join(args, " "), seed)
	keep := func(name string) []string { return append(args, "--store", filepath.Join(dir, name)) }

	var want []byte
	for _, c := range []struct {
		title string
		args  []string
	}{
		{"without a file of results", args}, {"with one", keep("whole.db")}, {"all known", keep("whole.db")},
	} {
		out, cost, err := play(ouro, c.args)
		if err != nil {
			return err
		}
		if want == nil {
			want = out
		}
		fmt.Printf("%-26s %s, the table is the same: %v\n", c.title+":", cost, bytes.Equal(out, want))
		if !bytes.Equal(out, want) {
			return fmt.Errorf("the tables differ:\n%s\n%s", want, out)
		}
	}
	if err := tellSize(filepath.Join(dir, "whole.db")); err != nil {
		return err
	}
	return killed(dir, ouro, keep("killed.db"), want, rand.New(rand.NewPCG(seed, 0)))
}

// killed plays it with interruptions.
func killed(dir, ouro string, args []string, want []byte, chance *rand.Rand) error {
	file := filepath.Join(dir, "killed.db")
	all, err := count(filepath.Join(dir, "whole.db"))
	if err != nil {
		return err
	}
	for i := range kills {
		at := (all*i + chance.IntN(all)) / kills
		c := exec.Command(ouro, args...)
		c.Stderr = io.Discard
		if err := c.Start(); err != nil {
			return err
		}
		for n := 0; n < at; time.Sleep(time.Millisecond) {
			if n, err = count(file); err != nil {
				return err
			}
		}
		if err := c.Process.Kill(); err != nil {
			return err
		}
		_ = c.Wait() // it was killed
		n, err := count(file)
		if err != nil {
			return err
		}
		fmt.Printf("kill -9 with %d games in the file, aimed at %d\n", n, at)
	}
	out, cost, err := play(ouro, args)
	if err != nil {
		return err
	}
	n, err := check(file)
	if err != nil {
		return err
	}
	fmt.Printf("the rest: %s\n%d of %d games are there, once each, and no row was changed\n", cost, n, all)
	if !bytes.Equal(out, want) || n != all {
		return fmt.Errorf("the table of what was killed is\n%swant\n%s", out, want)
	}
	fmt.Printf("the same, byte for byte: the tables (%d bytes)\n%s", len(want), want)
	return nil
}

// play runs the program to its end.
func play(ouro string, args []string) (out []byte, cost string, err error) {
	c := exec.Command(ouro, args...)
	var errs bytes.Buffer
	c.Stderr = &errs
	began := time.Now()
	if out, err = c.Output(); err != nil {
		return nil, "", fmt.Errorf("%w: %s", err, &errs)
	}
	s := c.ProcessState
	return out, fmt.Sprintf("%6.2f s, %6.2f s of processors", time.Since(began).Seconds(), (s.UserTime() + s.SystemTime()).Seconds()), nil
}

// with opens a file of results that is there.
func with(file string, use func(s *store.Store, all []store.Experiment) error) error {
	s, err := store.OpenExisting(context.Background(), file)
	if os.IsNotExist(err) || errors.Is(err, store.ErrEmpty) {
		return nil
	}
	if err != nil {
		return err
	}
	all, err := s.Find(context.Background(), store.Query{})
	if err == nil {
		err = use(s, all)
	}
	if closing := s.Close(); err == nil {
		err = closing
	}
	return err
}

// count is how many games a file holds.
func count(file string) (n int, err error) {
	err = with(file, func(_ *store.Store, all []store.Experiment) error {
		for _, e := range all {
			n += e.Games
		}
		return nil
	})
	return n, err
}

// check reads every game.
func check(file string) (n int, err error) {
	err = with(file, func(s *store.Store, all []store.Experiment) error {
		for _, e := range all {
			for g, err := range s.Games(context.Background(), e.ID) {
				if err != nil {
					return err
				}
				if _, err := g.Finished(); err != nil {
					return err
				}
				n++
			}
		}
		return nil
	})
	return n, err
}

func tellSize(file string) error {
	n, err := count(file)
	if err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	fmt.Printf("%d games take %.1f MB, %d bytes each\n", n, float64(info.Size())/1e6, info.Size()/int64(n))
	return nil
}
