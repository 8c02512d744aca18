package english

import "fmt"

// Distinct gives a name that occurs several times a number each time: spot#1,
// spot#2. Those that keep says are left as they are, and nobody gets their name.
func Distinct(names []string, keep func(i int) bool) []string {
	count := map[string]int{}
	for _, name := range names {
		count[name]++
	}
	all, number := make([]string, len(names)), map[string]int{}
	for i, name := range names {
		all[i] = name
		for count[all[i]] > 0 && !keep(i) && count[name] > 1 {
			number[name]++
			all[i] = fmt.Sprintf("%s#%d", name, number[name])
		}
	}
	return all
}

// Clash returns two places of the same name, if at least one of them was given it by a
// person: no number tells those apart.
func Clash(names []string, given func(i int) bool) (first, second int, clash bool) {
	for j := range names {
		for i := range j {
			if names[i] == names[j] && (given(i) || given(j)) {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// ClashError is about two snakes of this name, which are written like this.
func ClashError(name, first, second string) error {
	return fmt.Errorf("two snakes are called %s: %s and %s; give each its own name", name, first, second)
}
