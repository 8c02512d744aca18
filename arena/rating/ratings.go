package rating

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"ouro/lab/stat"
)

// Ratings are what is known of entrants.
type Ratings struct {
	Elo    []float64 // of each; the mean of a field is 0
	Groups []int     // in how many groups each took part
	Fields [][]int   // the entrants whom games connect, from the smallest number

	field  []int
	cov    *mat.SymDense // by groups
	model  *mat.SymDense // as if all bouts were independent and the model true
	within []float64     // degrees of freedom of each
}

// scale is the Elo of one natural logarithm.
const scale = 400 / math.Ln10

// Compared reports whether games connect a and b.
func (r *Ratings) Compared(a, b int) bool { return r.field[a] == r.field[b] }

// Interval returns the interval of the rating of a above the mean of its field. It is NaN for
// an entrant without opponents.
func (r *Ratings) Interval(a int, confidence float64) stat.Interval {
	if len(r.Fields[r.field[a]]) < 2 {
		return stat.Interval{Lo: math.NaN(), Hi: math.NaN()}
	}
	return interval(r.Elo[a], r.cov.At(a, a), r.within[a], confidence)
}

// Diff is how much better a is than b, and its interval; NaN where no games connect
// them.
func (r *Ratings) Diff(a, b int, confidence float64) (float64, stat.Interval) {
	if !r.Compared(a, b) {
		nan := math.NaN()
		return nan, stat.Interval{Lo: nan, Hi: nan}
	}
	diff, variance, df := r.diff(a, b)
	return diff, interval(diff, variance, df, confidence)
}

// LOS is the likelihood of superiority: how likely a is better than b, by the groups.
// It is above 0.975 where the 95 % interval of the difference is above 0, and one
// half where nothing is known.
func (r *Ratings) LOS(a, b int) float64 {
	if a == b || !r.Compared(a, b) {
		return 0.5
	}
	diff, variance, df := r.diff(a, b)
	return stat.StudentShare(diff/math.Sqrt(variance), df)
}

func (r *Ratings) diff(a, b int) (diff, variance, df float64) {
	variance = r.cov.At(a, a) - 2*r.cov.At(a, b) + r.cov.At(b, b)
	return r.Elo[a] - r.Elo[b], max(variance, 0), min(r.within[a], r.within[b])
}

func interval(mean, variance, df, confidence float64) stat.Interval {
	half := math.Sqrt(variance) * stat.StudentQuantile((1+confidence)/2, df)
	return stat.Interval{Lo: mean - half, Hi: mean + half}
}

// doubt is by how much what the prior won, and what it lost, are larger in the errors
// than in the ratings: so much that an entrant that won all of 10 groups or of 100 is
// at least as good as Wilson's interval says. As much in the ratings would draw those
// who are far apart together.
const doubt = 4.0 / 3

// ratings returns the ratings at the maximum of the likelihood.
func (m *model) ratings(theta []float64, information *mat.Cholesky) *Ratings {
	n := len(theta)
	r := &Ratings{Elo: make([]float64, n), Groups: m.groups, Fields: m.fields, field: m.field, within: make([]float64, n)}
	if n == 0 {
		return r
	}
	for _, f := range m.fields {
		mean := 0.0
		for _, i := range f {
			mean += theta[i] / float64(len(f))
		}
		for _, i := range f {
			r.Elo[i] = scale * (theta[i] - mean)
		}
	}
	inverse := mat.NewSymDense(n, nil)
	_ = information.InverseTo(inverse) // an error is a warning that it is ill-conditioned
	var bread, whole mat.Dense
	bread.Mul(inverse, m.scatter(theta))
	whole.Mul(&bread, inverse)
	r.model = m.centred(inverse, func(int) float64 { return 1 })
	r.cov = m.centred(&whole, func(i int) float64 {
		r.within[i] = float64(max(m.groups[i], 1)) // that of the prior is one more
		return (r.within[i] + 1) / r.within[i]
	})
	return r
}

// scatter is the sum over groups of the outer product of the group's gradient with
// itself. What the prior won and lost are groups too, so that the error of one who won
// everything is not that of one who is certain.
func (m *model) scatter(theta []float64) *mat.SymDense {
	n := len(theta)
	full := make([]float64, n*n)
	strengths := strengthsOf(theta)
	gradients := make([][]float64, len(m.outcomes))
	var s scratch
	for o, out := range m.outcomes {
		s.weigh(out, theta, strengths)
		gradients[o] = append([]float64(nil), s.gradient...)
	}
	sum := make([]float64, n)
	var in []int
	seen := make([]int, n)
	for g, outcomes := range m.byGroup {
		in = in[:0]
		for _, o := range outcomes {
			for i, e := range m.outcomes[o].snakes {
				if seen[e] != g+1 {
					seen[e] = g + 1
					sum[e] = 0
					in = append(in, e)
				}
				sum[e] += gradients[o][i]
			}
		}
		for i, a := range in {
			for _, b := range in[:i+1] {
				full[min(a, b)*n+max(a, b)] += sum[a] * sum[b]
			}
		}
	}
	for i, w := range m.prior {
		p := expected(theta[i])
		full[i*n+i] += doubt * w * doubt * w * (p*p + (1-p)*(1-p))
	}
	return mat.NewSymDense(n, full)
}

// centred is the covariance, in Elo, of differences from the means of fields, each
// entrant's standard error widened by the root of its factor first.
func (m *model) centred(cov mat.Matrix, factor func(int) float64) *mat.SymDense {
	n := len(m.field)
	c := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			c.SetSym(i, j, scale*scale*(cov.At(i, j)+cov.At(j, i))/2*math.Sqrt(factor(i)*factor(j)))
		}
	}
	rows := mat.NewDense(n, len(m.fields), nil) // mean of each row over each field
	for i := range n {
		for f, members := range m.fields {
			sum := 0.0
			for _, j := range members {
				sum += c.At(i, j)
			}
			rows.Set(i, f, sum/float64(len(members)))
		}
	}
	whole := mat.NewDense(len(m.fields), len(m.fields), nil)
	for f, members := range m.fields {
		for g := range m.fields {
			sum := 0.0
			for _, i := range members {
				sum += rows.At(i, g)
			}
			whole.Set(f, g, sum/float64(len(members)))
		}
	}
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			f, g := m.field[i], m.field[j]
			out.SetSym(i, j, c.At(i, j)-rows.At(i, g)-rows.At(j, f)+whole.At(f, g))
		}
	}
	return out
}
