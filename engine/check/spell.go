package check

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"ouro"
	"ouro/engine/wire"
)

// checkSpelling sends the usual messages with spaces, and with their fields in another order.
func (x *exam) checkSpelling() error {
	return x.playChanged(func(line []byte) []byte { return respell(line, false) })
}

func (x *exam) checkStrange() error {
	return x.playChanged(func(line []byte) []byte {
		return append([]byte(`{"type":"weather","id":1,"state":{"sun":[[1,2]]},"move":"up"}`+"\n"), respell(line, true)...)
	})
}

// playChanged plays some turns of each usual game, and applies rewrite to all messages.
func (x *exam) playChanged(rewrite func([]byte) []byte) error {
	return x.eachGame(usualPlaces, func(t *talk, m *match) error {
		if err := t.end(nil); err != nil {
			return err
		}
		if err := t.open(rewrite(wire.AppendNew(nil, m.opening()))); err != nil {
			return err
		}
		return x.turns(m, 4, func() (ouro.Dir, error) {
			t.id++
			line := wire.AppendTurn(nil, &wire.Turn{ID: t.id, State: m.state, Nodes: x.cfg.Nodes})
			d, _, err := t.exchange(rewrite(line), x.cfg.Turn, nil)
			if err == nil {
				err = x.checkStillLegal(m, d.String())
			}
			return d, err
		})
	})
}

// respell writes a message as other JSON with the same meaning. If addFields is set, it adds
// unknown fields. Otherwise it adds spaces and reverses the order of fields, so that the field type
// comes near the end.
func respell(line []byte, addFields bool) []byte {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	var message any
	if err := d.Decode(&message); err != nil {
		panic(err) // package wire wrote this message
	}
	if addFields {
		return append(spell(nil, message, true), '\n')
	}
	return append(spell([]byte("  "), message, false), "  \n"...)
}

// spell appends the JSON of v as respell describes.
func spell(b []byte, v any, addFields bool) []byte {
	gap := func(b []byte) []byte {
		if addFields {
			return b
		}
		return append(b, "  "...)
	}
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if !addFields {
			slices.Reverse(keys)
		}
		b = append(b, '{')
		if addFields {
			b = append(b, `"zzz":{"type":"quit","body":[[9,9]],"none":null,"yes":true,"text":"} ] \" {","deep":[[[{}]]]}`...)
			if len(keys) > 0 {
				b = append(b, ',')
			}
		}
		for i, key := range keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = gap(b)
			b = append(b, '"')
			b = append(b, key...)
			b = append(b, '"')
			b = append(gap(b), ':')
			b = spell(gap(b), v[key], addFields && key != "options") // unknown options would be an error
		}
		if addFields && len(keys) > 0 {
			b = append(b, `,"yyy":-1.5e3`...)
		}
		return append(gap(b), '}')
	case []any:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = spell(gap(b), e, addFields)
		}
		return append(gap(b), ']')
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return append(b, text...)
}
