package rating

// Cov returns the covariance of the ratings of a and b, estimated from the groups.
func (r *Ratings) Cov(a, b int) float64 { return r.cov.At(a, b) }

// ModelCov returns the textbook covariance of the ratings of a and b. It assumes that games are
// independent, which games of one group are not, and that the model holds.
func (r *Ratings) ModelCov(a, b int) float64 { return r.model.At(a, b) }

// BradleyTerry rates entrants 0 to n-1 by duels. A bout of more than two counts as the
// duels of all its pairs. The error names the first invalid bout.
func BradleyTerry(n int, bouts []Bout) (*Ratings, error) {
	if err := check(n, bouts); err != nil {
		return nil, err
	}
	return rate(n, duels(bouts), prior)
}

// duels returns all pairs of each bout.
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
