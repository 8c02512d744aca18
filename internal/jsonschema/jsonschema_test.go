package jsonschema

import (
	"slices"
	"strings"
	"testing"
)

const game = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "a game",
	"type": "object", "additionalProperties": false, "required": ["schema", "snakes"],
	"properties": {
		"schema": {"const": 1},
		"ending": {"enum": ["won", "died"]},
		"board": {"type": "string", "pattern": "^[0-9]+x[0-9]+$"},
		"mean": {"type": ["number", "null"], "minimum": 0, "maximum": 10},
		"snakes": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"$ref": "#/$defs/snake"}},
		"deaths": {"type": "object", "additionalProperties": {"type": "integer"}}
	},
	"$defs": {"snake": {"type": "object", "additionalProperties": false, "properties": {"name": {"type": "string"}, "alive": {"type": "boolean"}}}}
}`

func TestCheck(t *testing.T) {
	for _, c := range []struct{ document, want string }{
		{`{"schema": 1, "snakes": [{}]}`, ""},
		{`{"schema": 1, "snakes": [{"name": "a", "alive": true}], "mean": null, "deaths": {"wall": 3}, "board": "4x4", "ending": "won"}`, ""},
		{`{"schema": 2, "snakes": [{}]}`, "$.schema: 2 is not 1"},
		{`{"schema": 1}`, `$: "snakes" is missing`},
		{`{"schema": 1, "snakes": []}`, "$.snakes: 0 items"},
		{`{"schema": 1, "snakes": [{}, {}, {}]}`, "$.snakes: 3 items"},
		{`{"schema": 1, "snakes": {}}`, "$.snakes: map[] is no array"},
		{`{"schema": 1, "snakes": [{"nam": ""}]}`, `$.snakes[0]: "nam" is not in the schema`},
		{`{"schema": 1, "snakes": [{"alive": 1}]}`, "$.snakes[0].alive: 1 is no boolean"},
		{`{"schema": 1, "snakes": [{}], "more": 1}`, `$: "more" is not in the schema`},
		{`{"schema": 1, "snakes": [{}], "ending": "lost"}`, "$.ending: lost is none of [won died]"},
		{`{"schema": 1, "snakes": [{}], "board": "4"}`, `$.board: "4" does not match`},
		{`{"schema": 1, "snakes": [{}], "mean": -1}`, "$.mean: -1 is out of its bounds"},
		{`{"schema": 1, "snakes": [{}], "mean": 11}`, "$.mean: 11 is out of its bounds"},
		{`{"schema": 1, "snakes": [{}], "mean": "1"}`, "$.mean: 1 is no number or null"},
		{`{"schema": 1, "snakes": [{}], "deaths": {"wall": 1.5}}`, "$.deaths.wall: 1.5 is no integer"},
		{`{"schema": 1, "snakes": [{}]} {}`, "more than one JSON value"},
	} {
		s, err := Parse([]byte(game))
		if err != nil {
			t.Fatal(err)
		}
		switch err := s.Check([]byte(c.document)); {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.document, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.document, err, c.want)
		}
	}
}

// TestParseRefusesWhatItWouldNotCheck: a keyword without effect would be a
// promise that nobody keeps.
func TestParseRefusesWhatItWouldNotCheck(t *testing.T) {
	const dialect = `"$schema": "https://json-schema.org/draft/2020-12/schema"`
	for _, c := range []struct{ schema, want string }{
		{`{}`, "want draft 2020-12"},
		{`{` + dialect + `, "maxLength": 3}`, "maxLength"},
		{`{` + dialect + `, "type": "object"}`, "without additionalProperties"},
		{`{` + dialect + `, "items": {"type": ["object", "null"]}}`, "#/items: an object without"},
		{`{` + dialect + `, "$ref": "#/$defs/a"}`, "not among $defs"},
		{`{` + dialect + `, "required": ["a"]}`, `required "a"`},
		{`{` + dialect + `, "pattern": "("}`, "missing closing"},
	} {
		if _, err := Parse([]byte(c.schema)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.schema, err, c.want)
		}
	}
}

func TestUnused(t *testing.T) {
	s, err := Parse([]byte(game))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check([]byte(`{"schema": 1, "snakes": [{"name": ""}], "ending": "won", "board": "2x2", "deaths": {}}`)); err != nil {
		t.Fatal(err)
	}
	if got, want := s.Unused(), []string{"#/properties/mean", "#/$defs/snake/properties/alive"}; !slices.Equal(got, want) {
		t.Errorf("unused %q, want %q", got, want)
	}
}
