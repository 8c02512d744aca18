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
