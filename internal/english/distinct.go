package english

import "fmt"

// Distinct adds numbers to names that occur several times: spot#1, spot#2. Names for which
// keep reports true are unchanged, and no other name becomes equal to them.
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

// Clash returns two places of the same name, if at least one of them was given by a user,
// so that numbers cannot distinguish them.
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

// ClashError returns the error for two snakes with this name, whose arguments are first and
// second.
func ClashError(name, first, second string) error {
	return fmt.Errorf("two snakes are called %s: %s and %s; give each its own name", name, first, second)
}
