package stat

import "math"

// StudentQuantile is the point of Student's t distribution with df degrees of
// freedom below which the share p lies, to about ten digits. It is NaN unless
// df > 0 and 0 < p < 1.
func StudentQuantile(p, df float64) float64 {
	switch {
	case !(df > 0) || !(p > 0 && p < 1):
		return math.NaN()
	case p == 0.5:
		return 0
	case p < 0.5:
		return -studentUpper(p, df)
	}
	return studentUpper(1-p, df)
}

// studentUpper is the t > 0 above which the share tail < 1/2 lies: bisection
// until the bracket is tight, with Newton steps wherever they stay inside it.
func studentUpper(tail, df float64) float64 {
	lo, hi := 0.0, max(1, -normalQuantile(tail))
	for studentTail(hi, df) > tail {
		lo, hi = hi, 2*hi
	}
	t := (lo + hi) / 2
	for range 200 {
		excess := studentTail(t, df) - tail
		if excess > 0 {
			lo = t
		} else {
			hi = t
		}
		next := t + excess/studentDensity(t, df)
		if !(next > lo && next < hi) {
			next = (lo + hi) / 2
		}
		if math.Abs(next-t) <= 1e-15*t {
			return next
		}
		t = next
	}
	return t
}

// studentTail is the share above t > 0.
func studentTail(t, df float64) float64 {
	return betaShare(df/(df+t*t), df/2, 0.5) / 2
}

func studentDensity(t, df float64) float64 {
	return math.Exp(logGamma((df+1)/2)-logGamma(df/2)-(df+1)/2*math.Log1p(t*t/df)) / math.Sqrt(df*math.Pi)
}

// betaShare is the regularised incomplete beta function I_x(a, b).
func betaShare(x, a, b float64) float64 {
	if x <= 0 {
		return 0
	}
	if x >= 1 {
		return 1
	}
	front := math.Exp(logGamma(a+b) - logGamma(a) - logGamma(b) + a*math.Log(x) + b*math.Log1p(-x))
	// The fraction converges fast on this side of the mean only; the other
	// side is its mirror image.
	if x < (a+1)/(a+b+2) {
		return front * betaFraction(x, a, b) / a
	}
	return 1 - front*betaFraction(1-x, b, a)/b
}

// betaFraction is the continued fraction of the incomplete beta function (DLMF
// 8.17.22), evaluated from the front by Lentz's method.
func betaFraction(x, a, b float64) float64 {
	const tiny = 1e-300 // stands for a zero that would be divided by
	nonzero := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/nonzero(1-(a+b)*x/(a+1))
	f := d
	for m := 1.0; m < 10000; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 / nonzero(1+even*d)
		c = nonzero(1 + even/c)
		f *= c * d
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / nonzero(1+odd*d)
		c = nonzero(1 + odd/c)
		f *= c * d
		if math.Abs(c*d-1) < 1e-16 {
			break
		}
	}
	return f
}

func logGamma(x float64) float64 {
	l, _ := math.Lgamma(x)
	return l
}
