// Package rating estimates the strength of entrants from who was placed before whom, and
// the error of that. It is pure: no I/O, no clock, no dice.
//
// The model is that of Plackett and Luce, for two that of Bradley and Terry and of Elo:
// every entrant has a strength, and of those left in a game each is the next best with a
// probability that is its share of their strengths. A rating is the logarithm of the
// strength on the scale of Elo: 400 more is ten times the strength, and 10/11 of the points
// in duels. [PlackettLuce] finds the ratings with the greatest likelihood.
//
// A tie counts as every order of its entrants, each with the same share: the mean of the
// logarithms of their likelihoods. A tie of two is half a win for each, so a rating
// difference predicts the score, draws included. A model in which ties have a likelihood,
// such as Davidson's, would rate by wins alone where draws are many. A tie of more than
// eight takes, instead of the orders one by one, the mean strength of those left in it.
//
// Each entrant has a prior: a quarter of a group, as large as its groups are on average,
// with as many wins as losses against an entrant of strength 1. So an entrant that won
// everything has a finite rating, and with G groups the others are drawn to the middle by
// about one part in 4G. In the errors it is a third of a group won and a third lost.
//
// The group is the sample, not the game: games of one start depend on each other, most of
// all where the seat decides. The errors are those of the sum of each group's influence
// (the sandwich covariance, clustered by group: Liang and Zeger 1986) with Student's t of
// as many degrees of freedom as the entrant has groups. They hold where the model does not,
// as when A beats B beats C beats A. In simulations (see the tests) 95 % intervals cover
// the truth in 0.91 to 1 of tournaments of 3 groups or more; intervals that treat games as
// independent cover it in 0.6.
//
// Ratings compare within a field: entrants that a chain of games connects. The mean of a
// field is 0; between two fields nothing is known.
package rating

// Bout is one comparison of some entrants: a game.
type Bout struct {
	Group  int   // any number; bouts of the same number go together
	Snakes []int // the entrants, at least two, each once
	Places []int // of each, parallel; smaller is better, equal is a tie
}

// PlackettLuce rates entrants 0 to n-1. The error names the first invalid bout.
func PlackettLuce(n int, bouts []Bout) (*Ratings, error) { return rate(n, bouts, prior) }

// prior is how much of a group is added for each entrant. With one or a half, the
// intervals of entrants who are 1000 apart cover the truth in 0.7 or 0.85 of
// tournaments.
const prior = 0.25

// rate is PlackettLuce with any weight of the prior, which is greater than 0.
func rate(n int, bouts []Bout, prior float64) (*Ratings, error) {
	if err := check(n, bouts); err != nil {
		return nil, err
	}
	t := tabulate(n, bouts)
	m := &model{table: t, prior: make([]float64, n)}
	for i := range m.prior {
		m.prior[i] = prior
		if t.groups[i] > 0 {
			m.prior[i] *= float64(t.bouts[i]) / float64(t.groups[i])
		}
	}
	theta, information, err := m.maximum()
	if err != nil {
		return nil, err
	}
	return m.ratings(theta, information), nil
}
