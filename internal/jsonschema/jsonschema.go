// Package jsonschema checks JSON documents against a JSON Schema (draft 2020-12),
// for tests. It knows the keywords that the schemas of this project use, and
// refuses a schema with any other, so that nothing in one goes unchecked.
package jsonschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Schema is a schema that was read.
type Schema struct {
	root *node
	used map[string]bool // properties, by their path in the schema, that a document had
}

// node is a schema or a part of one.
type node struct {
	Dialect     string           `json:"$schema"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Defs        map[string]*node `json:"$defs"`
	Ref         string           `json:"$ref"`

	Type  types `json:"type"`
	Enum  []any `json:"enum"`
	Const any   `json:"const"`

	Properties map[string]*node `json:"properties"`
	Required   []string         `json:"required"`
	Others     *others          `json:"additionalProperties"`

	Items    *node `json:"items"`
	MinItems *int  `json:"minItems"`
	MaxItems *int  `json:"maxItems"`

	Minimum *float64 `json:"minimum"`
	Maximum *float64 `json:"maximum"`
	Pattern string   `json:"pattern"`

	path    string
	to      *node // of Ref
	pattern *regexp.Regexp
}

// types are one name or several.
type types []string

func (t *types) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte("[")) {
		return json.Unmarshal(text, (*[]string)(t))
	}
	*t = types{""}
	return json.Unmarshal(text, &(*t)[0])
}

// others is what additionalProperties says: a schema, or false.
type others struct{ node *node }

func (o *others) UnmarshalJSON(text []byte) error {
	if string(text) == "false" {
		return nil
	}
	o.node = new(node)
	return decode(text, o.node)
}

// Parse reads a schema. Every object in it must list its properties and say
// additionalProperties, so that a field which nobody described is found.
func Parse(text []byte) (*Schema, error) {
	s := &Schema{root: new(node), used: map[string]bool{}}
	if err := decode(text, s.root); err != nil {
		return nil, err
	}
	if s.root.Dialect != "https://json-schema.org/draft/2020-12/schema" {
		return nil, fmt.Errorf("$schema %q: want draft 2020-12", s.root.Dialect)
	}
	return s, s.root.walk("#", s.resolve)
}

// decode reads one JSON value and refuses keywords that it does not know.
func decode(text []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	return nil
}

// walk visits the node and all below it.
func (n *node) walk(path string, visit func(*node) error) error {
	n.path = path
	if err := visit(n); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, below := range []struct {
		in    string
		nodes map[string]*node
	}{{"$defs", n.Defs}, {"properties", n.Properties}} {
		for _, name := range slices.Sorted(maps.Keys(below.nodes)) {
			if err := below.nodes[name].walk(path+"/"+below.in+"/"+name, visit); err != nil {
				return err
			}
		}
	}
	if n.Others != nil && n.Others.node != nil {
		if err := n.Others.node.walk(path+"/additionalProperties", visit); err != nil {
			return err
		}
	}
	if n.Items != nil {
		return n.Items.walk(path+"/items", visit)
	}
	return nil
}

// resolve checks one node by itself, and finds what it refers to.
func (s *Schema) resolve(n *node) (err error) {
	if n.Ref != "" {
		name, ok := strings.CutPrefix(n.Ref, "#/$defs/")
		if n.to = s.root.Defs[name]; !ok || n.to == nil {
			return fmt.Errorf("$ref %q is not among $defs", n.Ref)
		}
	}
	if slices.Contains(n.Type, "object") && n.Others == nil {
		return errors.New("an object without additionalProperties")
	}
	for _, name := range n.Required {
		if n.Properties[name] == nil {
			return fmt.Errorf("required %q is not among the properties", name)
		}
	}
	if n.Pattern != "" {
		n.pattern, err = regexp.Compile(n.Pattern)
	}
	return err
}

// Check tells every way in which the document is not as the schema says.
func (s *Schema) Check(document []byte) error {
	var value any
	if err := decode(document, &value); err != nil {
		return err
	}
	return errors.Join(s.check(s.root, "$", value)...)
}

func (s *Schema) check(n *node, at string, value any) (wrong []error) {
	fail := func(format string, args ...any) {
		wrong = append(wrong, fmt.Errorf("%s: %s", at, fmt.Sprintf(format, args...)))
	}
	if n.to != nil {
		wrong = append(wrong, s.check(n.to, at, value)...)
	}
	if n.Type != nil && !slices.ContainsFunc(n.Type, func(name string) bool { return isOf(name, value) }) {
		fail("%v is no %s", value, strings.Join(n.Type, " or "))
		return wrong
	}
	if n.Const != nil && value != n.Const {
		fail("%v is not %v", value, n.Const)
	}
	if n.Enum != nil && !slices.Contains(n.Enum, value) {
		fail("%v is none of %v", value, n.Enum)
	}
	switch v := value.(type) {
	case string:
		if n.pattern != nil && !n.pattern.MatchString(v) {
			fail("%q does not match %s", v, n.Pattern)
		}
	case float64:
		if n.Minimum != nil && v < *n.Minimum || n.Maximum != nil && v > *n.Maximum {
			fail("%v is out of its bounds", v)
		}
	case []any:
		if n.MinItems != nil && len(v) < *n.MinItems || n.MaxItems != nil && len(v) > *n.MaxItems {
			fail("%d items", len(v))
		}
		for i := range v {
			if n.Items != nil {
				wrong = append(wrong, s.check(n.Items, fmt.Sprintf("%s[%d]", at, i), v[i])...)
			}
		}
	case map[string]any:
		wrong = append(wrong, s.checkObject(n, at, v)...)
	}
	return wrong
}

func (s *Schema) checkObject(n *node, at string, object map[string]any) (wrong []error) {
	for _, name := range n.Required {
		if _, ok := object[name]; !ok {
			wrong = append(wrong, fmt.Errorf("%s: %q is missing", at, name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		property := n.Properties[name]
		switch {
		case property != nil:
			s.used[property.path] = true
		case n.Others != nil && n.Others.node != nil:
			property = n.Others.node
		case n.Others != nil:
			wrong = append(wrong, fmt.Errorf("%s: %q is not in the schema", at, name))
			continue
		default: // another node speaks of it
			continue
		}
		wrong = append(wrong, s.check(property, at+"."+name, object[name])...)
	}
	return wrong
}

// isOf tells whether the value is of the type of this name.
func isOf(name string, value any) bool {
	switch v := value.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case float64:
		return name == "number" || name == "integer" && v == math.Trunc(v)
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	}
	return false
}

// Unused are the properties that no document had which was checked until now.
func (s *Schema) Unused() (paths []string) {
	_ = s.root.walk("#", func(n *node) error {
		for _, name := range slices.Sorted(maps.Keys(n.Properties)) {
			if path := n.Properties[name].path; !s.used[path] {
				paths = append(paths, path)
			}
		}
		return nil
	})
	return paths
}
