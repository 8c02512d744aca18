package link_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"ouro/studio/link"
	"ouro/studio/studiotest"
)

// throughPage is a script for node. It reads a JSON array of links from standard input. For each link,
// it writes the address that the page would show, and the link that the page would send to Go.
const throughPage = `
import { query, read, short } from "./address.js";
let text = "";
for await (const part of process.stdin) text += part;
const all = [];
for (const link of JSON.parse(text)) {
	const address = await read(link);
	all.push({ address: await short(address), link: query(address.fields) });
}
console.log(JSON.stringify(all));`

// TestPageAgrees: Go unpacks links that the page has packed, and the page unpacks links of
// Go. A link that Go rejects is still rejected after it has passed through the page.
func TestPageAgrees(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		studiotest.Missing(t, "no node is found in PATH")
	}
	v := readVectors(t)
	long := link.Link{Page: "watch", Fields: []link.Field{{"rules", "maze"}, {"level", strings.Repeat("XXX.ß +/", 500)}}}
	texts := []string{"#" + long.String()}
	for _, c := range v.Read {
		texts = append(texts, c.Text)
	}
	good := len(texts)
	for _, text := range v.Broken {
		if _, query, _ := strings.Cut(text, "?"); query != "seed" && query != "" { // the page adds "=" to these
			texts = append(texts, text)
		}
	}
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "--input-type=module", "-e", throughPage)
	cmd.Dir, cmd.Stdin = "../web/store", bytes.NewReader(input)
	output, err := cmd.Output()
	var made []struct{ Address, Link string }
	if err == nil {
		err = json.Unmarshal(output, &made)
	}
	if err != nil || len(made) != len(texts) {
		t.Fatalf("%d of %d links, %v: %s", len(made), len(texts), err, output)
	}
	for i, m := range made {
		read, err := link.Parse(m.Address)
		handed, err2 := link.Parse(m.Link)
		if i >= good {
			if err2 == nil {
				t.Errorf("the page makes %s of %s, which is read", m.Link, texts[i])
			}
			continue
		}
		want, err3 := link.Parse(texts[i])
		if err != nil || err2 != nil || err3 != nil {
			t.Errorf("%s: %v, %v, %v", texts[i], err, err2, err3)
			continue
		}
		want.Page = cmp.Or(want.Page, "watch") // the default page
		handed.Page = want.Page
		for _, got := range []link.Link{read, handed} {
			if got.String() != want.String() {
				t.Errorf("%s comes back from the page as %s, want %s", texts[i], got, want)
			}
		}
	}
	if !strings.Contains(made[0].Address, "?z=") {
		t.Errorf("the page does not pack a link of %d bytes: %s", len(made[0].Link), made[0].Address)
	}
}
