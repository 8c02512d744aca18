package roster_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/roster"
)

func TestValues(t *testing.T) {
	_, start, _, err := deal(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	whole := func(x float64) string { return fmt.Sprintf("%.0f", x) }
	seen := map[ouro.OptionType]int{}
	for _, e := range roster.Solvers() {
		values, err := e.Values()
		if err != nil {
			t.Error(err)
			continue
		}
		for i, v := range values {
			seen[v.Type]++
			key := e.Options[i].Key
			takes := func(value string) bool {
				_, err := e.Make(ouro.Setup{Start: start, Options: ouro.Options{{Key: key, Value: value}}})
				return err == nil || !strings.HasPrefix(err.Error(), "option "+key+"=")
			}
			var good, bad []string
			switch v.Type {
			case ouro.OptionInt:
				good = []string{whole(v.Least), whole(v.Most)}
				bad = []string{whole(v.Least - 1), whole(v.Most + 1), "0.5"}
			case ouro.OptionFloat:
				good = []string{fmt.Sprint(v.Least), fmt.Sprint(v.Most)}
				bad = []string{fmt.Sprint(v.Least - 0.1), fmt.Sprint(v.Most + 0.1), "true"}
			case ouro.OptionBool:
				good, bad = []string{"true", "false"}, []string{"1"}
			case ouro.OptionChoice:
				good, bad = v.Words, []string{"nosuch"}
			case ouro.OptionText:
			}
			if i := slices.IndexFunc(good, func(value string) bool { return !takes(value) }); i >= 0 {
				t.Errorf("%s refuses %s=%s", e.Name, key, good[i])
			}
			if i := slices.IndexFunc(bad, takes); i >= 0 {
				t.Errorf("%s takes %s=%s", e.Name, key, bad[i])
			}
		}
	}
	for _, kind := range []ouro.OptionType{ouro.OptionInt, ouro.OptionFloat, ouro.OptionBool, ouro.OptionChoice, ouro.OptionText} {
		if seen[kind] == 0 {
			t.Errorf("no option is of type %s", kind)
		}
	}
}

func TestMakeRules(t *testing.T) {
	for _, e := range roster.Rules() {
		made, err := roster.MakeRules(ouro.Spec{Name: e.Name})
		if err != nil || made == nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		for _, options := range append([]ouro.Options{nil}, changed(e)...) {
			spec := ouro.Spec{Name: e.Name, Options: options}
			made, err := roster.MakeRules(spec)
			if err != nil {
				t.Fatal(err)
			}
			if named, ok := made.(interface{ Spec() ouro.Spec }); !ok || named.Spec().String() != spec.String() {
				t.Errorf("%s do not say what they are called: %v", spec, made)
			}
		}
		_, err = roster.MakeRules(ouro.Spec{Name: e.Name, Options: nosuch})
		if unknown := (*ouro.UnknownOptionError)(nil); !errors.As(err, &unknown) {
			t.Errorf("%s with an unknown option: %v", e.Name, err)
		}
	}
	if _, err := roster.MakeRules(ouro.Spec{Name: "nosuch"}); err == nil {
		t.Error("MakeRules accepts unknown rules")
	}
}

func changed(e roster.RulesEntry) []ouro.Options {
	switch e.Name {
	case "classic":
		return nil
	case "maze":
		return []ouro.Options{{{Key: "regrow", Value: "floor"}}, {{Key: "regrow", Value: "original"}}}
	}
	return []ouro.Options{{{Key: "food", Value: "7"}, {Key: "shrink", Value: "9"}}}
}
