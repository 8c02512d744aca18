package rating

// Cov is the covariance of the ratings of a and b, by the groups.
func (r *Ratings) Cov(a, b int) float64 { return r.cov.At(a, b) }

// ModelCov is the covariance that textbooks give: of games that are independent, and
// decided by nothing but the ratings. Games of one group are not.
func (r *Ratings) ModelCov(a, b int) float64 { return r.model.At(a, b) }

// BradleyTerry rates entrants 0 to n-1 by duels; a bout of more is taken as the duels
// of all its pairs. The error names the first invalid bout.
func BradleyTerry(n int, bouts []Bout) (*Ratings, error) {
	if err := check(n, bouts); err != nil {
		return nil, err
	}
	return rate(n, duels(bouts), prior)
}

// duels are all pairs of each bout.
func duels(bouts []Bout) []Bout {
	var all []Bout
	for _, b := range bouts {
		if len(b.Snakes) == 2 {
			all = append(all, b)
			continue
		}
		for i := range b.Snakes {
			for j := range i {
				all = append(all, Bout{b.Group, []int{b.Snakes[j], b.Snakes[i]}, []int{b.Places[j], b.Places[i]}})
			}
		}
	}
	return all
}
