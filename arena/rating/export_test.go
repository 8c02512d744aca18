package rating

// Cov is the covariance of the ratings of a and b, by the groups.
func (r *Ratings) Cov(a, b int) float64 { return r.cov.At(a, b) }

// ModelCov is the covariance that textbooks give: of games that are independent, and
// decided by nothing but the ratings. Games of one group are not.
func (r *Ratings) ModelCov(a, b int) float64 { return r.model.At(a, b) }
