package cli

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// jsonSchema is a schema of docs/schema, and which of its properties a document has had.
type jsonSchema struct {
	compiled   *jsonschema.Schema
	properties []string        // by their path in the schema, as "#/properties/name"
	used       map[string]bool // the same
}

// keywords are those that the schemas use. Validators ignore any other, such as a misspelt
// one, so that it would promise what nothing checks.
var keywords = []string{
	"$defs", "$ref", "$schema", "additionalProperties", "const", "description", "enum", "items", "maxItems", "maximum",
	"minItems", "minimum", "pattern", "properties", "required", "title", "type",
}

// readSchemas compiles the schemas of a folder, by their names.
func readSchemas(t *testing.T, folder string) map[string]*jsonSchema {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatal(err, names)
	}
	compiler := jsonschema.NewCompiler()
	schemas := map[string]*jsonSchema{}
	for _, name := range names {
		text, err := jsonschema.UnmarshalJSON(strings.NewReader(readAll(t, name)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s := &jsonSchema{used: map[string]bool{}}
		if dialect := text.(map[string]any)["$schema"]; dialect != "https://json-schema.org/draft/2020-12/schema" {
			t.Errorf("%s: $schema %q: want draft 2020-12", name, dialect)
		}
		if err := s.read("#", text.(map[string]any)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := compiler.AddResource(name, text); err != nil {
			t.Fatal(err)
		}
		if s.compiled, err = compiler.Compile(name); err != nil {
			t.Fatal(err)
		}
		schemas[strings.TrimSuffix(filepath.Base(name), ".json")] = s
	}
	return schemas
}

// read lists the properties of a part of a schema, in which every object must say
// additionalProperties: a field that nothing describes is then found.
func (s *jsonSchema) read(path string, part map[string]any) error {
	types := fmt.Sprint(part["type"])
	for _, name := range slices.Sorted(maps.Keys(part)) {
		if !slices.Contains(keywords, name) {
			return fmt.Errorf("%s: unknown keyword %q", path, name)
		}
	}
	if part["additionalProperties"] == nil && strings.Contains(types, "object") {
		return fmt.Errorf("%s: an object without additionalProperties", path)
	}
	properties, _ := part["properties"].(map[string]any)
	required, _ := part["required"].([]any)
	for _, name := range required {
		if properties[name.(string)] == nil {
			return fmt.Errorf("%s: required %q is not among the properties", path, name)
		}
	}
	below := map[string]any{"/items": part["items"], "/additionalProperties": part["additionalProperties"]}
	for name, property := range properties {
		s.properties = append(s.properties, path+"/properties/"+name)
		below["/properties/"+name] = property
	}
	defs, _ := part["$defs"].(map[string]any)
	for name, def := range defs {
		below["/$defs/"+name] = def
	}
	for _, at := range slices.Sorted(maps.Keys(below)) {
		if part, ok := below[at].(map[string]any); ok {
			if err := s.read(path+at, part); err != nil {
				return err
			}
		}
	}
	return nil
}

// check validates a document, and notes which properties it has.
func (s *jsonSchema) check(document []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return err
	}
	s.note(s.compiled, value)
	return s.compiled.Validate(value)
}

func (s *jsonSchema) note(part *jsonschema.Schema, value any) {
	if part == nil {
		return
	}
	s.note(part.Ref, value)
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			s.note(part.Items2020, item)
		}
	case map[string]any:
		others, _ := part.AdditionalProperties.(*jsonschema.Schema)
		for name, field := range v {
			property := part.Properties[name]
			if property == nil {
				s.note(others, field)
				continue
			}
			_, path, _ := strings.Cut(property.Location, "#")
			s.used["#"+path] = true
			s.note(property, field)
		}
	}
}

// unused are the properties that no checked document had.
func (s *jsonSchema) unused() []string {
	return slices.DeleteFunc(slices.Sorted(slices.Values(s.properties)), func(path string) bool { return s.used[path] })
}
