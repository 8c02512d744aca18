package rating

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"ouro/lab/linear"
)

// likeliest is a prior so small that the ratings are those of maximum likelihood, as in
// textbooks.
const likeliest = 1e-6

func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %v, want %v +- %v", name, got, want, tolerance)
	}
}

// tableOf returns the bouts of a table, in which wins[i][j] is the number of duels that i won
// against j. Each bout is its own group.
func tableOf(wins [][]int) []Bout {
	var bouts []Bout
	for i := range wins {
		for j, n := range wins[i] {
			for range n {
				if i != j {
					bouts = append(bouts, Bout{len(bouts), []int{i, j}, []int{1, 2}})
				}
			}
		}
	}
	return bouts
}

// TestCitations: the data are how often four journals cited each other (Stigler 1994;
// Agresti, Categorical Data Analysis, 2nd edition, page 448). The estimates and standard
// errors are relative to Biometrika. They are from Firth, Bradley-Terry models in R,
// Journal of Statistical Software 12 (2005), and from Turner and Firth, volume 48 (2012).
func TestCitations(t *testing.T) {
	r, err := rate(4, tableOf([][]int{ // cited by: Biometrika, Communications, JASA, JRSS-B
		{714, 730, 498, 221},
		{33, 425, 68, 17},
		{320, 813, 1072, 142},
		{284, 276, 325, 188},
	}), likeliest)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ estimate, se float64 }{{}, {-2.94907, 0.10255}, {-0.47957, 0.06059}, {0.26895, 0.07083}} {
		near(t, "estimate", (r.Elo[i]-r.Elo[0])/scale, want.estimate, 6e-6)
		near(t, "standard error", math.Sqrt(r.ModelCov(i, i)-2*r.ModelCov(i, 0)+r.ModelCov(0, 0))/scale, want.se, 6e-6)
	}
}

// TestBaseball: the data are the wins, in home and away games, of the teams of the eastern
// division of the American League in 1987 (Agresti, pages 437 and 438). The estimates
// relative to Baltimore are those of table 10.11, with standard errors of "about 0.3".
func TestBaseball(t *testing.T) {
	// Baltimore, Boston, Cleveland, Detroit, Milwaukee, New York, Toronto, as
	// {home games, away games, home wins, away wins}.
	series := [][4]int{
		{4, 3, 4, 3},
		{4, 6, 4, 2},
		{4, 5, 4, 3},
		{4, 1, 6, 1},
		{4, 2, 4, 2},
		{4, 0, 6, 0},
		{3, 4, 3, 3},
		{3, 6, 4, 2},
		{3, 5, 4, 3},
		{3, 1, 6, 0},
		{3, 2, 6, 1},
		{3, 0, 4, 3},
		{6, 4, 2, 5},
		{6, 3, 4, 3},
		{6, 5, 2, 4},
		{6, 1, 4, 3},
		{6, 2, 4, 2},
		{6, 0, 6, 0},
		{5, 4, 3, 3},
		{5, 3, 5, 1},
		{5, 6, 2, 5},
		{5, 1, 4, 3},
		{5, 2, 4, 2},
		{5, 0, 6, 1},
		{1, 4, 5, 1},
		{1, 3, 2, 5},
		{1, 6, 3, 3},
		{1, 5, 4, 2},
		{1, 2, 5, 2},
		{1, 0, 6, 0},
		{2, 4, 2, 5},
		{2, 3, 3, 3},
		{2, 6, 3, 4},
		{2, 5, 4, 3},
		{2, 1, 4, 2},
		{2, 0, 2, 4},
		{0, 4, 2, 5},
		{0, 3, 1, 5},
		{0, 6, 1, 6},
		{0, 5, 2, 4},
		{0, 1, 1, 6},
		{0, 2, 3, 4},
	}
	wins := make([][]int, 7)
	for i := range wins {
		wins[i] = make([]int, 7)
	}
	for _, s := range series {
		wins[s[0]][s[1]] += s[2]
		wins[s[1]][s[0]] += s[3]
	}
	r, err := rate(7, tableOf(wins), likeliest)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0, 1.11, 0.68, 1.44, 1.58, 1.25, 1.29} {
		near(t, "estimate", (r.Elo[i]-r.Elo[0])/scale, want, 0.005)
		if i > 0 {
			near(t, "standard error", math.Sqrt(r.ModelCov(i, i)-2*r.ModelCov(i, 0)+r.ModelCov(0, 0))/scale, 0.3, 0.05)
		}
	}
}

// TestNascar: the data are 36 races, each of 43 drivers out of 87. Hunter (2004, table 2)
// omitted the four drivers who were last in all their races. Without the prior, the ratings
// are his estimates relative to the first driver. With the prior, they are those of the R
// package PlackettLuce, whose pseudo-rankings are the same prior (Turner, van Etten, Firth
// and Kosmidis, Modelling rankings in R, Computational Statistics 35, 2020, section 3.2).
// The standard errors of that package use only the information of the races.
func TestNascar(t *testing.T) {
	f, err := os.Open("testdata/nascar2002.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var all, kept []Bout
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		whole, part := Bout{Group: len(all)}, Bout{Group: len(all)}
		for place, word := range strings.Fields(lines.Text()) {
			driver, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			add(&whole, driver-1, place)
			if driver <= 83 {
				add(&part, driver-1, place)
			}
		}
		all, kept = append(all, whole), append(kept, part)
	}
	if len(all) != 36 {
		t.Fatalf("%d races", len(all))
	}
	type published struct {
		driver                  int
		estimate, se, tolerance float64
	}
	for _, c := range []struct {
		n     int
		bouts []Bout
		prior float64
		want  []published
	}{
		{83, kept, likeliest, []published{
			{58, 4.15, 0, 0.005},
			{68, 3.62, 0, 0.005},
			{51, 2.08, 0, 0.005},
			{15, 0.03, 0, 0.005},
			{17, -0.31, 0, 0.005},
			{40, -0.15, 0, 0.005},
		}},
		{87, all, 1, []published{
			{58, 3.20, 0, 0.005},
			{68, 2.77, 0, 0.005},
			{51, 1.91, 0, 0.005},
			{15, 0.02, 0, 0.005},
			{17, -0.38, 0, 0.005},
			{40, -0.12, 0, 0.005},
			{84, -2.171065, 1.812994, 5e-5},
			{85, -1.744754, 1.855365, 5e-5},
			{86, -1.590764, 1.881708, 5e-5},
			{87, -1.768629, 1.904871, 5e-5},
		}},
	} {
		r, err := rate(c.n, c.bouts, c.prior)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			i := want.driver - 1
			near(t, "estimate of "+strconv.Itoa(want.driver), (r.Elo[i]-r.Elo[0])/scale, want.estimate, want.tolerance)
			if want.se > 0 {
				cov := covarianceWithoutPrior(t, r, c.bouts)
				near(t, "standard error of "+strconv.Itoa(want.driver), math.Sqrt(cov.At(i, i)-2*cov.At(i, 0)+cov.At(0, 0)), want.se, want.tolerance)
			}
		}
	}
}

// covarianceWithoutPrior returns the covariance at the ratings r: the inverse of the
// information of the bouts alone.
func covarianceWithoutPrior(t *testing.T, r *Ratings, bouts []Bout) *linear.Symmetric {
	t.Helper()
	n := len(r.Elo)
	m := &model{table: tabulate(n, bouts), prior: make([]float64, n)}
	theta := make([]float64, n)
	for i := range theta {
		m.prior[i] = 1e-7
		theta[i] = r.Elo[i] / scale
	}
	_, _, information := m.likelihoodAt(theta)
	decomposed, ok := linear.Decompose(information)
	if !ok {
		t.Fatal("no information")
	}
	return decomposed.Inverse() // exact for differences of ratings, but not for their common part
}

func add(b *Bout, snake, place int) {
	b.Snakes, b.Places = append(b.Snakes, snake), append(b.Places, place)
}
