package studiotest

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"ouro/internal/outfile"
)

// Firefox is a page in a Firefox that the test controls with the protocol WebDriver BiDi.
type Firefox struct {
	t    testing.TB
	conn *websocket.Conn
	tab  string

	mu     sync.Mutex
	n      int
	logged []string
	answer chan reply
}

type reply struct {
	Type    string          `json:"type"` // success, error or event
	ID      int             `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Message string          `json:"message"`
}

// OpenFirefox opens an address in a new Firefox. As with [Open], the page must log
// nothing.
func OpenFirefox(t testing.TB, address string, size Size) *Firefox {
	t.Helper()
	f := &Firefox{t: t, answer: make(chan reply, 1)}
	f.start()
	go f.read()
	f.call("session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	f.call("session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil)
	var tree struct {
		Contexts []struct {
			Context string `json:"context"`
		} `json:"contexts"`
	}
	f.call("browsingContext.getTree", struct{}{}, &tree)
	f.tab = tree.Contexts[0].Context
	f.call("browsingContext.setViewport", map[string]any{"context": f.tab, "viewport": map[string]any{"width": size.W, "height": size.H}}, nil)
	f.call("browsingContext.navigate", map[string]any{"context": f.tab, "url": address, "wait": "complete"}, nil)
	return f
}

func (f *Firefox) start() {
	f.t.Helper()
	skipIfDisabled(f.t)
	name, err := exec.LookPath("firefox")
	if err != nil {
		name, err = exec.LookPath("firefox-esr")
	}
	if err != nil {
		Missing(f.t, "no firefox is found in PATH")
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(f.t.Context()))
	browser := exec.CommandContext(ctx, name, "--headless", "--no-remote", "--profile", f.t.TempDir(), "--remote-debugging-port", "0")
	browser.Env = append(os.Environ(), "HOME="+f.t.TempDir())
	browser.Cancel = func() error { return browser.Process.Signal(os.Interrupt) }
	browser.WaitDelay = 90 * time.Second // after that, the browser is killed
	talk, err := browser.StderrPipe()
	if err == nil {
		err = browser.Start()
	}
	if err != nil {
		f.t.Fatal(err)
	}
	closed := make(chan struct{})
	f.t.Cleanup(func() {
		stop()
		<-closed
		_ = browser.Wait()
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, line := range f.logged {
			f.t.Errorf("the page logged: %s", line)
		}
	})
	lines := bufio.NewScanner(talk)
	defer func() { // discards further output, because a full pipe would block the browser
		go func() {
			defer close(closed)
			_, _ = io.Copy(io.Discard, talk)
		}()
	}()
	for lines.Scan() {
		_, at, found := strings.Cut(lines.Text(), "WebDriver BiDi listening on ")
		if !found {
			continue
		}
		dial, cancel := context.WithTimeout(ctx, timeout(f.t))
		defer cancel()
		if f.conn, _, err = websocket.Dial(dial, strings.TrimSpace(at)+"/session", nil); err != nil {
			f.t.Fatal(err)
		}
		f.conn.SetReadLimit(64 << 20)
		f.t.Cleanup(func() { _ = f.conn.CloseNow() })
		return
	}
	f.t.Fatal("firefox did not print its address")
}

func (f *Firefox) read() {
	defer close(f.answer)
	for {
		_, text, err := f.conn.Read(context.Background())
		if err != nil {
			return
		}
		var r reply
		switch err := json.Unmarshal(text, &r); {
		case err != nil:
			return
		case r.Type != "event":
			f.answer <- r
		case r.Method == "log.entryAdded":
			var entry struct {
				Level string `json:"level"`
				Text  string `json:"text"`
			}
			_ = json.Unmarshal(r.Params, &entry)
			f.mu.Lock()
			f.logged = append(f.logged, entry.Level+": "+entry.Text)
			f.mu.Unlock()
		}
	}
}

func (f *Firefox) ask(method string, params, result any) error {
	f.n++
	text, err := json.Marshal(map[string]any{"id": f.n, "method": method, "params": params})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(f.t.Context(), timeout(f.t))
	defer cancel()
	if err := f.conn.Write(ctx, websocket.MessageText, text); err != nil {
		return err
	}
	for {
		select {
		case r, open := <-f.answer:
			switch {
			case !open:
				return errors.New("firefox has ended")
			case r.ID != f.n:
				continue
			case r.Type == "error":
				return fmt.Errorf("%s: %s", method, r.Message)
			case result != nil:
				return json.Unmarshal(r.Result, result)
			}
			return nil
		case <-ctx.Done():
			return fmt.Errorf("%s: no answer", method)
		}
	}
}

func (f *Firefox) call(method string, params, result any) {
	f.t.Helper()
	if err := f.ask(method, params, result); err != nil {
		f.t.Fatal(err)
	}
}

// Eval returns the value of an expression as text. The value may be a promise.
func (f *Firefox) Eval(expression string) string {
	f.t.Helper()
	var r struct {
		Result struct {
			Value any `json:"value"`
		} `json:"result"`
		Exception struct {
			Text string `json:"text"`
		} `json:"exceptionDetails"`
	}
	f.call("script.evaluate", map[string]any{"expression": expression, "target": map[string]any{"context": f.tab}, "awaitPromise": true}, &r)
	if r.Exception.Text != "" {
		f.t.Fatalf("%s: %s", expression, r.Exception.Text)
	}
	return fmt.Sprint(r.Result.Value)
}

func (f *Firefox) Until(expression string) {
	f.t.Helper()
	for limit := time.Now().Add(timeout(f.t)); f.Eval(expression) != "true"; time.Sleep(30 * time.Millisecond) {
		if time.Now().After(limit) {
			f.Shot("failed-" + strings.ReplaceAll(f.t.Name(), "/", "-"))
			f.t.Fatalf("never: %s", expression)
		}
	}
}

// Shot writes a screenshot like [Page.Shot].
func (f *Firefox) Shot(name string) {
	f.t.Helper()
	var shot struct {
		Data string `json:"data"`
	}
	if os.Getenv("OURO_SCREENSHOTS") == "" {
		return
	}
	f.call("browsingContext.captureScreenshot", map[string]any{"context": f.tab}, &shot)
	picture, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		f.t.Fatal(err)
	}
	saveShot(f.t, name, picture)
}

// saveShot writes a screenshot into the folder $OURO_SCREENSHOTS, if that variable is
// set.
func saveShot(t testing.TB, name string, picture []byte) {
	t.Helper()
	folder := os.Getenv("OURO_SCREENSHOTS")
	err := os.MkdirAll(folder, 0o777)
	if err == nil {
		err = outfile.In(outfile.OS, folder, name+".png").WriteQuick(func(w io.Writer) error { _, err := w.Write(picture); return err })
	}
	if err != nil {
		t.Error(err)
	}
}
